import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { paymentView } from './payment-view.ts';
import { findPayment } from './queries.ts';
import { PaymentIntent } from './schema.ts';

export const getPaymentIntent = route(
  {
    method: 'get',
    path: '/payments/intents/{paymentIntentId}',
    summary: 'Get a payment',
    description: 'The state is that of the payment provider, as last read.',
    access: 'provider.payments.manage',
    scope: 'workspace',
    params: z.object({ paymentIntentId: z.uuid().describe('Identifier of the payment.') }),
    responds: { status: 200, body: PaymentIntent },
  },
  async ({ params, providerId }, app) => {
    const payment = await findPayment(app.db, params.paymentIntentId, providerId);
    if (!payment) throw notFound();
    return paymentView(payment, app);
  },
);
