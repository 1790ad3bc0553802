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

type Sent = { userId: string; providerId: string | null; data: object; template: string; id: string; since: Date };

/** Whether another one of the same template, about the same provider and enquiry, is in the inbox since then. */
export async function isNotifiedSince(trx: Trx, sent: Sent): Promise<boolean> {
  const { userId, providerId, data, template, id, since } = sent;
  const enquiryId = 'enquiryId' in data ? data.enquiryId : null;
  const { rows } = await sql`
    select from notification where user_id = ${userId} and template = ${template} and created_at >= ${since}
      and provider_id is not distinct from ${providerId}::uuid and id <> ${id}
      and data ->> 'enquiryId' is not distinct from ${enquiryId}::text limit 1`.execute(trx);
  return rows.length > 0;
}

const keptDays = 365;

export const pruneNotifications = pruneTask(
  'notification',
  (now) => sql`created_at < ${new Date(now.getTime() - keptDays * 86_400_000)}`,
);
