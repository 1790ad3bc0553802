import type { World } from './world.ts';

const ofPayment = ({ paymentIntentId }: World) => ({ path: { paymentIntentId } });

export const paymentRequests = {
  createPaymentIntent: { body: { thereIsNoSuchField: true } },
  getPaymentIntent: ofPayment,
  // Declined, so that it cannot be cancelled.
  cancelPaymentIntent: ofPayment,
  listAccountPayments: {},
  listPlans: {},
};

/** Nobody signs these, so every actor is rejected. */
export const webhookRequests = {
  receivePaymentWebhook: { path: { provider: 'sandbox' } },
  receiveTwilioWebhook: {},
  receiveWhatsappWebhook: {},
  verifyWhatsappWebhook: {},
  receiveStorageWebhook: {},
};
