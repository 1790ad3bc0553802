import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
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
  async ({ actor, query, request }, { db, cursors }) => {
    const position = query.cursor ? cursors.open(request.binding, query.cursor) : undefined;
    const before = position && { at: String(position[0]), id: String(position[1]) };
    const rows = await findPaymentsOf(db, actor.userId, { before, limit: query.limit + 1 });
    return pageOf(rows, {
      limit: query.limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.created_at, row.id],
      item: accountPaymentView,
    });
  },
);
