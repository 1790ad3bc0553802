import { type LostWorkReason, seenSince, toldSince } from '@trust/contracts/reasons/lost-work';
import { pruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

export type Loss = {
  reason: LostWorkReason | null;
  at: Date | null;
  is_held: boolean;
  work_name: string | null;
  has_seen_free: boolean;
};

type Asked = { caseId: string; userId: string; ownProviders: readonly string[]; now: Date };

/** Undefined for who represented the provider since the case opened, and for whom it excludes who never had a duty of it. */
export async function findLoss(db: Db, { caseId, userId, ownProviders, now }: Asked): Promise<Loss | undefined> {
  const { rows } = await sql<Loss>`
    select lost.reason, lost.at, held.user_id is not null as is_held, o.work_name, exists (
      select from free_sighting where operator_id = ${userId} and case_id = ${caseId} and seen_at >= ${seenSince(now)}
    ) as has_seen_free
    from (select ${caseId}::uuid as case_id) asked
    left join triage_case c on c.case_id = asked.case_id
    left join lateral (
      select * from (
        select because as reason, lost_at as at from lost_duty where case_id = asked.case_id and operator_id = ${userId}
        union all
        select coalesce(ended_because, case when ends_at <= ${now} then 'expired' else 'assigned' end), least(ends_at, ${now})
        from case_claim where case_id = asked.case_id and operator_id = ${userId}
      ) one where at >= ${toldSince(now)} order by at desc limit 1
    ) lost on true
    left join lateral (
      select * from (
        select c.holder_id as user_id, 1 as rank
        where c.state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'under_appeal')
        union all
        select operator_id, 2 from triage_claim where subject_id = c.case_id and expires_at > ${now}
      ) one where user_id <> ${userId} order by rank limit 1
    ) held on true
    left join operator o on o.user_id = held.user_id
    where c.case_id is null or not (
      represents_since(${userId}, c.provider_id, c.opened_at) or c.provider_id = any(${ownProviders}::uuid[])
      or ${userId} = any(c.excluded_ids)
        and coalesce(${userId} not in (c.reviewer_id, c.recommender_id, c.decider_id, c.appeal_reviewer_id), true)
        and not exists (select from lost_duty where case_id = c.case_id and operator_id = ${userId}))`.execute(db);
  return rows[0];
}

export async function findWorkName(db: Db, operatorId: string): Promise<string | undefined> {
  const row = await db.selectFrom('operator').select('work_name').where('user_id', '=', operatorId).executeTakeFirst();
  return row?.work_name ?? undefined;
}

export async function saveLostDuties(
  trx: Trx,
  caseId: string,
  lost: readonly { assignmentId: string; operatorId: string; lostAt: string; because: LostWorkReason }[],
): Promise<void> {
  if (lost.length === 0) return;
  await trx
    .insertInto('lost_duty')
    .values(
      lost.map(({ assignmentId, operatorId, lostAt, because }) => ({
        assignment_id: assignmentId,
        case_id: caseId,
        operator_id: operatorId,
        lost_at: lostAt,
        because,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Of cases that the operator was shown. Whoever has no part in one was shown it because its duty is free; what a
 * colleague has claimed was shown as claimed.
 */
export async function markSeenFree(
  trx: Trx,
  { operatorId, caseIds, now }: { operatorId: string; caseIds: readonly string[]; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ case_id: string }>`
    insert into free_sighting (operator_id, case_id, seen_at)
    select ${operatorId}, c.case_id, ${now} from triage_case c
    where c.case_id = any(${caseIds}::uuid[])
      and array_position(array[c.reviewer_id, c.recommender_id, c.decider_id, c.appeal_reviewer_id], ${operatorId}) is null
      and not exists (
        select from triage_claim k where k.subject_id = c.case_id and k.operator_id <> ${operatorId} and k.expires_at > ${now})
    on conflict (operator_id, case_id) do update set seen_at = excluded.seen_at
    returning case_id`.execute(trx);
  return rows.map(({ case_id }) => case_id);
}

export async function saveSightings(
  trx: Trx,
  { operatorId, caseIds, seenAt }: { operatorId: string; caseIds: readonly string[]; seenAt: string },
): Promise<void> {
  await sql`
    insert into free_sighting (operator_id, case_id, seen_at)
    select distinct ${operatorId}::uuid, one, ${seenAt}::timestamptz from unnest(${caseIds}::uuid[]) one
    on conflict (operator_id, case_id) do update set seen_at = greatest(free_sighting.seen_at, excluded.seen_at)`.execute(
    trx,
  );
}

/** They have no effect any more. */
export const forgottenHoldings = [
  pruneTask('case_claim', (now) => sql`ends_at < ${toldSince(now)}`),
  pruneTask('lost_duty', (now) => sql`lost_at < ${toldSince(now)}`),
  pruneTask('free_sighting', (now) => sql`seen_at < ${seenSince(now)}`),
];
