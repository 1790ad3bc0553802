import { OwnProviderId, ReviewId } from '@trust/contracts/fields';
import { conflict, invalid, notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { lockReview } from '../review-record/review-row.ts';
import { hasContact } from './has-contact.ts';
import { deleteResponse, lockResponse, upsertResponse } from './queries.ts';
import { responseBody } from './response-view.ts';
import { ReviewResponse, ReviewResponseUpdate } from './schema.ts';

/** Or the text could change between its examination and the decision. */
export const examined = {
  en: 'Somebody flagged the response, and it was removed or waits for an operator. It cannot be replaced or deleted now.',
  fr: 'La réponse a été signalée ; elle a été retirée ou attend un opérateur. Elle ne peut être ni remplacée ni supprimée.',
};

export const putReviewResponse = route(
  {
    method: 'put',
    path: '/providers/{providerId}/reviews/{reviewId}/response',
    summary: 'Respond to a review',
    description:
      'The one response of the provider to a published review; sending it again replaces it, unless it was flagged. It is public at once, so it may hold no e-mail address, no telephone number, no link and no handle.',
    access: 'provider.enquiries.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    params: z.object({ providerId: OwnProviderId, reviewId: ReviewId }),
    body: ReviewResponseUpdate,
    responds: { status: 200, body: ReviewResponse },
    problems: ['state-conflict'],
  },
  (input, { db, now }) =>
    db.transact(async (trx) => {
      const at = now();
      const row = await lockReview(trx, input.params.reviewId);
      if (row?.provider_id !== input.providerId || row.published_at === null) throw notFound();
      if (row.state !== 'published' && row.state !== 'flagged')
        throw conflict({
          en: 'The review is no longer published. Only a published review can have a response.',
          fr: 'L’avis n’est plus publié. Seul un avis publié peut recevoir une réponse.',
        });
      const { text } = input.body;
      const before = await lockResponse(trx, row.id);
      if (before && before.state !== 'published') throw conflict(examined);
      // A response is published without moderation, and the provider knows how to reach the customer.
      if (hasContact(text)) throw invalid('text', 'contact_not_allowed');
      // Flags and decisions belong to the text that they are about.
      if (before && before.text !== text) await deleteResponse(trx, before.id);
      const response = await upsertResponse(trx, {
        review_id: row.id,
        author_id: input.actor.userId,
        text,
        responded_at: at,
      });
      await audit(trx, input, { objectType: 'review', objectId: row.id, after: { hasResponse: true } });
      return responseBody(response, row);
    }),
);
