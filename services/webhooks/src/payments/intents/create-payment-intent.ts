import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, invalid } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { findOfferedPlan } from '../plans/queries.ts';
import { paymentView } from './payment-view.ts';
import { insertPayment } from './queries.ts';
import { PaymentIntent, PaymentIntentCreate } from './schema.ts';

export const createPaymentIntent = route(
  {
    method: 'post',
    path: '/payments/intents',
    summary: 'Start a payment',
    description:
      'For the owner of the provider. The price is that of the plan now, and no later price changes it. The payment is `created` at once, and the payment provider is asked right after: read the intent until its state changes. With `requires_action`, confirm it with `clientSecret`. No claim, search result or queue depends on a payment.',
    access: 'provider.payments.manage',
    scope: 'workspace',
    limit: 'payment-intent',
    idempotency: 'required',
    body: PaymentIntentCreate,
    responds: { status: 201, body: PaymentIntent, location: '/payments/intents/{id}' },
    problems: ['state-conflict'],
  },
  async (input, app) => {
    const { payments, db, now, newId } = app;
    if (!payments)
      throw conflict({
        en: 'This platform accepts no payments. Its operator must configure a payment provider.',
        fr: 'Cette plateforme n’accepte pas de paiement. Son exploitant doit configurer un prestataire de paiement.',
      });
    return db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const at = now();
        const plan = await findOfferedPlan(trx, input.body.planKey, at);
        if (!plan) throw invalid('planKey', 'unknown_plan');
        const payment = await insertPayment(trx, {
          id: newId(),
          provider_id: input.providerId,
          user_id: input.actor.userId,
          purpose: 'subscription',
          plan_key: plan.key,
          plan_version: plan.version,
          amount_minor: plan.amount_minor,
          currency: plan.currency,
          adapter: payments.name,
          created_at: at,
          next_check_at: at,
        });
        const after = { state: payment.state, planKey: plan.key, planVersion: plan.version };
        await audit(trx, input, { objectType: 'payment_intent', objectId: payment.id, after });
        return reply(paymentView(payment, app), { status: 201 });
      }),
    );
  },
);
