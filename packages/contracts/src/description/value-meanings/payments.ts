import type { Vocabulary } from './vocabulary.ts';

const state: Vocabulary = {
  created: 'The payment provider has not answered yet.',
  requires_action: 'The client must confirm the payment.',
  processing: 'The payment provider is working on it.',
  succeeded: 'The money was received.',
  failed: 'The payment provider refused it for good.',
  cancelled: 'It was cancelled before any money moved.',
};
const purpose: Vocabulary = { subscription: 'A month of the subscription.' };
const currency: Vocabulary = { CHF: 'Swiss franc.', EUR: 'Euro.', GBP: 'Pound sterling.', USD: 'US dollar.' };

export const paymentValues: Record<string, Vocabulary> = {
  'PaymentIntent.state': state,
  'AccountPayment.state': state,
  purpose,
  currency,
  'SubscriptionStatus.status': {
    none: 'No payment for a subscription.',
    active: 'Paid, and the period has not ended.',
    ended: 'The paid period has ended.',
  },
  'payment-difference.kind': {
    unknown_payment: 'The payment provider has a payment that the ledger does not have.',
    missing_payment: 'The payment provider does not have a payment of the ledger.',
    state: 'The payment provider contradicts a payment that has ended.',
    amount: 'Amounts or refunds differ.',
  },
};
