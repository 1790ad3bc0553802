import type { Db } from '../app.ts';
import type { MessageSender } from '../deliveries/message-sender.ts';
import { insertMessage } from './queries.ts';
import { recipientOf } from './recipient.ts';

/** Stores messages for `GET /dev/mailbox` and sends nothing. */
export function mailboxSender(db: Db, now: () => Date): MessageSender {
  return {
    send: async ({ id, channel, template, text, to, code, challengeId, contact }) => {
      await insertMessage(db, {
        id,
        channel,
        template,
        text,
        recipient: recipientOf(to),
        contact: contact ?? null,
        code: code ?? null,
        challenge_id: challengeId ?? null,
        sent_at: now(),
      });
      return {};
    },
  };
}
