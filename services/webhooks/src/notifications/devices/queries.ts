import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Device } from '../../db/schema.ts';
import type { DeviceRow } from './registered-devices.ts';

type Registration = { installationId: string; userId: string; hashes: readonly Buffer[] };

/** Registrations of one installation or token wait for each other. */
export async function lockRegistration(trx: Trx, installationId: string, tokenHash: Buffer): Promise<void> {
  for (const key of [installationId, tokenHash.toString('hex')].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`device ${key}`}, 0))`.execute(trx);
}

/** A registration of the installation or token by another person, renewed since `since`. */
export async function isHeldByAnother(
  trx: Trx,
  { installationId, userId, hashes, since }: Registration & { since: Date },
): Promise<boolean> {
  const held = await trx
    .selectFrom('device')
    .select('id')
    .where('user_id', '!=', userId)
    .where('updated_at', '>', since)
    .where(({ eb, or }) => or([eb('token_hash', 'in', hashes), eb('installation_id', '=', installationId)]))
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

/** The token at another installation, and the installation of another person. */
export async function deleteOtherHolders(trx: Trx, { installationId, userId, hashes }: Registration): Promise<void> {
  await trx
    .deleteFrom('device')
    .where(({ eb, and, or }) =>
      or([
        and([eb('token_hash', 'in', hashes), eb('installation_id', '!=', installationId)]),
        and([eb('installation_id', '=', installationId), eb('user_id', '!=', userId)]),
      ]),
    )
    .execute();
}

export function lockInstallation(trx: Trx, installationId: string): Promise<DeviceRow | undefined> {
  return trx
    .selectFrom('device')
    .selectAll()
    .where('installation_id', '=', installationId)
    .forUpdate()
    .executeTakeFirst();
}

export function insertDevice(trx: Trx, device: Insertable<Device>): Promise<DeviceRow> {
  return trx.insertInto('device').values(device).returningAll().executeTakeFirstOrThrow();
}

export type DeviceChange = Partial<Omit<Insertable<Device>, 'id' | 'user_id' | 'installation_id'>>;

export function updateDevice(trx: Trx, id: string, change: DeviceChange): Promise<DeviceRow> {
  return trx.updateTable('device').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Keeps the most recently registered ones. */
export async function deleteOldDevices(trx: Trx, userId: string, kept: number): Promise<void> {
  await sql`delete from device where id in (
    select id from device where user_id = ${userId} order by updated_at desc, id desc offset ${kept})`.execute(trx);
}

export async function deleteOwnDevice(trx: Trx, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('device')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteDevicesOfSession(trx: Trx, sessionId: string): Promise<void> {
  await trx.deleteFrom('device').where('session_id', '=', sessionId).execute();
}

/** Sealed under a secret other than `keyId`. Skips those that another replica has locked. */
export function lockOldEnvelopes(trx: Trx, keyId: string, limit: number): Promise<DeviceRow[]> {
  return trx
    .selectFrom('device')
    .selectAll()
    .where('key_id', '!=', keyId)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
