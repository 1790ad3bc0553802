import { pruneTask } from '@trust/service-kit/database/prune';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { Notification } from '../db/schema.ts';

export async function insertRepresentative(
  trx: Trx,
  assignment: { assignment_id: string; provider_id: string; user_id: string },
): Promise<void> {
  await trx
    .insertInto('representative')
    .values(assignment)
    .onConflict((conflict) => conflict.column('assignment_id').doNothing())
    .execute();
}

/** Of a snapshot, which has the time of the provider service. */
export async function setRepresentativeEnd(trx: Trx, assignmentId: string, endedAt: Date): Promise<void> {
  await trx
    .updateTable('representative')
    .set({ ended_at: endedAt })
    .where('assignment_id', '=', assignmentId)
    .execute();
}

export async function endRepresentative(trx: Trx, assignmentId: string, at: Date): Promise<void> {
  await trx
    .updateTable('representative')
    .set({ ended_at: at })
    .where('assignment_id', '=', assignmentId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Current and former representatives. */
export function findRepresentatives(trx: Trx, providerId: string) {
  return trx
    .selectFrom('representative')
    .select(['user_id', 'ended_at'])
    .where('provider_id', '=', providerId)
    .execute();
}

/** False if it exists. */
export async function insertNotification(trx: Trx, notification: Insertable<Notification>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notification')
    .values(notification)
    .onConflict((conflict) => conflict.columns(['event_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteNotifications(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('notification').where('user_id', '=', userId).execute();
  await trx.deleteFrom('person_inbox').where('user_id', '=', userId).execute();
}

export function findNotificationsOf(trx: Trx, userId: string) {
  return trx
    .selectFrom('notification')
    .select(['template', 'provider_id', 'created_at', 'read_at', 'data'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

const keptDays = 365;

export const pruneNotifications = pruneTask(
  'notification',
  (now) => sql`created_at < ${new Date(now.getTime() - keptDays * 86_400_000)}`,
);
