import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { route } from '../../app.ts';
import { receiveWebhook, webhookDeclaration } from '../receiving/receive-webhook.ts';
import { sourceNamed } from './sources.ts';

const maxBytes = 256 * 1024;
const PaymentSender = valueList('paymentSender', {
  stripe: { en: 'Stripe', fr: 'Stripe', means: 'Stripe.' },
  standard: {
    en: 'Standard Webhooks',
    fr: 'Standard Webhooks',
    means: 'A payment provider that signs by Standard Webhooks.',
  },
  sandbox: {
    en: 'Sandbox',
    fr: 'Environnement d’essai',
    means: 'The sandbox of the platform, which moves no money.',
  },
});

export const receivePaymentWebhook = route(
  {
    ...webhookDeclaration(maxBytes, ['application/json'], {
      id: 'evt_1PqR5sT7uVwXyZ',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' } },
    }),
    path: '/webhooks/payments/{provider}',
    summary: 'Receive events of a payment provider',
    description:
      'Signed with `Stripe-Signature` (`stripe`) or by Standard Webhooks (`standard`, `sandbox`). An event changes no payment: it makes the platform read the payment from its provider.',
    params: z.object({
      provider: PaymentSender.describe('The payment provider that sends the event.'),
    }),
  },
  ({ params, request }, app) => receiveWebhook(sourceNamed(params.provider), maxBytes, request, app),
);
