import { type Selectable, sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { EventFlow } from '../../db/schema.ts';
import type { TriageFilter } from '../../queue/filter.ts';
import { columns } from '../../queue/kinds/columns.ts';
import { smallKinds } from '../../queue/kinds/small-kinds.ts';
import type { TriageState } from '../../queue/schema.ts';
import type { TriageKind } from '../../queue/triage-kind.ts';
import { dueSoonUntil, type SlaStatus } from '../../sla-status.ts';

export type QueueRow = {
  kind: TriageKind;
  state: TriageState;
  sla: SlaStatus;
  open: number;
  unassigned: number;
  oldest: Date;
};

/** The work that the reader's triage shows, cases that wait for the provider included. */
type Counted = Pick<TriageFilter, 'visibility' | 'calendar' | 'asOf'>;

export async function countQueues(db: Db, counted: Counted): Promise<QueueRow[]> {
  const { visibility, asOf } = counted;
  const { everything, fieldWork, ownProviders } = visibility;
  const isForeign = sql<boolean>`provider_id <> all(${ownProviders}::uuid[])`;
  const listed = smallKinds.map((rowsOf) => rowsOf({ ...counted, snoozed: 'any', limit: 0 }));
  const { rows } = await sql<QueueRow>`
    with listed (${columns}) as (${sql.join(listed, sql` union all `)}), work (kind, state, opened_at, due_at, assignee_id) as (
      select case state when 'recommended' then 'case_decision' when 'under_appeal' then 'case_appeal' else 'case_review' end,
        state, opened_at, due_at, holder_id
      from triage_case
      where ${everything} and state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal') and ${isForeign}
        and (state <> 'awaiting_correction' or correction_due_at is null or correction_due_at > ${asOf})
      union all
      select 'field_work', state::text, opened_at, due_at, assignee_id from field_work_item
      where ${fieldWork} and state not in ('accepted', 'cancelled', 'cannot_complete') and ${isForeign}
      union all
      select kind, state, opened_at, due_at, assignee_id from listed
    )
    select kind, state, case when due_at is null then 'paused' when due_at <= ${asOf} then 'breached'
        when due_at <= ${dueSoonUntil(asOf)} then 'due_soon' else 'on_track' end as sla,
      count(*)::int as open, (count(*) filter (where assignee_id is null))::int as unassigned, min(opened_at) as oldest
    from work group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

export type LoadRow = { role: string; operators: number; assigned: number; most: number };

/** Operators who may hold a duty, and the open work that they hold. */
export async function countLoad(db: Db): Promise<LoadRow[]> {
  const { rows } = await sql<LoadRow>`
    with role (role, permission) as (values ('reviewer', 'verification.cases.review'),
      ('decider', 'verification.cases.decide'), ('field-agent', 'operations.field-work.perform')),
    held (role, user_id, assigned) as (
      select 'reviewer', reviewer_id, count(*) from triage_case
        where reviewer_id is not null and state in ('awaiting_evidence', 'in_review', 'awaiting_correction') group by 2
      union all
      select 'decider', decider_id, count(*) from triage_case
        where decider_id is not null and state = 'recommended' group by 2
      union all
      select 'field-agent', assignee_id, count(*) from field_work_item
        where assignee_id is not null and state not in ('accepted', 'cancelled', 'cannot_complete') group by 2
    )
    select role.role, count(operator.user_id)::int as operators, coalesce(sum(held.assigned), 0)::int as assigned,
      coalesce(max(held.assigned), 0)::int as most
    from role
    left join operator on role.permission = any(operator.permissions)
    left join held on held.role = role.role and held.user_id = operator.user_id
    group by role.role order by role.role`.execute(db);
  return rows;
}

export function listFlows(db: Db): Promise<Selectable<EventFlow>[]> {
  return db.selectFrom('event_flow').selectAll().execute();
}
