import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { type App, audit, route, type Trx } from '../../app.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { enquiryView } from './enquiry-view.ts';
import {
  type AskedOfProvider,
  assertCanBecome,
  assertNoContact,
  assertNotStopped,
  lockOwnEnquiry,
  moveEnquiry,
  notifySide,
} from './move-enquiry.ts';
import { deleteContact, insertMessage } from './queries.ts';
import { Enquiry, EnquiryDecline, EnquiryParams } from './schema.ts';

export const declineEnquiry = route(
  {
    method: 'post',
    path: '/enquiries/{enquiryId}/decline',
    summary: 'Decline an enquiry',
    description: 'Only a `sent` enquiry, within 7 days. The customer is notified; the contact is deleted.',
    access: 'provider.enquiries.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    repeat: 'read',
    params: EnquiryParams,
    body: EnquiryDecline,
    responds: { status: 200, body: Enquiry },
    problems: ['invalid-transition', 'state-conflict'],
    acts: { on: 'enquiry', as: 'decline_enquiry' },
    rule: lockDeclinable,
  },
  (input, app) =>
    app.db.transact((trx) =>
      onceThenRead(
        trx,
        input.idempotency,
        async () => {
          const at = app.now();
          const { reasonCode, message: text } = input.body;
          const { row } = await lockDeclinable(input, app, trx);
          const author = { author: 'provider', author_id: input.actor.userId };
          if (text) {
            assertNoContact(text, 'message');
            await assertNotStopped(trx, row, at);
            await insertMessage(trx, { id: app.newId(), enquiry_id: row.id, ...author, text, sent_at: at });
          }
          const end = { ended_at: at, ended_by: 'provider', decline_reason: reasonCode } as const;
          await moveEnquiry(trx, row, { to: 'declined', at, change: { answered_at: at, ...end } });
          await deleteContact(trx, row.id);
          await notifySide(trx, row, 'customer', 'enquiry_declined');
          await audit(trx, input, {
            objectType: 'enquiry',
            objectId: row.id,
            before: { state: row.state },
            after: { state: 'declined', reasonCode },
          });
          return reply(row.id);
        },
        (id) => enquiryView(trx, id, { side: 'provider', at: app.now() }),
      ),
    ),
);

/** Before the message, which the database rejects once the enquiry has ended. */
async function lockDeclinable(asked: AskedOfProvider, { now }: App, trx: Trx) {
  await lockOpenProvider(trx, asked);
  const row = await lockOwnEnquiry(trx, asked.params.enquiryId, asked.providerId);
  assertCanBecome('declined', row, now());
  return { row, until: row.answer_due_at };
}
