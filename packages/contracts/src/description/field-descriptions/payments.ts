const ofPayment = {
  id: 'Identifier of the payment.',
  purpose: 'What the payment is for.',
  amount: 'The amount and its currency.',
  refundedMinorUnits: 'What was refunded so far, in minor units of the currency.',
  state: 'State of the payment, as the payment provider last reported it.',
  failureCode: 'Code of the last failure, as the payment provider names it; null without one.',
  cancelRequestedAt: 'When its cancellation was requested; null if it was not.',
  createdAt: 'When the payment was started.',
  endedAt: 'When the payment succeeded, failed or was cancelled; null while it is open.',
};

const of = (name: string) =>
  Object.fromEntries(Object.entries(ofPayment).map(([field, text]) => [`${name}.${field}`, text]));

export const paymentFields: Record<string, string> = {
  ...of('PaymentIntent'),
  ...of('AccountPayment'),
  paymentIntentId: 'Identifier of the payment.',
  'PaymentIntent.clientSecret':
    'With `requires_action`: what the client needs to confirm the payment at the payment provider; else null.',
  'PaymentIntentCreate.purpose': 'What the payment is for.',
  'PaymentIntentCreate.amount': 'The amount and its currency.',
  'amount.minorUnits': 'Whole number in the smallest unit of the currency, such as cents: 1 to 99999999.',
  'amount.currency': 'Currency code of ISO 4217.',
  'payment-difference.differenceId': 'Identifier of the difference, and of its incident.',
  'payment-difference.kind': 'What differs.',
};
