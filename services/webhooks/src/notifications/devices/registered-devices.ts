import type { Selectable } from 'kysely';
import type { Db } from '../../app.ts';
import type { Device } from '../../db/schema.ts';

export type DeviceRow = Selectable<Device>;

/** Unless the device has registered a new token since it was read. */
export async function deleteDeadToken(db: Db, { id, token_hash }: DeviceRow): Promise<void> {
  await db.deleteFrom('device').where('id', '=', id).where('token_hash', '=', token_hash).execute();
}

export function findDevicesOf(trx: Db, userId: string): Promise<DeviceRow[]> {
  return trx.selectFrom('device').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export function findDevice(db: Db, id: string, userId: string): Promise<DeviceRow | undefined> {
  return db.selectFrom('device').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
}
