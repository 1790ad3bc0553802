import type { Insertable } from 'kysely';
import type { Db } from '../../app.ts';
import type { DevMailboxMessage } from '../../db/schema.ts';

export async function insertMessage(db: Db, message: Insertable<DevMailboxMessage>): Promise<void> {
  await db
    .insertInto('dev_mailbox_message')
    .values(message)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Newest first. Without a recipient, the messages of all. */
export function findMessages(db: Db, recipient: string | undefined, limit: number) {
  return db
    .selectFrom('dev_mailbox_message')
    .selectAll()
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
