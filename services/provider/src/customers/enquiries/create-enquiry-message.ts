import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { assertNoContact, assertNotStopped, notifySide } from './move-enquiry.ts';
import { type EnquiryRow, insertMessage, lockEnquiry, maxMessages } from './queries.ts';
import { EnquiryMessage, EnquiryMessageCreate, EnquiryParams } from './schema.ts';
import { sideOf } from './side-of.ts';
import { stateAt, transitions } from './states.ts';

export const createEnquiryMessage = route(
  {
    method: 'post',
    path: '/enquiries/{enquiryId}/messages',
    summary: 'Send a message',
    description: `By either side, while the enquiry is open: plain text, at most ${maxMessages} messages of an enquiry. Until the contact is handed over, a text that shows a way to reach somebody is 400. The other side is notified without the text.`,
    access: 'session',
    permissions: ['provider.enquiries.manage'],
    limit: 'profile-mutation',
    params: EnquiryParams,
    body: EnquiryMessageCreate,
    responds: { status: 201, body: EnquiryMessage, location: '/enquiries/{enquiryId}' },
    problems: ['ambiguous-assignment', 'forbidden', 'not-found', 'invalid-transition', 'state-conflict'],
  },
  (input, { db, now, newId }) =>
    db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const at = now();
        const found = await lockEnquiry(trx, input.params.enquiryId);
        const author = await sideOf(trx, input.actor, found);
        const row = found as EnquiryRow;
        if (author === 'provider') await assertNotStopped(trx, row, at);
        if (transitions[stateAt(row, at)].length === 0)
          throw new Problem('invalid-transition', {
            en: 'The enquiry has ended. Send a new enquiry.',
            fr: 'La demande est terminée. Envoyez-en une nouvelle.',
          });
        if (row.state !== 'handed_off') assertNoContact(input.body.text, 'text');
        const message = { id: newId(), author, text: input.body.text };
        const written = { enquiry_id: row.id, author_id: input.actor.userId, sent_at: at };
        if (!(await insertMessage(trx, { ...message, ...written })))
          throw conflict({
            en: `An enquiry has at most ${maxMessages} messages. Use the contact of the other side, or close the enquiry.`,
            fr: `Une demande compte au plus ${maxMessages} messages. Utilisez les coordonnées échangées ou fermez la demande.`,
          });
        await notifySide(trx, row, author === 'customer' ? 'provider' : 'customer', 'enquiry_message');
        await audit(trx, input, { objectType: 'enquiry', objectId: row.id, after: { author } });
        return reply({ ...message, sentAt: at.toISOString() }, { status: 201 });
      }),
    ),
);
