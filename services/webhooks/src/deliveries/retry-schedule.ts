const minute = 60_000;
const hour = 60 * minute;
const delays = [0.5 * minute, 2 * minute, 10 * minute, hour, 4 * hour];

export const maxAttempts = 12;

/** Attempts count from 1 (docs/domain/messages-and-webhooks.md 11). */
export function nextAttemptAt(attempt: number, startedAt: Date): Date {
  return new Date(startedAt.getTime() + (delays[attempt - 1] ?? 12 * hour));
}

/** Why a delivery is not attempted again, if so. */
export function finalFailure(
  delivery: { attempts: number; expiresAt: Date | null },
  now: Date,
): 'expired' | 'attempts_used' | undefined {
  if (delivery.expiresAt && delivery.expiresAt <= now) return 'expired';
  return delivery.attempts >= maxAttempts ? 'attempts_used' : undefined;
}
