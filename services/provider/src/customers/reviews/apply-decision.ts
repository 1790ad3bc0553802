import type { Trx } from '../../app.ts';
import { announceReview, notifyOfReview } from '../review-record/announce-review.ts';
import { lockReview, updateReview } from '../review-record/review-row.ts';
import { stateAfter } from '../review-record/states.ts';

type Decision = { outcome: string; reasonCode: string; at: Date };

export async function applyReviewDecision(trx: Trx, reviewId: string, { outcome, reasonCode, at }: Decision) {
  const row = await lockReview(trx, reviewId);
  if (!row) return;
  const state = stateAfter(row.state, outcome === 'approved' ? 'approved' : 'refused');
  const isEnded = state === 'removed' || state === 'rejected';
  const end = isEnded ? { ended_at: row.ended_at ?? at, end_reason: reasonCode } : { ended_at: null, end_reason: null };
  await updateReview(trx, reviewId, {
    state,
    is_hidden: false,
    published_at: state === 'published' ? (row.published_at ?? at) : row.published_at,
    ...end,
  });
  if (state !== row.state) await announceReview(trx, { ...row, state }, at);
  const wasShown = row.state === 'published' || row.state === 'flagged';
  await notifyOfReview(
    trx,
    row,
    isEnded ? (`review_${state}` as const) : wasShown ? 'review_kept' : 'review_published',
  );
}
