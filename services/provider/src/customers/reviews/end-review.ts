import type { Trx } from '../../app.ts';
import { withdrawRequest } from '../../provider-record/moderation/request-moderation.ts';
import { announceReview } from '../review-record/announce-review.ts';
import { type ReviewRow, updateReview } from '../review-record/review-row.ts';
import { endExamination } from '../review-responses/end-examination.ts';

/** Nobody reads or examines it any more. Call with the review locked, in a state that can be withdrawn. */
export async function endReview(trx: Trx, row: ReviewRow, at: Date): Promise<void> {
  await updateReview(trx, row.id, { state: 'withdrawn', is_hidden: false, ended_at: at });
  await withdrawRequest(trx, row.id, at);
  await endExamination(trx, row.id, at);
  await announceReview(trx, { ...row, state: 'withdrawn' }, at);
}
