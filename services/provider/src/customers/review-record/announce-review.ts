import { notificationRequested } from '@trust/contracts/events/any';
import { reviewChanged } from '@trust/contracts/events/customers';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import type { ReviewRow } from './review-row.ts';

export function announceReview(trx: Trx, row: ReviewRow, at: Date): Promise<void> {
  return emit(trx, reviewChanged, {
    reviewId: row.id,
    providerId: row.provider_id,
    categoryKey: row.category_key,
    state: row.state,
    occurredAt: at.toISOString(),
  });
}

type Template = 'review_published' | 'review_rejected' | 'review_removed' | 'review_kept';

/** The provider does not hear of a review that was never published. */
export async function notifyOfReview(trx: Trx, row: ReviewRow, template: Template): Promise<void> {
  const data = { reviewId: row.id, categoryKey: row.category_key };
  await emit(trx, notificationRequested.provider, { userId: row.author_id, providerId: null, template, data });
  if (template !== 'review_rejected')
    await emit(trx, notificationRequested.provider, { userId: null, providerId: row.provider_id, template, data });
}
