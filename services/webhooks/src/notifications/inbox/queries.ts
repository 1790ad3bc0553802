import { pruneTask } from '@trust/service-kit/database/prune';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Notification } from '../../db/schema.ts';

/** False if it exists. */
export async function insertNotification(trx: Trx, notification: Insertable<Notification>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notification')
    .values(notification)
    .onConflict((conflict) => conflict.columns(['event_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const keptDays = 365;

export const pruneNotifications = pruneTask(
  'notification',
  (now) => sql`created_at < ${new Date(now.getTime() - keptDays * 86_400_000)}`,
);
