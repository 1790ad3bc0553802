import { type RawBuilder, sql } from 'kysely';
import { fits, type TriageFilter } from '../filter.ts';
import { priority } from '../priority.ts';
import { type Level, levelsAt } from '../priority-levels.ts';
import type { TriageState } from '../schema.ts';

/** Literal, so that the planner can use the indexes of these states. */
function isIn(states: readonly TriageState[]) {
  return sql`state in (${sql.join(states.map((one) => sql.lit(one)))})`;
}

/** Appeals are few, so they are not read by level. */
function statesByLevel({ state }: TriageFilter): TriageState[] {
  return state ? [state] : ['in_review', 'recommended'];
}

const dueOrder = sql`coalesce(c.due_at, 'infinity')`;
const openingDay = dayOf(sql`c.opened_at`);

/** Cases and appeals, with their priority. */
export function cases(filter: TriageFilter): RawBuilder<unknown> {
  if (filter.sort === 'due') return sql`(${casesByDue(filter)})`;
  if (!isReadByLevel(filter)) return selectedCases(filter, sql`true`);
  // Appeals and cases with escalations or expiring claims are few, and have no level. Two reads: one
  // condition with `or` would read every open case.
  return sql`(${casesByLevel(filter)})
    union all ${selectedCases(filter, sql`c.state = 'under_appeal'`)}
    union all ${selectedCases(filter, sql`c.state <> 'under_appeal' and r.case_id is not null`)}`;
}

/** Otherwise they are in the order of their due time, or few. */
export function isReadByLevel({ subject, words, snoozed, sort, assignment }: TriageFilter): boolean {
  const isFew = subject !== undefined || words !== undefined || snoozed === 'only' || assignment === 'mine';
  return !isFew && sort !== 'due';
}

/**
 * Level by level, and in a level by day of opening: each day is read in the order of the due time and stops when the
 * page is full, so that the rows read depend on the page and the days, not on the number of cases.
 */
function casesByLevel(filter: TriageFilter) {
  const { limit } = filter;
  const levels = levelsAt(filter);
  const column = (name: keyof Level) => sql`${levels.map((level) => level[name])}`;
  // A row comparison and `coalesce`: the planner would estimate few rows for two ranges, and sort the whole day.
  const inLevel = sql`(${dueOrder}, c.case_id) > (level.after_due, level.after_id) and ${dueOrder} <= level.due_to
    and coalesce(c.opened_at > level.opened_from and c.opened_at <= level.opened_to, false)`;
  return sql`
    select item.*, level.priority from (
      select * from unnest(${column('priority')}::int[], ${column('afterDue')}::timestamptz[], ${column('afterId')}::uuid[],
        ${column('dueTo')}::timestamptz[], ${column('openedFrom')}::timestamptz[], ${column('openedTo')}::timestamptz[], ${column('perDay')}::int[]
      ) as level (priority, after_due, after_id, due_to, opened_from, opened_to, per_day)
      order by priority desc
    ) level cross join lateral (
      select of_day.* from opening_day cross join lateral (
        select ${caseColumns(filter)}, 0 as escalations, false as is_safety, false as is_expiring from triage_case c
        where ${openingDay} = opening_day.day and ${inLevel} and ${waitingCase(filter, statesByLevel(filter))}
          and c.case_id not in (select case_id from raised)
        order by ${dueOrder}, c.case_id limit level.per_day
      ) of_day
      where opening_day.day between ${dayOf(sql`level.opened_from`)} and ${dayOf(sql`level.opened_to`)}
      order by coalesce(due_at, 'infinity'), subject_id limit ${limit}
    ) item
    order by level.priority desc, coalesce(due_at, 'infinity'), subject_id
    limit ${limit}`;
}

/** The days on which these cases were opened: one read of an index for each day. */
export function openingDays(filter: TriageFilter): RawBuilder<unknown> {
  const isRead = isIn(statesByLevel(filter));
  return sql`
    (select ${dayOf(sql`opened_at`)} as day from triage_case where ${isRead} order by 1 limit 1)
    union all
    select (select min(${dayOf(sql`opened_at`)}) from triage_case where ${isRead} and ${dayOf(sql`opened_at`)} > opening_day.day)
    from opening_day where day is not null`;
}

function dayOf(time: RawBuilder<unknown>) {
  return sql`(${time} at time zone 'UTC')::date`;
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

const raisedColumns = sql`coalesce(r.escalations, 0) as escalations, coalesce(r.is_safety, false) as is_safety,
  coalesce(r.is_expiring, false) as is_expiring`;
const caseKind = sql`case c.state when 'recommended' then 'case_decision' when 'under_appeal' then 'case_appeal' else 'case_review' end`;

function caseColumns({ visibility }: TriageFilter) {
  return sql`'verification_case' as subject_type, c.case_id as subject_id, c.case_id, ${caseKind} as kind, c.state,
    c.provider_id, c.category_key, c.requirement_version_id, c.requirement_keys, c.opened_at, c.due_at,
    c.holder_id as assignee_id, ${canWork(visibility.userId)} as can_work`;
}

/** Own duties and free ones, of whoever may hold them. Assigning a free duty is the work of those who assign. */
function canWork(userId: string) {
  return sql`(c.state in ('in_review', 'recommended', 'under_appeal') and (c.holder_id is null or c.holder_id = ${userId})
    and ${userId} <> all(c.excluded_ids))`;
}

const waiting: TriageState[] = ['in_review', 'recommended', 'under_appeal'];
const open: TriageState[] = ['awaiting_evidence', ...waiting, 'awaiting_correction'];

function statesOf({ state, subject }: TriageFilter): TriageState[] {
  if (state) return [state];
  return subject ? open : waiting;
}

/** Conditions that the filter does not need are left out: the planner estimates few rows for those on parameters. */
function waitingCase(filter: TriageFilter, states = statesOf(filter)) {
  const { visibility, asOf, kind, subject } = filter;
  const { everything, userId, ownProviders } = visibility;
  if (subject && subject.type !== 'verification_case') return sql`false`;
  const columns = {
    id: sql`c.case_id`,
    due: sql`c.due_at`,
    assignee: sql`c.holder_id`,
    category: sql`c.category_key`,
    provider: sql`c.provider_id`,
    canWork: canWork(userId),
    safety: sql`c.case_id in (select case_id from raised where is_safety)`,
  };
  const conditions = [
    sql`c.${isIn(states)}`,
    states.includes('awaiting_correction') &&
      sql`(c.state <> 'awaiting_correction' or c.correction_due_at is null or c.correction_due_at > ${asOf})`,
    kind && sql`${kind} = ${caseKind}`,
    ownProviders.length > 0 && sql`c.provider_id <> all(${ownProviders}::uuid[])`,
    !everything && ownWork(filter),
    fits(filter, columns),
  ].filter((condition) => condition !== false && condition !== undefined);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Whoever reviewed or recommended does not decide, and none of them hears the appeal (docs/domain/work-queue.md 2). */
function ownWork({ visibility: { review, decide, appeal, userId } }: TriageFilter) {
  const isFree = sql`(c.holder_id = ${userId} or c.holder_id is null and ${userId} <> all(c.excluded_ids))`;
  const isJudge = sql`(c.reviewer_id is not distinct from ${userId} or c.recommender_id is not distinct from ${userId})`;
  const duties = [
    review && sql`c.state not in ('recommended', 'under_appeal')`,
    decide && sql`c.state = 'recommended' and not ${isJudge}`,
    appeal && sql`c.state = 'under_appeal' and not ${isJudge} and c.decider_id is distinct from ${userId}`,
  ].filter((duty) => duty !== false);
  return duties.length > 0 ? sql`(${isFree} and (${sql.join(duties, sql` or `)}))` : sql`false`;
}
