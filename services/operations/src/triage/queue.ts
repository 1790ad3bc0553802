import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../app.ts';
import { isVisible } from '../escalations/queries.ts';
import { type Level, levelsAt } from './levels.ts';
import { dueSoonUntil, weights } from './priority.ts';
import type { TriageKind, TriageState } from './schema.ts';
import type { Visibility } from './visibility.ts';

export type TriageFilter = {
  visibility: Visibility;
  asOf: Date;
  kind: TriageKind | undefined;
  state: TriageState | undefined;
  after: { priority: number; dueAt: string | null; id: string } | undefined;
  limit: number;
};

export type TriageRow = {
  subject_type:
    | 'review'
    | 'dispute'
    | 'report'
    | 'verification_case'
    | 'escalation'
    | 'incident'
    | 'emergency_action'
    | 'field_work_item';
  subject_id: string;
  case_id: string | null;
  kind: TriageKind;
  state: TriageState;
  category_key: string | null;
  requirement_keys: string[];
  /** Of a case: of the duty that it waits for. */
  assignee_id: string | null;
  opened_at: Date;
  due_at: Date | null;
  /** Open escalations of the subject that the reader can see. */
  escalations: number;
  is_safety: boolean;
  priority: number;
  display_name: string | null;
  possible_duplicate: boolean;
  category_label: unknown;
  requirement_labels: unknown;
};

/** One query for all kinds of work. Labels are joined to the rows of the page only. */
export async function findTriageItems(db: Db, filter: TriageFilter): Promise<TriageRow[]> {
  const { asOf, after, limit } = filter;
  const { rows } = await sql<TriageRow>`
    with raised as (
      select case_id, count(*)::int as escalations, bool_or(reason_code = 'safety_concern') as is_safety
      from escalation where state <> 'resolved' and case_id is not null
        and ${filter.visibility.escalations} and ${isVisible(filter.visibility)}
      group by case_id
    ), work as (
      ${raisedCases(filter)} union all ${escalations(filter)} union all ${incidents(filter)}
      union all ${emergencies(filter)} union all ${fieldWork(filter)}
      union all ${moderations(filter)}
    ), queue as (
      (${casesByLevel(filter)}) union all select work.*, ${priority(asOf)} from work
    ), page as (
      select queue.*, coalesce(due_at, 'infinity') as due_order from queue
      where ${after === undefined} or (-priority, coalesce(due_at, 'infinity'), subject_id)
        > (${-(after?.priority ?? 0)}::int, ${after?.dueAt ?? 'infinity'}::timestamptz, ${after?.id ?? null}::uuid)
      order by priority desc, due_order, subject_id
      limit ${limit}
    )
    select page.subject_type, page.subject_id, page.case_id, page.kind, page.state, page.opened_at, page.due_at,
      page.assignee_id, page.escalations, page.is_safety, page.priority, coalesce(page.category_key, c.category_key) as category_key,
      coalesce(page.requirement_keys, c.requirement_keys, '{}') as requirement_keys, p.display_name, v.category_label, v.requirement_labels, exists (
        select from possible_duplicate d
        left join provider_label other on other.provider_id = d.other_provider_id
        where d.provider_id = page.provider_id and other.is_closed is not true
      ) as possible_duplicate
    from page
    left join triage_case c on c.case_id = page.case_id
    left join provider_label p on p.provider_id = page.provider_id
    left join requirement_version v on v.id = coalesce(page.requirement_version_id, c.requirement_version_id)
    order by page.priority desc, due_order, subject_id`.execute(db);
  return rows;
}

/**
 * Cases without escalations, level by level: the query reads from indexes and stops when the page
 * is full. Other subjects are few.
 */
function casesByLevel(filter: TriageFilter) {
  const { asOf, after, limit } = filter;
  const levels = levelsAt(asOf, after?.priority);
  const column = (name: keyof Level) => sql`${levels.map((level) => level[name])}`;
  const inLevel = sql`${waitingCase(filter)}
    and coalesce(c.due_at, 'infinity') > level.due_from and coalesce(c.due_at, 'infinity') <= level.due_to
    and c.case_id not in (select case_id from raised)
    and (${after === undefined} or level.priority < ${after?.priority ?? 0}::int or (coalesce(c.due_at, 'infinity'), c.case_id)
      > (${after?.dueAt ?? 'infinity'}::timestamptz, ${after?.id ?? null}::uuid))
    order by coalesce(c.due_at, 'infinity'), c.case_id limit ${limit}`;
  // No index serves this form, so the planner reads the many oldest cases in the order of their due time.
  const byDueTime = sql`coalesce(c.opened_at <= level.opened_to, false)`;
  return sql`
    select item.*, level.priority from (
      select * from unnest(${column('priority')}::int[], ${column('isOldest')}::boolean[], ${column('dueFrom')}::timestamptz[],
        ${column('dueTo')}::timestamptz[], ${column('openedFrom')}::timestamptz[], ${column('openedTo')}::timestamptz[]
      ) as level (priority, is_oldest, due_from, due_to, opened_from, opened_to)
      order by priority desc
    ) level cross join lateral (
      (select ${caseColumns}, 0 as escalations, false as is_safety from triage_case c where level.is_oldest
        and ${byDueTime} and ${inLevel})
      union all
      (select ${caseColumns}, 0, false from triage_case c where not level.is_oldest
        and c.opened_at > level.opened_from and c.opened_at <= level.opened_to and ${inLevel})
    ) item
    order by level.priority desc, coalesce(due_at, 'infinity'), subject_id
    limit ${limit}`;
}

function raisedCases(filter: TriageFilter) {
  return sql`select ${caseColumns}, r.escalations, r.is_safety from triage_case c join raised r on r.case_id = c.case_id
    where ${waitingCase(filter)}`;
}

const caseColumns = sql`'verification_case' as subject_type, c.case_id as subject_id, c.case_id,
  case when c.state = 'recommended' then 'case_decision' else 'case_review' end as kind, c.state,
  c.provider_id, c.category_key, c.requirement_version_id, c.requirement_keys, c.opened_at, c.due_at,
  case when c.state = 'recommended' then c.decider_id else c.reviewer_id end as assignee_id`;

/** The sum of `componentsOf` in priority.ts. */
function priority(asOf: Date): RawBuilder<number> {
  const { sla, maxAgePoints, safety, eachEscalation, maxEscalationPoints } = weights;
  return sql`(case
      when due_at is null then ${sla.paused}::int
      when due_at <= ${asOf} then ${sla.breached}::int
      when due_at <= ${dueSoonUntil(asOf)} then ${sla.due_soon}::int
      else ${sla.on_track}::int
    end)
    + greatest(0, least(${maxAgePoints}::int, floor(extract(epoch from ${asOf}::timestamptz - opened_at) / 86400)::int))
    + (case when is_safety then ${safety}::int else 0 end)
    + least(${maxEscalationPoints}::int, escalations * ${eachEscalation}::int)`;
}

const waitingCases: TriageState[] = ['in_review', 'recommended'];
const waitingWork: TriageState[] = ['open', 'in_progress'];
const waitingItems: TriageState[] = ['created', 'scheduled', 'in_progress', 'submitted', 'returned'];

function waitingCase({ visibility, asOf, kind, state }: TriageFilter) {
  const { everything, review, decide, userId, ownProviders } = visibility;
  return sql`c.state = any(${state ? [state] : waitingCases}::text[])
    and c.state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction')
    and (c.state <> 'awaiting_correction' or c.correction_due_at is null or c.correction_due_at > ${asOf})
    and (${kind ?? null}::text is null or ${kind ?? null} = case when c.state = 'recommended' then 'case_decision' else 'case_review' end)
    and c.provider_id <> all(${ownProviders}::uuid[])
    and (${everything} or ${userId} <> all(c.excluded_ids))
    and (
      ${everything}
      or (${review} and c.state <> 'recommended' and (c.reviewer_id is null or c.reviewer_id = ${userId}))
      or (${decide} and c.state = 'recommended' and (c.decider_id is null or c.decider_id = ${userId}) and c.reviewer_id is distinct from ${userId} and c.recommender_id is distinct from ${userId})
    )`;
}

function escalations({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'escalation', escalation.id, escalation.case_id, 'escalation', escalation.state::text,
      escalation.provider_id, null, null, null,
      escalation.opened_at, escalation.due_at, escalation.started_by, 0, reason_code = 'safety_concern'
    from escalation
    where ${visibility.escalations && isOf(kind, 'escalation')} and escalation.state <> 'resolved'
      and escalation.state::text = any(${state ? [state] : waitingWork}::text[]) and ${isVisible(visibility)}`;
}

function incidents({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'incident', i.id, null, 'incident', i.state::text, i.provider_id, null, null, null, i.opened_at, i.due_at, i.started_by, 0, false
    from incident i
    where ${visibility.incidents && isOf(kind, 'incident')} and i.state <> 'resolved'
      and i.state::text = any(${state ? [state] : waitingWork}::text[])
      and (i.provider_id is null or i.provider_id <> all(${visibility.ownProviders}::uuid[]))`;
}

/** Until its review, whether or not it is in force. */
function emergencies({ visibility, asOf, kind, state }: TriageFilter) {
  return sql`
    select 'emergency_action', a.id, null::uuid, 'emergency_review', a.state, a.provider_id, null, null::uuid, null::text[],
      a.started_at, a.review_due_at, null::uuid, 0, false
    from (
      select *, case when coalesce(lifted_at, expires_at) > ${asOf} then 'active' else 'awaiting_review' end as state
      from emergency_action where not exists (select from emergency_review where action_id = emergency_action.id)
    ) a
    where ${visibility.emergencies && isOf(kind, 'emergency_review')} and (${state ?? null}::text is null or a.state = ${state ?? null})
      and (a.provider_id is null or a.provider_id <> all(${visibility.ownProviders}::uuid[]))`;
}

function fieldWork({ visibility, kind, state }: TriageFilter) {
  return sql`
    select 'field_work_item', w.id, w.case_id, 'field_work', w.state::text, w.provider_id, w.category_key,
      w.requirement_version_id, array[w.requirement_key], w.opened_at, w.due_at, w.assignee_id,
      coalesce(r.escalations, 0), coalesce(r.is_safety, false)
    from field_work_item w left join raised r on r.case_id = w.case_id
    where ${visibility.fieldWork && isOf(kind, 'field_work')} and w.state not in ('accepted', 'cancelled', 'cannot_complete')
      and w.state::text = any(${state ? [state] : waitingItems}::text[])
      and w.provider_id <> all(${visibility.ownProviders}::uuid[])`;
}

/** Ready to be decided: a dispute waits for the response of the other side. */
function moderations({ visibility, asOf, kind, state }: TriageFilter) {
  const kinds = [
    ...(visibility.reviews && isOf(kind, 'review_moderation') ? ['review'] : []),
    ...(visibility.disputes && isOf(kind, 'dispute') ? ['dispute'] : []),
    ...(visibility.disputes && isOf(kind, 'provider_report') ? ['report'] : []),
  ];
  return sql`
    select m.kind, m.subject_id, null::uuid,
      case m.kind when 'review' then 'review_moderation' when 'report' then 'provider_report' else m.kind end,
      m.state, m.provider_id, m.category_key, null::uuid, null::text[], m.requested_at, m.due_at, null::uuid, 0, false
    from moderation m
    where m.state = 'open' and m.ready_at <= ${asOf} and m.kind = any(${kinds}::text[])
      and ${!state || state === 'open'} and m.provider_id <> all(${visibility.ownProviders}::uuid[])
      and ${visibility.userId}::uuid <> all(m.involved)`;
}

function isOf(kind: TriageKind | undefined, one: TriageKind): boolean {
  return kind === undefined || kind === one;
}
