import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';

/** At this many consecutive failures of an identity unknown devices cannot sign in. */
export const mostFailures = 100;

/** Forgets the failures of identities; returns how many there were. */
export async function forgetFailures(trx: Trx, identifierIndexes: readonly Buffer[]): Promise<number> {
  const rows = await trx
    .deleteFrom('sign_in_failure')
    .where((eb) => eb('identifier_index', '=', eb.fn.any(eb.val(identifierIndexes))))
    .returning('failures')
    .execute();
  return rows.reduce((sum, { failures }) => sum + failures, 0);
}

export type Standing = { isKnown: boolean; isStopped: boolean };

/** Whether a device has signed in at an identity before, and whether sign-in is stopped for devices that have not. */
export async function findStanding(
  db: Db,
  { channel, index, device }: { channel: string; index: Buffer; device: Buffer },
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select exists (select from known_device where device_hash = ${device}) as "isKnown",
      exists (select from sign_in_failure where channel = ${channel} and identifier_index = ${index}
        and failures >= ${mostFailures}) as "isStopped"`.execute(db);
  return rows[0] ?? { isKnown: false, isStopped: true };
}

/** The failures of a person, as a data export shows them. */
export async function findFailuresOf(db: Db, personId: string) {
  const { rows } = await sql<{ contactPointId: string; failures: number; lastFailedAt: Date }>`
    select c.id as "contactPointId", f.failures, f.last_failed_at as "lastFailedAt"
    from sign_in_failure f join contact_point c using (channel, identifier_index)
    where c.person_id = ${personId} order by f.last_failed_at`.execute(db);
  return rows;
}
