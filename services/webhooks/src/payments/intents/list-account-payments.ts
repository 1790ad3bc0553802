import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { accountPaymentView } from './payment-view.ts';
import { findPaymentsOf } from './queries.ts';
import { AccountPaymentPage, AccountPaymentQuery } from './schema.ts';

export const listAccountPayments = route(
  {
    method: 'get',
    path: '/account/payments',
    summary: 'List your payments',
    description: 'The payments that you started, for any provider. Newest first.',
    access: 'session',
    query: AccountPaymentQuery,
    responds: { status: 200, body: AccountPaymentPage },
  },
  (input, { db, cursors }) =>
    findPage(input, cursors, (window) => findPaymentsOf(db, input.actor.userId, window), {
      positionOf: ({ created_at, id }) => [created_at.toISOString(), id],
      item: accountPaymentView,
    }),
);
