import { type Insertable, type Selectable, sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { AppliedOverride, CorrectionRequest } from '../db/schema.ts';

/** False if the override is known: it has one effect. */
export async function insertOverride(trx: Trx, row: Insertable<AppliedOverride>): Promise<boolean> {
  const saved = await trx
    .insertInto('applied_override')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('override_id')
    .executeTakeFirst();
  return saved !== undefined;
}

export async function findBlockedUntil(trx: Trx, caseId: string, now: Date): Promise<Date | undefined> {
  const block = await trx
    .selectFrom('applied_override')
    .select(({ fn }) => fn.max('ends_at').as('until'))
    .where('kind', '=', 'case-reassignment-block')
    .where('target_id', '=', caseId)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return block?.until ?? undefined;
}

/** The open request of a case, if it was there when the override was approved. */
export function lockOpenCorrection(
  trx: Trx,
  caseId: string,
  approvedAt: Date,
): Promise<Selectable<CorrectionRequest> | undefined> {
  return trx
    .selectFrom('correction_request')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .where('requested_at', '<=', approvedAt)
    .forUpdate()
    .executeTakeFirst();
}

export async function extendCorrection(trx: Trx, id: string, dueAt: Date): Promise<void> {
  await trx.updateTable('correction_request').set({ due_at: dueAt }).where('id', '=', id).execute();
}

export async function findCaseOfClaim(trx: Trx, claimId: string): Promise<string | undefined> {
  const { rows } = await sql<{ case_id: string }>`
    select d.case_id from claim c join decision d on d.id = c.decision_id where c.id = ${claimId}`.execute(trx);
  return rows[0]?.case_id;
}
