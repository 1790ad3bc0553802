import { OwnProviderId, ReviewId } from '@trust/contracts/fields';
import { hasContact } from '@trust/contracts/values/has-contact';
import { conflict, invalid, notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { requestModeration } from '../../provider-record/moderation/request-moderation.ts';
import { assertApart } from '../both-sides/both-sides.ts';
import { lockReview } from '../review-record/review-row.ts';
import { discardResponse } from './discard-response.ts';
import { insertPendingResponse, lockResponse, type ResponseRow } from './queries.ts';
import { responseBody } from './response-view.ts';
import { ReviewResponse, ReviewResponseUpdate } from './schema.ts';

/** Or the text could change between its examination and the decision. */
export const examined = {
  en: 'Somebody flagged the response, and it was removed or waits for an operator. It cannot be replaced or deleted now.',
  fr: 'La réponse a été signalée ; elle a été retirée ou attend un opérateur. Elle ne peut être ni remplacée ni supprimée.',
};

export function isExamined({ state }: Pick<ResponseRow, 'state'>): boolean {
  return state === 'flagged' || state === 'removed';
}

export const putReviewResponse = route(
  {
    method: 'put',
    path: '/providers/{providerId}/reviews/{reviewId}/response',
    summary: 'Respond to a review',
    description:
      'The one response of the provider to a published review; another text replaces it, unless it was flagged. A text is public once an operator has approved it; until then the review is shown without a response. It may contain no e-mail address, telephone number, link or handle.',
    access: 'provider.enquiries.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    params: z.object({ providerId: OwnProviderId, reviewId: ReviewId }),
    body: ReviewResponseUpdate,
    responds: { status: 200, body: ReviewResponse },
    problems: ['state-conflict', 'separation-of-duties'],
  },
  (input, app) =>
    app.db.transact(async (trx) => {
      const at = app.now();
      await lockOpenProvider(trx, input);
      const row = await lockReview(trx, input.params.reviewId);
      if (row?.provider_id !== input.providerId || row.published_at === null) throw notFound();
      if (row.state !== 'published' && row.state !== 'flagged')
        throw conflict({
          en: 'The review is no longer published. Only a published review can have a response.',
          fr: 'L’avis n’est plus publié. Seul un avis publié peut recevoir une réponse.',
        });
      await assertApart(trx, { customerId: row.author_id, providerId: row.provider_id });
      const { text } = input.body;
      const before = await lockResponse(trx, row.id);
      if (before && isExamined(before)) throw conflict(examined);
      // The provider knows how to reach the customer.
      if (hasContact(text)) throw invalid('text', 'contact_not_allowed');
      await audit(trx, input, { objectType: 'review', objectId: row.id, after: { hasResponse: true } });
      if (before?.text === text) return responseBody(before, row);
      // Flags and decisions belong to the text that they are about.
      if (before) await discardResponse(trx, before.id, at);
      const { userId } = input.actor;
      const response = await insertPendingResponse(trx, {
        review_id: row.id,
        author_id: userId,
        text,
        responded_at: at,
      });
      await requestModeration(trx, app, {
        subject_id: response.id,
        kind: 'review_response',
        provider_id: row.provider_id,
        category_key: row.category_key,
        reason_code: 'pending',
        involved: [userId, row.author_id],
        requested_by: userId,
      });
      return responseBody(response, row);
    }),
);
