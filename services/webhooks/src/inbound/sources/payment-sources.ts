import { z } from 'zod';
import { requestCheck } from '../../payments/intents/request-check.ts';
import { parseBody, readJson, type WebhookSource } from '../receiving/webhook-source.ts';
import { isSignedByStandard, isStandardSecret } from '../signatures/standard-signature.ts';
import { isSignedForStripe } from '../signatures/stripe-signature.ts';

const Identified = z.object({ id: z.string() });
const StripeEvent = z.object({
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().max(255).optional(),
      payment_intent: z.string().max(255).nullish(),
      metadata: z.object({ paymentId: z.uuid().optional() }).nullish(),
    }),
  }),
});

/** Events of a payment, and of its charges and refunds. Nothing in them sets a state (promise W5). */
export const stripePayments: WebhookSource = {
  name: 'stripe',
  isAuthentic: isSignedForStripe,
  eventIdOf: ({ body }) => Identified.safeParse(readJson(body)).data?.id,
  async process(body, { trx, at }) {
    const { object } = parseBody(body, (content) => StripeEvent.parse(content)).data;
    const isIntent = object.object === 'payment_intent';
    const reference = (isIntent ? object.id : object.payment_intent) ?? null;
    const paymentId = (isIntent && object.metadata?.paymentId) || null;
    return (await requestCheck(trx, { adapter: 'stripe', reference, paymentId }, at)) ? 'applied' : 'ignored';
  },
};

const StandardEvent = z.object({ data: z.object({ reference: z.string().max(255), paymentId: z.uuid().optional() }) });

function standardSource(name: string): WebhookSource {
  return {
    name,
    isSecret: isStandardSecret,
    isAuthentic: isSignedByStandard,
    eventIdOf: ({ header }) => header('webhook-id'),
    async process(body, { trx, at }) {
      const { reference, paymentId = null } = parseBody(body, (content) => StandardEvent.parse(content)).data;
      return (await requestCheck(trx, { adapter: name, reference, paymentId }, at)) ? 'applied' : 'ignored';
    },
  };
}

/** Any sender that follows Standard Webhooks. The signed id identifies the event. */
export const standardPayments = standardSource('standard');
/** The sandbox signs like any other sender. */
export const sandboxPayments = standardSource('sandbox');
