import type { PayloadOf } from '@trust/contracts/event';
import type { caseClaimChanged } from '@trust/contracts/events/operations';
import { type LostWorkReason, seenSince, toldSince } from '@trust/contracts/reasons/lost-work';
import { pruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';

type Asked = { caseId: string; userId: string; now: Date };

/** The duty that the case waits for. */
const waitingDuty = sql`(case c.state when 'in_review' then 'review' when 'awaiting_evidence' then 'review'
  when 'awaiting_correction' then 'review' when 'recommended' then 'decide' when 'under_appeal' then 'appeal' end)::case_duty`;

/** A claim of who has a duty of the case already reserves nothing: they get no other. */
const claimInForce = (now: Date) => sql`k.ended_because is null and k.ends_at > ${now} and not exists (
  select from case_assignment a where a.case_id = k.case_id and a.assignee_id = k.operator_id and a.ended_at is null)`;

export type Loss = {
  reason: LostWorkReason | null;
  at: Date | null;
  is_held: boolean;
  work_name: string | null;
  has_seen_free: boolean;
};

/** Undefined for who stands with the provider, judged the reviewed case, or may not hold the duty and never had one of it. */
export async function findLoss(
  db: Db,
  { caseId, userId, ownProviders, now }: Asked & { ownProviders: readonly string[] },
): Promise<Loss | undefined> {
  const { rows } = await sql<Loss>`
    select coalesce(lost.reason, case when lost.at is not null then case when held.user_id is null then 'moved_on' else 'assigned' end end) as reason,
      case when lost.reason is null then coalesce(held.since, lost.at) else lost.at end as at,
      held.user_id is not null as is_held, o.work_name, exists (
      select from free_sighting where operator_id = ${userId} and case_id = ${caseId} and seen_at >= ${seenSince(now)}
    ) as has_seen_free
    from (select ${caseId}::uuid as case_id) asked
    left join verification_case c on c.id = asked.case_id
    left join lateral (
      select * from (
        select l.because as reason, a.ended_at as at from case_assignment a join lost_duty l on l.assignment_id = a.id
        where a.case_id = asked.case_id and a.assignee_id = ${userId}
        union all
        -- Without a reason: it runs, and the case is not for its holder any more.
        select coalesce(k.ended_because, case when k.ends_at <= ${now} then 'expired' end), least(k.ends_at, ${now})
        from case_claim k where k.case_id = asked.case_id and k.operator_id = ${userId}
      ) one where at >= ${toldSince(now)} order by at desc limit 1
    ) lost on true
    left join lateral (
      select * from (
        select a.assignee_id as user_id, a.assigned_at as since, 1 as rank from case_assignment a
        where a.case_id = c.id and a.duty = ${waitingDuty} and a.ended_at is null
        union all
        select k.operator_id, k.claimed_at, 2 from case_claim k where k.case_id = c.id and ${claimInForce(now)}
      ) one where user_id <> ${userId} order by rank limit 1
    ) held on true
    left join operator o on o.user_id = held.user_id
    where (c.id is null or c.provider_id <> all(${ownProviders}::uuid[]))
      and not stands_with_provider(${userId}, ${caseId}) and not judged_reviewed_case(${userId}, ${caseId})
      and (took_part(${userId}, ${caseId}) or not kept_from_duty(${userId}, ${caseId}, duty_of(c.state)))`.execute(db);
  return rows[0];
}

export type ClaimInForce = { work_name: string | null; claimed_at: Date; ends_at: Date };

export async function findClaimOfOther(trx: Trx, { caseId, userId, now }: Asked): Promise<ClaimInForce | undefined> {
  const { rows } = await sql<ClaimInForce>`
    select o.work_name, k.claimed_at, k.ends_at from case_claim k left join operator o on o.user_id = k.operator_id
    where k.case_id = ${caseId} and k.operator_id <> ${userId} and ${claimInForce(now)}
    order by k.claimed_at limit 1`.execute(trx);
  return rows[0];
}

export async function saveClaim(trx: Trx, claim: PayloadOf<typeof caseClaimChanged>): Promise<void> {
  const { claimId, caseId, operatorId, claimedAt, endsAt, endedBecause } = claim;
  await trx
    .insertInto('case_claim')
    .values({
      claim_id: claimId,
      case_id: caseId,
      operator_id: operatorId,
      claimed_at: claimedAt,
      ends_at: endsAt,
      ended_because: endedBecause,
    })
    // The trigger keeps an end, whatever the order of the events.
    .onConflict((conflict) => conflict.column('claim_id').doUpdateSet({ ends_at: endsAt, ended_because: endedBecause }))
    .execute();
}

/**
 * Of a case that the operator could read. Whoever had no part in it read it because its duty was free; what a colleague
 * has claimed was shown as claimed.
 */
export async function markSeenFree(trx: Trx, { caseId, userId, now }: Asked): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into free_sighting (operator_id, case_id, seen_at)
    select ${userId}, c.id, ${now} from verification_case c
    where c.id = ${caseId} and ${waitingDuty} is not null and not took_part(${userId}, c.id)
      and not exists (select from case_claim k where k.case_id = c.id and k.operator_id <> ${userId} and ${claimInForce(now)})
    on conflict (operator_id, case_id) do update set seen_at = excluded.seen_at`.execute(trx);
  return numAffectedRows > 0n;
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

export async function insertLostDuty(trx: Trx, assignmentId: string, because: LostWorkReason): Promise<void> {
  await trx.insertInto('lost_duty').values({ assignment_id: assignmentId, because }).execute();
}

export function listLostDuties(trx: Trx, caseId: string, now: Date) {
  return trx
    .selectFrom('lost_duty as l')
    .innerJoin('case_assignment as a', 'a.id', 'l.assignment_id')
    .select(['a.id', 'a.assignee_id', 'a.ended_at', 'l.because'])
    .where('a.case_id', '=', caseId)
    .where('a.ended_at', '>=', toldSince(now))
    .$narrowType<{ ended_at: Date; because: LostWorkReason }>()
    .orderBy('a.ended_at')
    .execute();
}

/** They have no effect any more. */
export const forgottenClaims = pruneTask('case_claim', (now) => sql`ends_at < ${toldSince(now)}`);
export const forgottenSightings = pruneTask('free_sighting', (now) => sql`seen_at < ${seenSince(now)}`);
