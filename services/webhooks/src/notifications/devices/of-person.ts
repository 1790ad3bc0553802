import type { Trx } from '../../app.ts';

export async function deleteDevicesOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('device').where('user_id', '=', userId).execute();
}
