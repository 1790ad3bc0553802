import { pageOfAll } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import type { Channel } from '../../messages/text.ts';
import { findMessages } from './queries.ts';
import { recipientOf } from './recipient.ts';
import { Mailbox, MailboxQuery } from './schema.ts';

const maxMessages = 50;

export const listMailbox = route(
  {
    method: 'get',
    path: '/dev/mailbox',
    base: 'root',
    summary: 'List messages of the development mailbox',
    description:
      'The messages that development mode did not send, of one phone number, email address or user, or of all: newest first, at most 50. `challengeId` names the challenge that a code belongs to, `device` the installation that a push went to. A message appears shortly after the request that causes it, so poll until `sentAt` is later than that request. Older codes stay listed but no longer work.',
    access: 'public',
    alwaysOpen: true,
    query: MailboxQuery,
    responds: { status: 200, body: Mailbox },
  },
  async (input, { db, cursors }) => {
    const { query } = input;
    const messages = await findMessages(db, query.to === undefined ? undefined : recipientOf(query.to), maxMessages);
    const found = messages.map((message) => ({
      id: message.id,
      channel: message.channel as Channel,
      to: message.recipient,
      template: message.template,
      text: message.text,
      ...(message.code && { code: message.code }),
      ...(message.challenge_id && { challengeId: message.challenge_id }),
      ...(message.device_id && {
        device: { id: message.device_id, pushService: message.push_service ?? '' },
      }),
      sentAt: message.sent_at.toISOString(),
    }));
    return pageOfAll(input, cursors, found, ({ id }) => id);
  },
);
