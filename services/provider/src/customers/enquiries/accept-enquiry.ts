import { onceThenRead } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { audit, route } from '../../app.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { refusingBothSides } from '../both-sides/both-sides.ts';
import { enquiryView } from './enquiry-view.ts';
import {
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
  },
  (input, { db, now }) =>
    db.transact((trx) =>
      onceThenRead(
        trx,
        input.idempotency,
        async () => {
          const at = now();
          await lockOpenProvider(trx, input);
          const row = await lockOwnEnquiry(trx, input.params.enquiryId, input.providerId);
          await assertNotStopped(trx, row, at);
          assertCanBecome('accepted', row, at);
          await assertHasClaim(trx, row, at);
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
        (id) => enquiryView(trx, id, { side: 'provider', at: now() }),
      ),
    ),
);
