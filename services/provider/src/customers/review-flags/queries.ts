import type { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ReviewResponseFlag } from '../../db/schema.ts';

/** False if this person has flagged the review. */
export async function insertFlag(
  trx: Trx,
  flag: { review_id: string; flagger_id: string; reason_code: ReviewFlagReason; flagged_at: Date },
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

type Flagger = { userId: string; isModerator: boolean; providerId: string; publishedAt: Date };

/** An interaction after the publication could be made up in order to hide the subject. */
export async function hasStanding(
  trx: Trx,
  { userId, isModerator, providerId, publishedAt }: Flagger,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select (${isModerator} or exists (
        select from interaction
        where customer_id = ${userId} and provider_id = ${providerId} and recorded_at < ${publishedAt}))
      and not exists (select from representative where user_id = ${userId} and provider_id = ${providerId}) as has`.execute(
    trx,
  );
  return rows[0]?.has ?? false;
}
