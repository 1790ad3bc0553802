/** Each carrier has its own breaker. */
export const carriers = ['sms', 'email', 'fcm', 'apns'] as const;
export type Carrier = (typeof carriers)[number];

/** In the order in which they are served: codes first. No lane waits for another. */
export const lanes = ['sms_code', 'email_code', 'sms', 'email', 'fcm', 'apns'] as const;
export type Lane = (typeof lanes)[number];

export function carrierOf(lane: Lane): Carrier {
  if (lane === 'sms_code') return 'sms';
  return lane === 'email_code' ? 'email' : lane;
}
