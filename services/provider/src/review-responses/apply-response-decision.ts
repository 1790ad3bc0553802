import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import { lockReview } from '../reviews/queries.ts';
import { findResponse, lockResponse, updateResponse } from './queries.ts';

export async function applyResponseDecision(trx: Trx, responseId: string, outcome: string): Promise<void> {
  const found = await findResponse(trx, responseId);
  const review = found && (await lockReview(trx, found.review_id));
  const row = review && (await lockResponse(trx, review.id));
  if (row?.id !== responseId || row.state !== 'flagged') return;
  const isKept = outcome === 'approved';
  await updateResponse(trx, row.id, { state: isKept ? 'published' : 'removed', is_hidden: false });
  await emit(trx, notificationRequested.provider, {
    userId: null,
    providerId: found?.provider_id ?? null,
    template: isKept ? 'review_response_kept' : 'review_response_removed',
    data: { reviewId: row.review_id, categoryKey: found?.category_key ?? null },
  });
}
