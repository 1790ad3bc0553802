import type { Requirement } from '@trust/contracts/events/provider';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { TriageCase } from '../../db/schema.ts';
import type { openStates } from '../../queue/schema.ts';

type OpenState = (typeof openStates)[number];

/** By state, without cases whose correction window has ended. */
export async function countOpenCases(
  db: Db,
  asOf: Date,
): Promise<{ state: OpenState; open: number; overdue: number }[]> {
  const { rows } = await sql<{ state: OpenState; open: number; overdue: number }>`
    select state, count(*)::int as open, (count(*) filter (where due_at <= ${asOf}))::int as overdue from triage_case
    where state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction')
      and (state <> 'awaiting_correction' or correction_due_at is null or correction_due_at > ${asOf})
    group by state`.execute(db);
  return rows;
}

export async function insertRequirementVersion(
  trx: Trx,
  version: { id: string; categoryKey: string; categoryLabel: Requirement['label']; requirements: Requirement[] },
): Promise<void> {
  const requirementLabels = Object.fromEntries(version.requirements.map(({ key, label }) => [key, label]));
  await trx
    .insertInto('requirement_version')
    .values({
      id: version.id,
      category_key: version.categoryKey,
      category_label: JSON.stringify(version.categoryLabel),
      requirement_labels: JSON.stringify(requirementLabels),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export function findClock(trx: Trx, caseId: string) {
  return trx
    .selectFrom('triage_case')
    .select(['sla_stage', 'due_at', 'remaining_ms'])
    .where('case_id', '=', caseId)
    .executeTakeFirst();
}

export async function upsertTriageCase(trx: Trx, row: Insertable<TriageCase>): Promise<void> {
  await trx
    .insertInto('triage_case')
    .values(row)
    .onConflict((conflict) => conflict.column('case_id').doUpdateSet(row))
    .execute();
}
