import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { MessageStatus } from '../../db/schema.ts';

export async function insertMessageStatus(trx: Trx, status: Insertable<MessageStatus>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('message_status')
    .values(status)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}
