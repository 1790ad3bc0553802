import { type Insertable, sql } from 'kysely';
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

/** The earlier cases from which the case is judged on documents (docs/domain/review-and-duties.md 28). */
export async function casesOfDocuments(
  trx: Trx,
  { caseId, evidenceVersionId }: { caseId: string; evidenceVersionId?: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct v.case_id as id from case_evidence e join evidence_version v on v.id = e.evidence_version_id
    where e.case_id = ${caseId} and e.claim_id is not null
      and v.id = coalesce(${evidenceVersionId ?? null}::uuid, v.id)
    order by v.case_id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Before the case itself, oldest first: a freeze of one of them takes its lock. */
export async function lockCasesOfDocuments(trx: Trx, caseId: string, other?: string): Promise<void> {
  const ids = [...(await casesOfDocuments(trx, { caseId })), ...(other ? [other] : [])];
  if (ids.length === 0) return;
  await trx
    .selectFrom('verification_case')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('opened_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}
