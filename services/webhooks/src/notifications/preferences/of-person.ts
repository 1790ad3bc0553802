import type { Trx } from '../../app.ts';

export async function deletePreference(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('notification_preference').where('user_id', '=', userId).execute();
}
