import type { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ReviewResponseFlag } from '../../db/schema.ts';

/** False if this person has flagged the review. */
export async function insertFlag(
  trx: Trx,
  flag: { review_id: string; flagger_id: string; reason_code: ReviewFlagReason; flagged_at: Date; has_hidden: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('review_flag')
    .values(flag)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** False if this person has flagged the response. */
export async function insertResponseFlag(trx: Trx, flag: Insertable<ReviewResponseFlag>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('review_response_flag')
    .values(flag)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Or two flags at the same time would both find nothing that waits. */
export async function lockFlagger(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flags of ${userId}`}, 0))`.execute(trx);
}

type Flagger = { userId: string; isModerator: boolean; providerId: string; writtenAt: Date };

/** A later interaction could be made up to hide the text. Call with the flagger locked. */
export async function hasStanding(trx: Trx, { userId, isModerator, providerId, writtenAt }: Flagger): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select (${isModerator} and not exists (
        select from review r left join review_response p on p.review_id = r.id
        where r.provider_id = ${providerId} and (
          r.state in ('published', 'flagged') and exists (
            select from review_flag f where f.review_id = r.id and f.flagger_id = ${userId} and f.has_hidden)
          or p.state in ('published', 'flagged') and exists (
            select from review_response_flag f where f.response_id = p.id and f.flagger_id = ${userId} and f.has_hidden)))
      or exists (
        select from interaction
        where customer_id = ${userId} and provider_id = ${providerId}
          and recorded_at <= ${writtenAt}::timestamptz - interval '1 day')
        and not exists (select from lost_standing where person_id = ${userId})
        and not exists (
          select from review_flag f join review r on r.id = f.review_id
          where f.flagger_id = ${userId} and f.has_hidden and r.is_hidden)
        and not exists (
          select from review_response_flag f join review_response r on r.id = f.response_id
          where f.flagger_id = ${userId} and f.has_hidden and r.is_hidden))
      and not has_represented(${userId}, ${providerId}, '-infinity') as has`.execute(trx);
  return rows[0]?.has ?? false;
}

/** Those whose flag had hidden the review or response that an operator keeps. */
export async function endStanding(trx: Trx, subjectId: string, at: Date): Promise<void> {
  await sql`
    insert into lost_standing (person_id, lost_at)
    select flagger_id, ${at}::timestamptz from review_flag where review_id = ${subjectId} and has_hidden
    union all
    select flagger_id, ${at}::timestamptz from review_response_flag where response_id = ${subjectId} and has_hidden
    on conflict do nothing`.execute(trx);
}
