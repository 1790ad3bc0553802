import Stripe from 'stripe';
import { type PaymentProvider, PaymentRefused, type ProviderPayment } from '../../payment-provider.ts';

type Address = { host: string; port: number; protocol: 'http' };

const timeoutMs = 10_000;

/** `address`: another server than Stripe's, for tests. */
export function stripePaymentProvider(secretKey: string, address?: Address): PaymentProvider {
  const stripe = new Stripe(secretKey, { maxNetworkRetries: 0, timeout: timeoutMs, telemetry: false, ...address });

  async function withRefunds(intent: Stripe.PaymentIntent): Promise<ProviderPayment> {
    const refunds: { reference: string; minorUnits: number }[] = [];
    if (intent.status === 'succeeded')
      for await (const { id, amount, status } of stripe.refunds.list({ payment_intent: intent.id, limit: 100 }))
        if (status === 'succeeded') refunds.push({ reference: id, minorUnits: amount });
    return {
      reference: intent.id,
      paymentId: intent.metadata.paymentId ?? null,
      state: stateOf(intent),
      amount: { minorUnits: intent.amount, currency: intent.currency.toUpperCase() },
      failureCode: intent.last_payment_error?.code ?? null,
      clientSecret: intent.client_secret,
      refunds,
    };
  }

  return {
    name: 'stripe',
    async create({ paymentId, amount }) {
      const request = {
        amount: amount.minorUnits,
        currency: amount.currency.toLowerCase(),
        automatic_payment_methods: { enabled: true },
        metadata: { paymentId },
      };
      return withRefunds(
        await stripe.paymentIntents.create(request, { idempotencyKey: paymentId }).catch(refuseForGood),
      );
    },
    async find(reference) {
      const intent = await stripe.paymentIntents.retrieve(reference).catch(undefinedIfMissing);
      return intent && withRefunds(intent);
    },
    async cancel(reference) {
      // It may have ended in the meantime: then Stripe rejects the request, and its state counts.
      const intent = await stripe.paymentIntents.cancel(reference).catch(async (error: unknown) => {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return stripe.paymentIntents.retrieve(reference);
        throw error;
      });
      return withRefunds(intent);
    },
    async *listReferences(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const { id } of stripe.paymentIntents.list({ created, limit: 100 })) yield id;
    },
  };
}

/** After a declined card the client can try another one, so the payment has not failed. */
function stateOf({ status, cancellation_reason }: Stripe.PaymentIntent): ProviderPayment['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'processing':
    case 'requires_capture':
      return 'processing';
    case 'canceled':
      return cancellation_reason === 'failed_invoice' ? 'failed' : 'cancelled';
    default:
      return 'requires_action';
  }
}

function refuseForGood(error: unknown): never {
  if (error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError)
    throw new PaymentRefused(error.code ?? 'invalid_request', error);
  throw error;
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined;
  throw error;
}
