import { sql } from 'kysely';
import type { Db } from '../../app.ts';

/** Consecutive failures of an identity that stop sign-ins of unknown devices (ADR 0031). */
export const maxFailures = 100;

/** Returns the count of each contact point of the person. */
export async function countFailure(db: Db, personId: string, now: Date): Promise<number[]> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failure as counter (channel, identifier_index, failures, last_failed_at)
    select channel, identifier_index, 1, ${now}::timestamptz from contact_point where person_id = ${personId}
    order by channel, identifier_index
    on conflict (channel, identifier_index) do update
      set failures = counter.failures + 1, last_failed_at = excluded.last_failed_at
    returning failures`.execute(db);
  return rows.map(({ failures }) => failures);
}

export type DeviceStatus = { isKnown: boolean; isSignInStopped: boolean };

/** `isKnown`: the device has signed in to the identity before. */
export async function findDeviceStatus(
  db: Db,
  { channel, index, device }: { channel: string; index: Buffer; device: Buffer },
): Promise<DeviceStatus> {
  const { rows } = await sql<DeviceStatus>`
    select exists (select from known_device where device_hash = ${device}) as "isKnown",
      exists (select from sign_in_failure where channel = ${channel} and identifier_index = ${index}
        and failures >= ${maxFailures}) as "isSignInStopped"`.execute(db);
  return rows[0] ?? { isKnown: false, isSignInStopped: true };
}
