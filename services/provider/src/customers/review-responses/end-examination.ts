import type { Trx } from '../../app.ts';
import { withdrawRequest } from '../../provider-record/moderation/request-moderation.ts';
import { lockResponse, updateResponse } from './queries.ts';

/** Nobody sees the response to a withdrawn review any more. Call with the review locked. */
export async function endExamination(trx: Trx, reviewId: string, at: Date): Promise<void> {
  const response = await lockResponse(trx, reviewId);
  if (response?.state === 'flagged') await updateResponse(trx, response.id, { state: 'published', is_hidden: false });
  if (response) await withdrawRequest(trx, response.id, at);
}
