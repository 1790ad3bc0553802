import { meaningsOf, valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';
import { ProviderState } from '../../payment-provider.ts';

export const PaymentState = valueList('paymentState', {
  created: { en: 'Started', fr: 'Commencé', means: 'The payment provider has not answered yet.' },
  ...meaningsOf(ProviderState),
});
export type PaymentState = z.output<typeof PaymentState>;

/** docs/domain/payment.md 19; `allowed_transition` in the database has the same. */
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
