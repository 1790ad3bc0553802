import { route } from '../../app.ts';
import { decide } from '../decide.ts';
import { Moderation, ResponseParams, ReviewDecisionCreate } from '../schema.ts';

export const createReviewResponseDecision = route(
  {
    method: 'post',
    path: '/operations/review-response-moderations/{responseId}/decisions',
    summary: 'Decide about a response to a review',
    description:
      '`approved` publishes or keeps it; its only reason code is `complies`. `refused` leaves a waiting one unpublished and removes a published one for good.',
    access: 'reviews.moderate',
    stepUp: true,
    idempotency: 'required',
    limit: 'privileged-operation',
    params: ResponseParams,
    body: ReviewDecisionCreate,
    responds: { status: 201, body: Moderation, location: '/operations/review-response-moderations' },
    problems: ['not-found', 'content-not-read', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
  },
  (input, app) => decide(input, app, { kind: 'review_response', subjectId: input.params.responseId }),
);
