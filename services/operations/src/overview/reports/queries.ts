import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { MeasureName } from './schema.ts';

type Period = { from: Date; to: Date };
export type CaseCounts = {
  category: string;
  opened: number;
  decided: number;
  verified: number;
  verified_with_limitations: number;
  not_verified: number;
  inconclusive: number;
};

/** Decisions are counted by the audit log: the case may have had another outcome since. */
export async function countCases(db: Db, { from, to }: Period): Promise<CaseCounts[]> {
  const { rows } = await sql<CaseCounts>`
    with fact as (
      select category_key, 'opened' as what from triage_case where opened_at >= ${from} and opened_at < ${to}
      union all
      select c.category_key, a.entry::jsonb -> 'after' ->> 'outcome'
      from audit_entry a join triage_case c on c.case_id::text = a.object_id
      where a.action = 'createDecision' and a.outcome = 'done' and a.occurred_at >= ${from} and a.occurred_at < ${to}
    )
    select category_key as category, (count(*) filter (where what = 'opened'))::int as opened,
      (count(*) filter (where what <> 'opened'))::int as decided,
      (count(*) filter (where what = 'verified'))::int as verified,
      (count(*) filter (where what = 'verified_with_limitations'))::int as verified_with_limitations,
      (count(*) filter (where what = 'not_verified'))::int as not_verified,
      (count(*) filter (where what = 'inconclusive'))::int as inconclusive
    from fact group by 1 order by 1`.execute(db);
  return rows;
}

export type LevelCounts = { kind: string; ended: number; on_time: number; late: number };

/** Counts what ended in the period, on time or late. */
export async function countServiceLevels(db: Db, { from, to }: Period): Promise<LevelCounts[]> {
  const { rows } = await sql<LevelCounts>`
    with ended (kind, due_at, ended_at) as (
      select 'escalation', due_at, resolved_at from escalation
      union all select 'incident', due_at, resolved_at from incident
      union all select 'field_work', due_at, ended_at from field_work_item where state = 'accepted'
      union all select 'emergency_review', a.review_due_at, r.reviewed_at
        from emergency_review r join emergency_action a on a.id = r.action_id
      union all select 'measure_review', review_due_at, reviewed_at from provider_measure where reviewed_at is not null
    )
    select kind, count(*)::int as ended, (count(*) filter (where due_at is null or ended_at <= due_at))::int as on_time,
      (count(*) filter (where ended_at > due_at))::int as late
    from ended where ended_at >= ${from} and ended_at < ${to} group by 1 order by 1`.execute(db);
  return rows;
}

export type Finding = { rule: string; object_type: string; object_id: string; actor_id: string };

const later = (actions: readonly string[]) => sql`${actions}::text[]`;

const judgments = ['createCheck', 'createRecommendation', 'createDecision'];

/** Pairs of acts that one person must not do on one object. The log is read, not the tables that forbid it. */
const rules = [
  { rule: 'reviewer-decides', earlier: ['createCheck', 'createRecommendation'], later: ['createDecision'] },
  { rule: 'judge-hears-appeal', earlier: judgments, later: ['createAppealRecommendation', 'createAppealDecision'] },
  { rule: 'recommender-decides-appeal', earlier: ['createAppealRecommendation'], later: ['createAppealDecision'] },
  { rule: 'requester-approves', earlier: ['createOverride'], later: ['createOverrideApproval'] },
  { rule: 'approver-approves-twice', earlier: ['createOverrideApproval'], later: ['createOverrideApproval'] },
  { rule: 'actor-reviews', earlier: ['createEmergencyAction'], later: ['reviewEmergencyAction'] },
] as const;

export async function findSeparationBreaches(db: Db, { from, to }: Period) {
  const found: { rule: string; examined: number; findings: Finding[] }[] = [];
  for (const { rule, earlier, later: second } of rules) {
    const acts = sql`from audit_entry later where later.action = any(${later(second)}) and later.outcome = 'done'
      and later.occurred_at >= ${from} and later.occurred_at < ${to}`;
    const { rows } = await sql<{ examined: number }>`select count(*)::int as examined ${acts}`.execute(db);
    const { rows: findings } = await sql<Finding>`
      select ${rule} as rule, later.object_type, later.object_id, later.actor_id ${acts}
        and exists (select from audit_entry earlier where earlier.object_id in (later.object_id, later.entry::jsonb -> 'after' ->> 'caseId')
          and earlier.action = any(${later(earlier)}) and earlier.actor_id = later.actor_id and earlier.outcome = 'done'
          and earlier.seq < later.seq)
      order by later.seq limit 1000`.execute(db);
    found.push({ rule, examined: rows[0]?.examined ?? 0, findings });
  }
  return found;
}

export async function countMeasures(db: Db, { from, to }: Period, now: Date): Promise<Record<MeasureName, number>> {
  const during = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
  const acts = (action: string) =>
    sql`(select count(*)::int from audit_entry where action = ${action} and outcome = 'done' and ${during('occurred_at')})`;
  const { rows } = await sql<Record<MeasureName, number>>`
    select (select count(*)::int from triage_case where ${during('opened_at')}) as cases_opened,
      ${acts('createDecision')} as decisions, ${acts('createCorrectionRequest')} as corrections_requested,
      ${acts('createAppeal')} as appeals,
      (select count(*)::int from escalation where ${during('opened_at')}) as escalations_opened,
      (select count(*)::int from incident where ${during('opened_at')}) as incidents_opened,
      (select count(*)::int from field_work_item where state = 'accepted' and ${during('ended_at')}) as field_visits_accepted,
      (select count(*)::int from override_request where ${during('requested_at')}) as overrides_requested,
      (select count(*)::int from emergency_action where ${during('started_at')}) as emergency_actions,
      (select coalesce(ceil(extract(epoch from sum(least(coalesce(lifted_at, expires_at), ${now}) - started_at)) / 3600), 0)::int
        from emergency_action where ${during('started_at')}) as emergency_hours,
      (select count(*)::int from audit_entry where outcome = 'refused' and ${during('occurred_at')}) as refused_requests`.execute(
    db,
  );
  return rows[0] as Record<MeasureName, number>;
}
