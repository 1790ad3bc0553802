import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findResponse, updateResponse } from './queries.ts';
import { stateAfter } from './states.ts';

/** Call with the response locked (`lockSubject`). */
export async function applyResponseDecision(trx: Trx, responseId: string, outcome: string): Promise<void> {
  const row = await findResponse(trx, responseId);
  const state = row && stateAfter(row.state, outcome === 'approved');
  if (!state) return;
  await updateResponse(trx, row.id, { state, is_hidden: state === 'rejected' });
  const wasShown = row.state === 'flagged';
  await emit(trx, notificationRequested.provider, {
    userId: null,
    providerId: row.provider_id,
    template: wasShown && state === 'published' ? 'review_response_kept' : (`review_response_${state}` as const),
    data: { reviewId: row.review_id, categoryKey: row.category_key },
  });
}
