import { type RawBuilder, sql } from 'kysely';
import { fits, priority, type TriageFilter } from './conditions.ts';
import { type Level, levelsAt } from './levels.ts';
import type { TriageState } from './schema.ts';

/** Cases and appeals, with their priority. */
export function cases(filter: TriageFilter): RawBuilder<unknown> {
  const { subject, words, snoozed, sort, assignment } = filter;
  if (sort === 'due') return sql`(${casesByDue(filter)})`;
  const isFew = subject !== undefined || words !== undefined || snoozed === 'only' || assignment === 'mine';
  if (isFew) return selectedCases(filter, sql`true`);
  // Appeals and cases with escalations or expiring claims are few, and have no level. Two reads: one
  // condition with `or` would read every open case.
  return sql`(${casesByLevel(filter)})
    union all ${selectedCases(filter, sql`c.state = 'under_appeal'`)}
    union all ${selectedCases(filter, sql`c.state <> 'under_appeal' and r.case_id is not null`)}`;
}

/**
 * Level by level: the query reads from indexes and stops when the page is full. Other subjects are
 * few.
 */
function casesByLevel(filter: TriageFilter) {
  const { calendar, asOf, after, limit } = filter;
  const levels = levelsAt(calendar, asOf, after?.priority);
  const column = (name: keyof Level) => sql`${levels.map((level) => level[name])}`;
  const inLevel = sql`${waitingCase(filter)} and c.state <> 'under_appeal'
    and ${dueOrder} > level.due_from and ${dueOrder} <= level.due_to
    and c.case_id not in (select case_id from raised)
    and (${after === undefined} or level.priority < ${after?.priority ?? 0}::int or (${dueOrder}, c.case_id)
      > (${after?.dueAt ?? 'infinity'}::timestamptz, ${after?.id ?? null}::uuid))
    order by ${dueOrder}, c.case_id limit ${limit}`;
  // No index serves this form, so the planner reads the many oldest cases in the order of their due time.
  const byDueTime = sql`coalesce(c.opened_at <= level.opened_to, false)`;
  const columns = sql`${caseColumns(filter)}, 0 as escalations, false as is_safety, false as is_expiring`;
  return sql`
    select item.*, level.priority from (
      select * from unnest(${column('priority')}::int[], ${column('isOldest')}::boolean[], ${column('dueFrom')}::timestamptz[],
        ${column('dueTo')}::timestamptz[], ${column('openedFrom')}::timestamptz[], ${column('openedTo')}::timestamptz[]
      ) as level (priority, is_oldest, due_from, due_to, opened_from, opened_to)
      order by priority desc
    ) level cross join lateral (
      (select ${columns} from triage_case c where level.is_oldest and ${byDueTime} and ${inLevel})
      union all
      (select ${columns} from triage_case c where not level.is_oldest
        and c.opened_at > level.opened_from and c.opened_at <= level.opened_to and ${inLevel})
    ) item
    order by level.priority desc, coalesce(due_at, 'infinity'), subject_id
    limit ${limit}`;
}

function selectedCases(filter: TriageFilter, which: RawBuilder<unknown>) {
  return sql`select item.*, ${priority(filter)} from (
    select ${caseColumns(filter)}, ${raisedColumns} from triage_case c left join raised r on r.case_id = c.case_id
    where ${waitingCase(filter)} and ${which}) item`;
}

function casesByDue(filter: TriageFilter) {
  const { after, limit } = filter;
  return selectedCases(
    filter,
    sql`(${after === undefined} or (${dueOrder}, c.case_id) > (${after?.dueAt ?? 'infinity'}::timestamptz, ${after?.id ?? null}::uuid))
      order by ${dueOrder}, c.case_id limit ${limit}`,
  );
}

const dueOrder = sql`coalesce(c.due_at, 'infinity')`;
const raisedColumns = sql`coalesce(r.escalations, 0) as escalations, coalesce(r.is_safety, false) as is_safety,
  coalesce(r.is_expiring, false) as is_expiring`;
const caseKind = sql`case c.state when 'recommended' then 'case_decision' when 'under_appeal' then 'case_appeal' else 'case_review' end`;

function caseColumns({ visibility }: TriageFilter) {
  return sql`'verification_case' as subject_type, c.case_id as subject_id, c.case_id, ${caseKind} as kind, c.state,
    c.provider_id, c.category_key, c.requirement_version_id, c.requirement_keys, c.opened_at, c.due_at,
    c.holder_id as assignee_id, ${canWork(visibility.userId)} as can_work`;
}

/** Own duties and free ones. Assigning a free duty is the work of those who assign. */
function canWork(userId: string) {
  return sql`(c.state in ('in_review', 'recommended', 'under_appeal') and (c.holder_id is null or c.holder_id = ${userId}))`;
}

const waiting: TriageState[] = ['in_review', 'recommended', 'under_appeal'];
const open: TriageState[] = ['awaiting_evidence', ...waiting, 'awaiting_correction'];

function waitingCase(filter: TriageFilter) {
  const { visibility, asOf, kind, state, subject } = filter;
  const { everything, userId, ownProviders } = visibility;
  const states = state ? [state] : subject ? open : waiting;
  const columns = {
    id: sql`c.case_id`,
    due: sql`c.due_at`,
    assignee: sql`c.holder_id`,
    category: sql`c.category_key`,
    provider: sql`c.provider_id`,
    canWork: canWork(userId),
    safety: sql`c.case_id in (select case_id from raised where is_safety)`,
  };
  return sql`c.state = any(${states}::text[])
    and c.state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal')
    and (c.state <> 'awaiting_correction' or c.correction_due_at is null or c.correction_due_at > ${asOf})
    and (${kind ?? null}::text is null or ${kind ?? null} = ${caseKind})
    and ${subject === undefined || subject.type === 'verification_case'}
    and c.provider_id <> all(${ownProviders}::uuid[])
    and (${everything} or (${userId} <> all(c.excluded_ids) and (${ownWork(filter)})))
    and ${fits(filter, columns)}`;
}

/** Contract §3: whoever reviewed or recommended does not decide, and none of them hears the appeal. */
function ownWork({ visibility: { review, decide, appeal, userId } }: TriageFilter) {
  const isFree = sql`(c.holder_id is null or c.holder_id = ${userId})`;
  const isJudge = sql`(c.reviewer_id is not distinct from ${userId} or c.recommender_id is not distinct from ${userId})`;
  return sql`${isFree} and (
    (${review} and c.state not in ('recommended', 'under_appeal'))
    or (${decide} and c.state = 'recommended' and not ${isJudge})
    or (${appeal} and c.state = 'under_appeal' and not ${isJudge} and c.decider_id is distinct from ${userId}))`;
}
