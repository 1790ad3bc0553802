import type { Db } from '../../app.ts';
import { insertMessage } from '../mailbox/queries.ts';
import { recipientOf } from '../mailbox/recipient.ts';
import type { MessageSender } from './message-sender.ts';

/** Stores messages for `GET /dev/mailbox` and sends nothing. */
export function mailboxSender(db: Db, now: () => Date): MessageSender {
  return {
    send: async ({ id, channel, template, text, to, code, challengeId, contact, push }) => {
      await insertMessage(db, {
        id,
        channel,
        template,
        text,
        recipient: recipientOf(to),
        contact: contact ?? null,
        code: code ?? null,
        challenge_id: challengeId ?? null,
        device_id: push?.deviceId ?? null,
        push_service: push?.service ?? null,
        sent_at: now(),
      });
      return {};
    },
  };
}
