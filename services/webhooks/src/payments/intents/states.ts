import { providerStates } from '../../payment-provider.ts';

export const paymentStates = ['created', ...providerStates] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Contract §4; `allowed_transition` in the database has the same. */
export const paymentTransitions: Record<PaymentState, readonly PaymentState[]> = {
  created: ['requires_action', 'processing', 'succeeded', 'failed', 'cancelled'],
  requires_action: ['processing', 'succeeded', 'failed', 'cancelled'],
  processing: ['requires_action', 'succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
};

export function hasEnded(state: PaymentState): boolean {
  return paymentTransitions[state].length === 0;
}
