import { OwnProviderId, ReviewId } from '@trust/contracts/fields';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { lockReview } from '../review-record/review-row.ts';
import { discardResponse } from './discard-response.ts';
import { examined, isExamined } from './put-review-response.ts';
import { lockResponse } from './queries.ts';

export const deleteReviewResponse = route(
  {
    method: 'delete',
    path: '/providers/{providerId}/reviews/{reviewId}/response',
    summary: 'Delete the response to a review',
    description:
      'Not one that somebody flagged, until an operator has kept it: operators must be able to read it. Deleting one that waits withdraws its examination.',
    access: 'provider.enquiries.manage',
    scope: 'provider',
    limit: 'profile-mutation',
    params: z.object({ providerId: OwnProviderId, reviewId: ReviewId }),
    responds: { status: 204 },
    problems: ['state-conflict'],
  },
  (input, { db, now }) =>
    db.transact(async (trx) => {
      await lockOpenProvider(trx, input);
      const review = await lockReview(trx, input.params.reviewId);
      if (review?.provider_id !== input.providerId) throw notFound();
      const response = await lockResponse(trx, review.id);
      if (!response) throw notFound();
      if (isExamined(response)) throw conflict(examined);
      await discardResponse(trx, response.id, now());
      await audit(trx, input, {
        objectType: 'review_response',
        objectId: response.id,
        before: { state: response.state, reviewId: review.id },
      });
    }),
);
