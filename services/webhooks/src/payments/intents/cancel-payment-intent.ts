import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { paymentView } from './payment-view.ts';
import { findPayment, lockPayment, updatePayment } from './queries.ts';
import { PaymentIntent } from './schema.ts';
import { hasEnded, type PaymentState } from './states.ts';

export const cancelPaymentIntent = route(
  {
    method: 'post',
    path: '/payments/intents/{paymentIntentId}/cancel',
    summary: 'Cancel a payment',
    description:
      'Requests the cancellation; the payment provider decides. A payment that succeeds first stays `succeeded`. Read the intent until it ends.',
    access: 'provider.payments.manage',
    scope: 'workspace',
    limit: 'payment-intent',
    params: z.object({ paymentIntentId: z.uuid().describe('Identifier of the payment.') }),
    responds: { status: 200, body: PaymentIntent },
    problems: ['invalid-transition'],
  },
  async (input, app) => {
    const { paymentIntentId: id } = input.params;
    return app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        await lockPayment(trx, id);
        const payment = await findPayment(trx, id, input.providerId);
        if (!payment) throw notFound();
        if (payment.state === 'cancelled' || (payment.cancel_requested_at && !payment.ended_at))
          return reply(paymentView(payment, app), { changed: false });
        if (hasEnded(payment.state as PaymentState))
          throw new Problem('invalid-transition', {
            en: `The payment is \`${payment.state}\` and cannot be cancelled. Read it again.`,
            fr: `Le paiement est dans l’état \`${payment.state}\` et ne peut pas être annulé. Relisez-le.`,
          });
        const at = app.now();
        await updatePayment(trx, id, { cancel_requested_at: at, next_check_at: at });
        await audit(trx, input, { objectType: 'payment_intent', objectId: id, after: { isCancelRequested: true } });
        return reply(paymentView({ ...payment, cancel_requested_at: at }, app));
      }),
    );
  },
);
