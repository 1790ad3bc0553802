import type { BusinessCalendar } from '@trust/business-calendar/calendar';
import { type RawBuilder, sql } from 'kysely';
import { dueRange, type SlaStatus } from '../sla-status.ts';
import type { TriageState } from './schema.ts';
import type { SubjectType } from './subject-type.ts';
import type { TriageKind } from './triage-kind.ts';
import type { Visibility } from './visibility.ts';

export type TriageFilter = {
  visibility: Visibility;
  asOf: Date;
  calendar: BusinessCalendar;
  kind?: TriageKind | undefined;
  state?: TriageState | undefined;
  categoryKey?: string | undefined;
  assignment?: 'unassigned' | 'mine' | 'other' | undefined;
  due?: SlaStatus | undefined;
  /** A `to_tsquery` for the names of providers. */
  words?: string | undefined;
  sort?: 'priority' | 'due' | undefined;
  snoozed: 'hidden' | 'only' | 'any';
  /** Only what the caller may work on now and nobody has claimed. */
  isFree?: boolean;
  /** In any open state. */
  subject?: { type: SubjectType; id: string };
  after?: { priority: number; dueAt: string | null; id: string } | undefined;
  limit: number;
  /** Reads at most this number of each day of opening, of cases too old to gain more age points. Default: `limit`. */
  perOldDay?: number;
};

type Columns = Record<'id' | 'due' | 'assignee' | 'category' | 'provider' | 'canWork' | 'safety', RawBuilder<unknown>>;

const ofWork: Columns = {
  id: sql`subject_id`,
  due: sql`due_at`,
  assignee: sql`assignee_id`,
  category: sql`category_key`,
  provider: sql`provider_id`,
  canWork: sql`can_work`,
  safety: sql`is_safety`,
};

/** The filters that all kinds of work share. */
export function fits(filter: TriageFilter, of: Columns = ofWork): RawBuilder<boolean> {
  const { asOf, assignment, categoryKey, due, words, snoozed, isFree, subject, visibility } = filter;
  const range = due && dueRange(due, asOf);
  const dueOrder = sql`coalesce(${of.due}, 'infinity')`;
  const conditions = [
    subject && sql`${of.id} = ${subject.id}::uuid`,
    // Nothing hides what is past its due time or concerns safety.
    snoozed === 'hidden' &&
      sql`(${dueOrder} <= ${asOf} or ${of.safety} or ${of.id} not in (select subject_id from snoozed))`,
    snoozed === 'only' && sql`${of.id} in (select subject_id from snoozed)`,
    isFree && sql`${of.canWork} and ${of.id} not in (select subject_id from claimed)`,
    assignment === 'unassigned' && sql`${of.assignee} is null`,
    assignment === 'mine' && sql`${of.assignee} = ${visibility.userId}::uuid`,
    assignment === 'other' && sql`${of.assignee} <> ${visibility.userId}::uuid`,
    categoryKey !== undefined && sql`${of.category} = ${categoryKey}`,
    words !== undefined && sql`${of.provider} in (select provider_id from named)`,
    range && sql`${dueOrder} > ${range.dueFrom}::timestamptz and ${dueOrder} <= ${range.dueTo}::timestamptz`,
  ].filter((condition) => condition !== false && condition !== undefined);
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

export function isOf(kind: TriageKind | undefined, one: TriageKind): boolean {
  return kind === undefined || kind === one;
}
