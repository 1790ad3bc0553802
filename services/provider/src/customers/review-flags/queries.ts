import type { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import type { Insertable } from 'kysely';
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
