import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { type App, audit, route, type Trx } from '../../app.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { assertApart, refusingBothSides } from '../both-sides/both-sides.ts';
import { enquiryView } from './enquiry-view.ts';
import {
  type AskedOfProvider,
  assertCanBecome,
  assertHasClaim,
  assertNotStopped,
  lockOwnEnquiry,
  moveEnquiry,
  notifySide,
} from './move-enquiry.ts';
import { Enquiry, EnquiryParams } from './schema.ts';

export const acceptEnquiry = route(
  {
    method: 'post',
    path: '/enquiries/{enquiryId}/accept',
    summary: 'Accept an enquiry',
    description:
      'Only a `sent` enquiry, within 7 days, while the provider offers the service and the public sees a current claim of it in the category, and not while operators suspend or withhold the provider. The customer is notified.',
    access: 'provider.enquiries.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    repeat: 'read',
    params: EnquiryParams,
    responds: { status: 200, body: Enquiry },
    problems: ['invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: { on: 'enquiry', as: 'accept_enquiry' },
    rule: lockAcceptable,
  },
  (input, app) =>
    app.db.transact((trx) =>
      onceThenRead(
        trx,
        input.idempotency,
        async () => {
          const at = app.now();
          const { row } = await lockAcceptable(input, app, trx);
          await refusingBothSides(moveEnquiry(trx, row, { to: 'accepted', at, change: { answered_at: at } }));
          await notifySide(trx, row, 'customer', 'enquiry_accepted');
          await audit(trx, input, {
            objectType: 'enquiry',
            objectId: row.id,
            before: { state: row.state },
            after: { state: 'accepted' },
          });
          return reply(row.id);
        },
        (id) => enquiryView(trx, id, { side: 'provider', at: app.now() }),
      ),
    ),
);

async function lockAcceptable(asked: AskedOfProvider, { now }: App, trx: Trx) {
  const at = now();
  await lockOpenProvider(trx, asked);
  const row = await lockOwnEnquiry(trx, asked.params.enquiryId, asked.providerId);
  await assertNotStopped(trx, row, at);
  assertCanBecome('accepted', row, at);
  await assertHasClaim(trx, row, at);
  await assertApart(trx, { customerId: row.customer_id, providerId: row.provider_id, since: row.sent_at });
  return { row, until: row.answer_due_at };
}
