import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findResponse, updateResponse } from './queries.ts';

/** Call with the response locked (`lockSubject`). */
export async function applyResponseDecision(trx: Trx, responseId: string, outcome: string): Promise<void> {
  const row = await findResponse(trx, responseId);
  if (row?.state !== 'flagged') return;
  const isKept = outcome === 'approved';
  await updateResponse(trx, row.id, { state: isKept ? 'published' : 'removed', is_hidden: false });
  await emit(trx, notificationRequested.provider, {
    userId: null,
    providerId: row.provider_id,
    template: isKept ? 'review_response_kept' : 'review_response_removed',
    data: { reviewId: row.review_id, categoryKey: row.category_key },
  });
}
