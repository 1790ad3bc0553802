import { toldSince } from '@trust/contracts/reasons/lost-work';
import { pruneTask } from '@trust/service-kit/database/prune';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import type { TriageRow } from '../items/find-triage-items.ts';
import { claimMinutes } from './limits.ts';

type Subject = Pick<TriageRow, 'subject_id' | 'subject_type'>;

/** Claims of one operator wait for each other, so that their number is right. */
export async function countClaims(trx: Trx, operatorId: string, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('triage claims of ' || ${operatorId}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('triage_claim')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('operator_id', '=', operatorId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False if another operator holds the item, or is claiming it in another transaction: it never waits. */
export async function takeClaim(
  trx: Trx,
  { subject_id, subject_type }: Subject,
  { operatorId, now }: { operatorId: string; now: Date },
): Promise<boolean> {
  const until = claimedUntil(now);
  const lock = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('triage item ' || ${subject_id}, 0)) as free`.execute(trx);
  if (!lock.rows[0]?.free) return false;
  // Since the queue was read, the case may have got a holder, or exclude the operator.
  const { rows } = await sql`
    insert into triage_claim (subject_id, subject_type, operator_id, claimed_at, expires_at)
    select ${subject_id}::uuid, ${subject_type}, ${operatorId}::uuid, ${now}::timestamptz, ${until}::timestamptz
    where not exists (
      select from triage_case where case_id = ${subject_id} and (holder_id <> ${operatorId} or ${operatorId} = any(excluded_ids)))
    on conflict (subject_id) do update
      set operator_id = excluded.operator_id, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at
      where triage_claim.expires_at <= ${now} or triage_claim.operator_id = excluded.operator_id
    returning subject_id`.execute(trx);
  return rows.length > 0;
}

export function claimedUntil(now: Date): Date {
  return new Date(now.getTime() + claimMinutes * 60_000);
}

export async function deleteClaim(trx: Trx, subjectId: string, operatorId: string): Promise<void> {
  await trx
    .deleteFrom('triage_claim')
    .where('subject_id', '=', subjectId)
    .where('operator_id', '=', operatorId)
    .execute();
}

/** Waits for a claim of the item in another transaction. */
export async function lockItem(trx: Trx, subjectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('triage item ' || ${subjectId}, 0))`.execute(trx);
}

export type CaseClaim = Selectable<DB['case_claim']>;
export type EarlyEnd = 'assigned' | 'released' | 'permission_ended' | 'moved_on';

/** Those of a case that has ended, that another operator now has, or whose operator may not hold its duty any more. */
export async function claimsThatCaseEnds(
  trx: Trx,
  caseId: string,
): Promise<{ operator_id: string; because: EarlyEnd }[]> {
  const { rows } = await sql<{ operator_id: string; because: EarlyEnd }>`
    select * from (
      select k.operator_id, case
        when c.state in ('decided', 'closed', 'withdrawn', 'expired') then 'moved_on'
        when c.holder_id <> k.operator_id then 'assigned'
        when c.holder_id is null and k.operator_id in (c.reviewer_id, c.recommender_id, c.decider_id) then 'moved_on'
        when k.operator_id = any(c.excluded_ids) then 'moved_on'
      end as because
      from triage_claim k join triage_case c on c.case_id = k.subject_id
      where k.subject_id = ${caseId} and k.subject_type = 'verification_case'
    ) ending where because is not null`.execute(trx);
  return rows;
}

export async function endCaseClaims(
  trx: Trx,
  { operatorId, caseId = null }: { operatorId: string; caseId?: string | null },
  { because, at }: { because: EarlyEnd; at: Date },
): Promise<CaseClaim[]> {
  const { rows } = await sql<CaseClaim>`
    with ended as (
      delete from triage_claim where operator_id = ${operatorId} and subject_type = 'verification_case'
        and (${caseId}::uuid is null or subject_id = ${caseId}) and expires_at > ${at}
      returning subject_id
    )
    update case_claim set ends_at = greatest(claimed_at, ${at}), ended_because = ${because}
    where operator_id = ${operatorId} and case_id in (select subject_id from ended)
      and ended_because is null and ends_at > ${at}
    returning *`.execute(trx);
  return rows;
}

type Claiming = { caseId: string; operatorId: string; now: Date };

/** Claims of others that ended with their time, of which nobody was told. */
export function markExpiredClaims(trx: Trx, { caseId, operatorId, now }: Claiming) {
  return trx
    .updateTable('case_claim')
    .set({ ended_because: 'expired' })
    .where('case_id', '=', caseId)
    .where('operator_id', '<>', operatorId)
    .where('ended_because', 'is', null)
    .where('ends_at', '<=', now)
    .where('ends_at', '>', toldSince(now))
    .returning('operator_id')
    .execute();
}

/** The present claim of the operator with its new end, or a new one. */
export async function renewCaseClaim(trx: Trx, { caseId, operatorId, now }: Claiming): Promise<CaseClaim> {
  const until = claimedUntil(now);
  const renewed = await trx
    .updateTable('case_claim')
    .set({ ends_at: until })
    .where('case_id', '=', caseId)
    .where('operator_id', '=', operatorId)
    .where('ended_because', 'is', null)
    .where('ends_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  if (renewed) return renewed;
  return trx
    .insertInto('case_claim')
    .values({ case_id: caseId, operator_id: operatorId, claimed_at: now, ends_at: until })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A claim that has ended has no effect. */
export const endedClaims = pruneTask('triage_claim', (now) => sql`expires_at <= ${now}`);
