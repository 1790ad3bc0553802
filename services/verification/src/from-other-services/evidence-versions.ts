import type { Insertable } from 'kysely';
import type { Trx } from '../app.ts';
import type { EvidenceVersion } from '../db/schema.ts';

export async function insertEvidence(trx: Trx, values: Insertable<EvidenceVersion>): Promise<void> {
  await trx.insertInto('evidence_version').values(values).execute();
}

export async function setEvidenceState(
  trx: Trx,
  id: string,
  state: 'available' | 'rejected' | 'withdrawn' | 'lost',
): Promise<boolean> {
  const before = state === 'available' ? (['pending_scan'] as const) : (['pending_scan', 'available'] as const);
  const row = await trx
    .updateTable('evidence_version')
    .set({ state })
    .where('id', '=', id)
    .where('state', 'in', before)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markSubmittedElsewhere(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('evidence_version')
    .set({ is_submitted_elsewhere: true })
    .where('id', '=', id)
    .where('is_submitted_elsewhere', '=', false)
    .execute();
}

/** Those of which another provider submitted the same bytes. They stay so until the transaction ends. */
export async function findSubmittedElsewhere(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('evidence_version')
    .select(['id', 'is_submitted_elsewhere'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(rows.filter(({ is_submitted_elsewhere }) => is_submitted_elsewhere).map(({ id }) => id));
}
