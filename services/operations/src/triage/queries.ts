import type { Requirement } from '@trust/contracts/events/provider';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { ProviderLabel, TriageCase } from '../db/schema.ts';
import { dueSoonUntil, weights } from './priority.ts';
import type { openStates, triageKinds } from './schema.ts';
import type { Visibility } from './visibility.ts';

type OpenState = (typeof openStates)[number];

export type TriageFilter = {
  visibility: Visibility;
  asOf: Date;
  kind: (typeof triageKinds)[number] | undefined;
  state: OpenState | undefined;
  after: { priority: number; dueAt: string | null; caseId: string } | undefined;
  limit: number;
};

export type TriageRow = {
  case_id: string;
  state: OpenState;
  category_key: string;
  requirement_keys: string[];
  /** Of the duty that the case waits for. */
  assignee_id: string | null;
  opened_at: Date;
  due_at: Date | null;
  priority: number;
  display_name: string | null;
  possible_duplicate: boolean;
  category_label: unknown;
  requirement_labels: unknown;
};

export async function findTriageCases(
  db: Db,
  { visibility, asOf, kind, state, after, limit }: TriageFilter,
): Promise<TriageRow[]> {
  const { everything, review, decide, userId, ownProviders } = visibility;
  const states: OpenState[] = state ? [state] : ['in_review', 'recommended'];
  const { sla, maxAgePoints } = weights;
  const { rows } = await sql<TriageRow>`
    with queue as (
      select c.case_id, c.provider_id, c.state, c.category_key, c.requirement_keys, c.opened_at, c.due_at,
        p.display_name, v.category_label, v.requirement_labels,
        case when c.state = 'recommended' then c.decider_id else c.reviewer_id end as assignee_id,
        coalesce(c.due_at, 'infinity') as due_order,
        (case
          when c.due_at is null then ${sla.paused}::int
          when c.due_at <= ${asOf} then ${sla.breached}::int
          when c.due_at <= ${dueSoonUntil(asOf)} then ${sla.due_soon}::int
          else ${sla.on_track}::int
        end) + greatest(0, least(${maxAgePoints}::int, floor(extract(epoch from ${asOf}::timestamptz - c.opened_at) / 86400)::int)) as priority
      from triage_case c
      left join provider_label p on p.provider_id = c.provider_id
      left join requirement_version v on v.id = c.requirement_version_id
      where c.state = any(${states}::text[])
        and (c.state <> 'awaiting_correction' or c.correction_due_at is null or c.correction_due_at > ${asOf})
        and (${kind ?? null}::text is null or ${kind ?? null} = case when c.state = 'recommended' then 'case_decision' else 'case_review' end)
        and c.provider_id <> all(${ownProviders}::uuid[])
        and (
          ${everything}
          or (${review} and c.state <> 'recommended' and (c.reviewer_id is null or c.reviewer_id = ${userId}))
          or (${decide} and c.state = 'recommended' and (c.decider_id is null or c.decider_id = ${userId}) and c.reviewer_id is distinct from ${userId} and c.recommender_id is distinct from ${userId})
        )
    )
    select queue.*, exists (
        select from possible_duplicate d
        left join provider_label other on other.provider_id = d.other_provider_id
        where d.provider_id = queue.provider_id and other.is_closed is not true
      ) as possible_duplicate
    from queue
    where ${after === undefined} or (-priority, due_order, case_id)
      > (${-(after?.priority ?? 0)}::int, ${after?.dueAt ?? 'infinity'}::timestamptz, ${after?.caseId ?? null}::uuid)
    order by priority desc, due_order, case_id
    limit ${limit}`.execute(db);
  return rows;
}

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

export async function upsertProviderLabel(trx: Trx, label: Insertable<ProviderLabel>): Promise<void> {
  await trx
    .insertInto('provider_label')
    .values(label)
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(label))
    .execute();
}

export async function insertPossibleDuplicate(trx: Trx, one: string, other: string): Promise<void> {
  await trx
    .insertInto('possible_duplicate')
    .values([
      { provider_id: one, other_provider_id: other },
      { provider_id: other, other_provider_id: one },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
