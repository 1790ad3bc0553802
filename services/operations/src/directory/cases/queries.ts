import type { PageWindow, TimeAndId } from '@trust/service-kit/database/page-window';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { undecidedStates } from '../../from-other-services/cases/open-states.ts';
import { isVisible } from '../../interventions/escalations/is-visible.ts';
import type { Visibility } from '../../queue/visibility.ts';
import { dueRange } from '../../sla-status.ts';
import { countsOfWork } from '../state-counts.ts';
import type { QueueQuery } from './schema.ts';

export type QueueFilter = Pick<QueueQuery, 'state' | 'kind' | 'categoryKey' | 'assignment' | 'due' | 'sort'> & {
  visibility: Visibility;
  asOf: Date;
} & PageWindow<TimeAndId>;

export type CaseRow = {
  case_id: string;
  provider_id: string;
  category_key: string;
  requirement_keys: string[];
  awaited_keys: string[];
  kind: 'initial' | 'renewal' | 'review' | null;
  state: string;
  outcome: string | null;
  reviewer_id: string | null;
  decider_id: string | null;
  appeal_reviewer_id: string | null;
  holder_id: string | null;
  correction_due_at: Date | null;
  due_at: Date | null;
  opened_at: Date;
  display_name: string | null;
  possible_duplicate: boolean;
  category_label: unknown;
  requirement_labels: unknown;
};

export async function findQueuedCases(db: Db, filter: QueueFilter): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from (${pageOfCases(filter)}) c ${labels} order by ${orderOf(filter.sort)}`.execute(db);
  return rows;
}

/** Exported for the test of its plan. */
export function pageOfCases(filter: QueueFilter): RawBuilder<unknown> {
  const { visibility, asOf, after, sort, limit } = filter;
  const { due, state, kind, categoryKey, assignment } = filter;
  const range = due && dueRange(due, asOf);
  const conditions = [
    // Literal, so that the planner can use the indexes of open cases.
    sql`c.state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal')`,
    sql`(c.state <> 'awaiting_correction' or c.correction_due_at is null or c.correction_due_at > ${asOf})`,
    canSee(visibility),
    state !== undefined && sql`c.state = ${state}`,
    kind !== undefined && sql`c.kind = ${kind}`,
    categoryKey !== undefined && sql`c.category_key = ${categoryKey}`,
    assignment !== undefined && assignedTo(assignment, visibility.userId),
    range && sql`${dueOrder} > ${range.dueFrom}::timestamptz and ${dueOrder} <= ${range.dueTo}::timestamptz`,
    after && isAfter(sort, after),
  ].filter((condition) => condition !== false && condition !== undefined);
  return sql`select c.* from triage_case c where ${sql.join(conditions, sql` and `)} order by ${orderOf(sort)} limit ${limit}`;
}

const dueOrder = sql`coalesce(c.due_at, 'infinity')`;

function orderOf(sort: QueueQuery['sort']) {
  if (sort === 'due') return sql`${dueOrder}, c.case_id`;
  return sort === 'oldest' ? sql`c.opened_at, c.case_id` : sql`c.opened_at desc, c.case_id desc`;
}

function isAfter(sort: QueueQuery['sort'], [at, id]: TimeAndId) {
  const position = sql`(${at}::timestamptz, ${id}::uuid)`;
  if (sort === 'due') return sql`(${dueOrder}, c.case_id) > ${position}`;
  return sort === 'oldest' ? sql`(c.opened_at, c.case_id) > ${position}` : sql`(c.opened_at, c.case_id) < ${position}`;
}

function assignedTo(assignment: NonNullable<QueueQuery['assignment']>, userId: string) {
  if (assignment === 'unassigned') return sql`c.holder_id is null`;
  return assignment === 'mine' ? sql`c.holder_id = ${userId}` : sql`c.holder_id <> ${userId}`;
}

/** Promise D2, as in verification: own duties, and free ones in the states of the duty of who may hold it; those who assign see all. */
function canSee({ everything, review, decide, appeal, userId, ownProviders }: Visibility) {
  const decidable = sql`c.state in ('recommended', 'decided', 'under_appeal', 'closed')`;
  const mayHold = sql`${userId} <> all(c.excluded_ids)`;
  const visible = [
    review && sql`c.reviewer_id = ${userId} or (c.reviewer_id is null and not ${decidable} and ${mayHold})`,
    decide && sql`c.decider_id = ${userId} or (c.decider_id is null and ${decidable} and ${mayHold})`,
    appeal &&
      sql`c.appeal_reviewer_id = ${userId} or (c.appeal_reviewer_id is null and c.state = 'under_appeal' and ${mayHold})`,
  ].filter((condition) => condition !== false);
  const own = sql`c.provider_id <> all(${ownProviders}::uuid[])`;
  if (everything) return own;
  return visible.length === 0 ? sql`false` : sql`${own} and (${sql.join(visible, sql` or `)})`;
}

const columns = sql`c.case_id, c.provider_id, c.category_key, c.requirement_keys, c.awaited_keys, c.kind, c.state, c.outcome,
  c.reviewer_id, c.decider_id, c.appeal_reviewer_id, c.holder_id, c.correction_due_at, c.due_at, c.opened_at,
  p.display_name, v.category_label, v.requirement_labels, exists (
    select from possible_duplicate d left join provider_label other on other.provider_id = d.other_provider_id
    where d.provider_id = c.provider_id and (other.is_closed is not true or d.is_of_closed)
  ) as possible_duplicate`;

const labels = sql`left join provider_label p on p.provider_id = c.provider_id
  left join requirement_version v on v.id = c.requirement_version_id`;

type Counts = { state: string; count: number }[];
export type CaseDetail = CaseRow & {
  evidence: Counts;
  uploads: Counts;
  claims: { status: string; count: number }[];
  open_escalations: number;
  open_field_work: number;
};

export async function findCase(
  db: Db,
  { caseId, visibility, asOf }: { caseId: string; visibility: Visibility; asOf: Date },
): Promise<CaseDetail | undefined> {
  const { rows } = await sql<CaseDetail>`
    select ${columns}, ${countsOfWork(sql`k.case_id = c.case_id`, asOf)},
      (select count(*)::int from escalation where escalation.case_id = c.case_id and escalation.state <> 'resolved'
        and ${visibility.escalations} and ${isVisible(visibility)}) as open_escalations,
      (select count(*)::int from field_work_item w where w.case_id = c.case_id
        and w.state not in ('accepted', 'cancelled', 'cannot_complete')) as open_field_work
    from triage_case c ${labels}
    where c.case_id = ${caseId} and ${canSee(visibility)}`.execute(db);
  return rows[0];
}

type OpenState = (typeof undecidedStates)[number];

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
