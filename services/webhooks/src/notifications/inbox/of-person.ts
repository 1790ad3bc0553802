import type { Trx } from '../../app.ts';

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
