import { expiringDays } from '@trust/contracts/claims/claim-status';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../app.ts';
import { isVisible } from '../../interventions/escalations/is-visible.ts';
import { fits, type TriageFilter } from '../filter.ts';
import { columns } from '../kinds/columns.ts';
import { expiringClaims } from '../kinds/expiring-claims.ts';
import { fieldWork } from '../kinds/field-work.ts';
import { smallKinds } from '../kinds/small-kinds.ts';
import { cases, isReadByLevel, openingDays } from '../kinds/verification-cases.ts';
import { ageDays, ageSteps, priority } from '../priority.ts';
import type { TriageState } from '../schema.ts';
import type { SubjectType } from '../subject-type.ts';
import type { TriageKind } from '../triage-kind.ts';

type QueryRow = {
  subject_type: SubjectType;
  subject_id: string;
  case_id: string | null;
  kind: TriageKind;
  state: TriageState;
  category_key: string | null;
  requirement_keys: string[];
  /** A case has the assignee of the duty that it waits for. */
  assignee_id: string | null;
  opened_at: Date;
  due_at: Date | null;
  /** Open escalations of the subject that the reader can see. */
  escalations: number;
  is_safety: boolean;
  is_expiring: boolean;
  can_work: boolean;
  priority: number;
  display_name: string | null;
  possible_duplicate: boolean;
  category_label: unknown;
  requirement_labels: unknown;
  claimed_by: string | null;
  claimed_at: Date | null;
  claimed_until: Date | null;
  snoozed_until: Date | null;
  snooze_reason: string | null;
};
/** `age_days`: whole business days. */
export type TriageRow = QueryRow & { age_days: number };

export async function findTriageItems(db: Db, filter: TriageFilter): Promise<TriageRow[]> {
  const rows = isReadByLevel(filter) ? await readByLevel(db, filter) : await read(db, filter);
  return rows.map((row) => ({ ...row, age_days: ageDays(filter.calendar, row.opened_at, filter.asOf) }));
}

async function read(db: Db, filter: TriageFilter): Promise<QueryRow[]> {
  return (await triageQuery(filter).execute(db)).rows;
}

/** The old cases of a page usually are of many days, so a few of each day are read first. */
async function readByLevel(db: Db, filter: TriageFilter): Promise<QueryRow[]> {
  const perOldDay = Math.ceil(filter.limit / 4);
  const rows = await read(db, { ...filter, perOldDay });
  // If all cases read of a day are on the page, the next one of that day may belong there, too.
  const oldest = ageSteps(filter.calendar, filter.asOf).at(-1) ?? filter.asOf;
  const old = rows.filter((row) => row.subject_type === 'verification_case' && row.opened_at <= oldest);
  const byDay = Map.groupBy(old, (row) => row.opened_at.toISOString().slice(0, 10));
  const isCut = [...byDay.values()].some((cases) => cases.length >= perOldDay);
  return isCut ? read(db, filter) : rows;
}

/** One query for all kinds of work. Labels are joined to the rows of the page only. */
export function triageQuery(filter: TriageFilter): RawBuilder<QueryRow> {
  const { asOf, limit, words } = filter;
  const work = [...[fieldWork, ...smallKinds].map((rowsOf) => rowsOf(filter)), firstExpiringClaims(filter)];
  const rank = filter.sort === 'due' ? sql`0` : sql`-priority`;
  return sql<QueryRow>`
    with recursive raised as materialized (${raised(filter)}),
    opening_day as (${openingDays(filter)}),
    claimed as (select subject_id from triage_claim where expires_at > ${asOf}),
    snoozed as (select subject_id from triage_snooze where snoozed_until > ${asOf}),
    named as (
      select provider_id from provider_label where to_tsvector('simple', search_words) @@ to_tsquery('simple', ${words ?? ''})
    ), work (${columns}) as (
      ${sql.join(work, sql` union all `)}
    ), queue (${columns}, priority) as (
      ${cases(filter)} union all select work.*, ${priority(filter)} from work where ${fits(filter)}
    ), page as (
      select queue.*, ${rank} as rank, coalesce(due_at, 'infinity') as due_order from queue
      where ${isAfter(filter, rank)}
      order by rank, due_order, subject_id
      limit ${limit}
    )
    select page.subject_type, page.subject_id, page.case_id, page.kind, page.state, page.opened_at, page.due_at,
      page.assignee_id, page.can_work, page.escalations, page.is_safety, page.is_expiring, page.priority,
      coalesce(page.category_key, c.category_key) as category_key,
      coalesce(page.requirement_keys, c.requirement_keys, '{}') as requirement_keys, p.display_name, v.category_label, v.requirement_labels,
      held.operator_id as claimed_by, held.claimed_at, held.expires_at as claimed_until, s.snoozed_until, s.reason as snooze_reason, exists (
        select from possible_duplicate d
        left join provider_label other on other.provider_id = d.other_provider_id
        where d.provider_id = page.provider_id and (other.is_closed is not true or d.is_of_closed) 
          and not exists (
            select from duplicate_review r
            where r.duplicate_id = d.id and r.outcome = 'distinct' and (r.same @> d.same or r.same = '{}'))
      ) as possible_duplicate
    from page
    left join triage_case c on c.case_id = page.case_id
    left join provider_label p on p.provider_id = page.provider_id
    left join requirement_version v on v.id = coalesce(page.requirement_version_id, c.requirement_version_id)
    left join triage_claim held on held.subject_id = page.subject_id and held.expires_at > ${asOf}
    left join triage_snooze s on s.subject_id = page.subject_id and s.snoozed_until > ${asOf}
    order by page.rank, due_order, subject_id`;
}

function isAfter({ after, sort }: TriageFilter, rank: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!after) return sql`true`;
  const { priority, dueAt, id } = after;
  return sql`(${rank}, coalesce(due_at, 'infinity'), subject_id)
    > (${sort === 'due' ? 0 : -priority}::int, ${dueAt ?? 'infinity'}::timestamptz, ${id}::uuid)`;
}

/** Their due time and age follow from their end, so the first of them by their end are the first by priority, too. */
function firstExpiringClaims(filter: TriageFilter): RawBuilder<unknown> {
  const rank = filter.sort === 'due' ? sql`0` : sql`-(${priority(filter)})`;
  return sql`(select * from (${expiringClaims(filter)}) claim (${columns})
    where ${fits(filter)} and ${isAfter(filter, rank)} order by due_at, subject_id limit ${filter.limit})`;
}

/** Cases with a component that no level has: open escalations, or a claim that ends before its renewal. */
function raised({ visibility, asOf }: TriageFilter): RawBuilder<unknown> {
  const soon = new Date(asOf.getTime() + expiringDays * 86_400_000);
  return sql`
    select case_id, sum(escalations)::int as escalations, bool_or(is_safety) as is_safety, bool_or(is_expiring) as is_expiring
    from (
      select case_id, 1 as escalations, reason_code = 'safety_concern' as is_safety, false as is_expiring
      from escalation where state <> 'resolved' and case_id is not null and ${visibility.escalations} and ${isVisible(visibility)}
      union all
      select c.case_id, 0, false, true from triage_case c
      where c.kind = 'renewal' and c.state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal')
        and exists (
          select from claim where claim.provider_id = c.provider_id and claim.category_key = c.category_key
            and claim.state in ('active', 'suspended') and claim.valid_until > ${asOf} and claim.valid_until <= ${soon}
        )
    ) one group by case_id`;
}
