import { conflict, Problem } from '@trust/service-kit/problems/problem';
import { type App, audit, command, type Trx } from '../../app.ts';
import { assertNoContact, assertNotStopped, lockOfSide, notifySide } from './move-enquiry.ts';
import { hasRoom, insertMessage, maxMessages } from './queries.ts';
import { EnquiryMessage, EnquiryMessageCreate, EnquiryParams } from './schema.ts';
import type { ActingPerson } from './side-of.ts';
import { stateAt, transitions } from './states.ts';

export const createEnquiryMessage = command(
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
    acts: { on: 'enquiry', as: 'send_message' },
    rule: lockWritable,
  },
  async (input, { now, newId }, trx, { row, side: author }) => {
    const at = now();
    if (row.state !== 'handed_off') assertNoContact(input.body.text, 'text');
    const message = { id: newId(), author, text: input.body.text };
    const written = { enquiry_id: row.id, author_id: input.actor.userId, sent_at: at };
    if (!(await insertMessage(trx, { ...message, ...written }))) throw tooMany();
    await notifySide(trx, row, author === 'customer' ? 'provider' : 'customer', 'enquiry_message');
    await audit(trx, input, { objectType: 'enquiry', objectId: row.id, after: { author } });
    return { ...message, sentAt: at.toISOString() };
  },
);

type Asking = { actor: ActingPerson; params: { enquiryId: string } };

async function lockWritable({ actor, params }: Asking, { now }: App, trx: Trx) {
  const at = now();
  const own = await lockOfSide(trx, actor, params.enquiryId);
  if (own.side === 'provider') await assertNotStopped(trx, own.row, at);
  if (transitions[stateAt(own.row, at)].length === 0)
    throw new Problem('invalid-transition', {
      en: 'The enquiry has ended. Send a new enquiry.',
      fr: 'La demande est terminée. Envoyez-en une nouvelle.',
    });
  if (!(await hasRoom(trx, own.row.id))) throw tooMany();
  return own;
}

function tooMany(): Problem {
  return conflict({
    en: `An enquiry has at most ${maxMessages} messages. Use the contact of the other side, or close the enquiry.`,
    fr: `Une demande compte au plus ${maxMessages} messages. Utilisez les coordonnées échangées ou fermez la demande.`,
  });
}
