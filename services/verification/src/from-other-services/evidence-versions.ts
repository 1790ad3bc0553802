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
