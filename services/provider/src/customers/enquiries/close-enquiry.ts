import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { audit, route } from '../../app.ts';
import { ownEnquiry } from './enquiry-view.ts';
import { moveEnquiry, notifySide } from './move-enquiry.ts';
import { deleteContact, type EnquiryRow, lockEnquiry } from './queries.ts';
import { Enquiry, EnquiryParams } from './schema.ts';
import { sideOf } from './side-of.ts';

export const closeEnquiry = route(
  {
    method: 'post',
    path: '/enquiries/{enquiryId}/close',
    summary: 'Close an enquiry',
    description: 'By either side, while it is `sent`, `accepted` or `handed_off`. The other side is notified.',
    access: 'session',
    permissions: ['provider.enquiries.manage'],
    limit: 'profile-mutation',
    repeat: 'read',
    params: EnquiryParams,
    responds: { status: 200, body: Enquiry },
    problems: ['ambiguous-assignment', 'forbidden', 'not-found', 'invalid-transition'],
  },
  (input, { db, now }) =>
    db.transact((trx) =>
      onceThenRead(
        trx,
        input.idempotency,
        async () => {
          const at = now();
          const found = await lockEnquiry(trx, input.params.enquiryId);
          const side = await sideOf(trx, input.actor, found);
          const row = found as EnquiryRow;
          await moveEnquiry(trx, row, { to: 'closed', at, change: { ended_at: at, ended_by: side } });
          await deleteContact(trx, row.id);
          await notifySide(trx, row, side === 'customer' ? 'provider' : 'customer', 'enquiry_closed');
          await audit(trx, input, {
            objectType: 'enquiry',
            objectId: row.id,
            before: { state: row.state },
            after: { state: 'closed', side },
          });
          return reply(row.id);
        },
        (id) => ownEnquiry(trx, input.actor, id, now()),
      ),
    ),
);
