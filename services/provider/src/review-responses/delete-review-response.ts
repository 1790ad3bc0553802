import { conflict, notFound } from '@trust/service-kit/http/problem';
import { z } from 'zod';
import { audit, route } from '../app.ts';
import { withdrawRequest } from '../moderation/request-moderation.ts';
import { lockReview } from '../reviews/queries.ts';
import { deleteResponse, lockResponse } from './queries.ts';

export const deleteReviewResponse = route(
  {
    method: 'delete',
    path: '/providers/{providerId}/reviews/{reviewId}/response',
    summary: 'Delete the response to a review',
    description: 'With its flags; an operator no longer has to examine it. Not one that an operator removed.',
    access: 'provider.enquiries.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    params: z.object({ providerId: z.uuid(), reviewId: z.uuid() }),
    responds: { status: 204 },
    problems: ['state-conflict'],
  },
  (input, { db, now }) =>
    db.transact(async (trx) => {
      const review = await lockReview(trx, input.params.reviewId);
      if (review?.provider_id !== input.providerId) throw notFound();
      const response = await lockResponse(trx, review.id);
      if (!response) throw notFound();
      if (response.state === 'removed')
        throw conflict({
          en: 'An operator removed the response. It is kept with the decision.',
          fr: 'Un opérateur a retiré la réponse. Elle est conservée avec la décision.',
        });
      await withdrawRequest(trx, response.id, now());
      await deleteResponse(trx, response.id);
      await audit(trx, input, {
        objectType: 'review_response',
        objectId: response.id,
        before: { state: response.state, reviewId: review.id },
      });
    }),
);
