import { route } from '../../app.ts';
import { decide } from '../decide.ts';
import { Moderation, ReviewDecisionCreate, ReviewParams } from '../schema.ts';

export const createReviewDecision = route(
  {
    method: 'post',
    path: '/operations/review-moderations/{reviewId}/decisions',
    summary: 'Decide about a review',
    description:
      '`approved` publishes or keeps it, `refused` does not publish or removes it. `complies` is the only reason code of `approved`. An appeal is decided by another operator.',
    access: 'reviews.moderate',
    stepUp: true,
    idempotency: 'required',
    limit: 'privileged-operation',
    params: ReviewParams,
    body: ReviewDecisionCreate,
    responds: { status: 201, body: Moderation, location: '/operations/review-moderations' },
    problems: ['not-found', 'content-not-read', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
  },
  (input, app) => decide(input, app, { kind: 'review', subjectId: input.params.reviewId }),
);
