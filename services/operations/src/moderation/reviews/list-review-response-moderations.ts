import { route } from '../../app.ts';
import { moderationPage } from '../moderation-view.ts';
import { ModerationPage, ModerationQuery } from '../schema.ts';

export const listReviewResponseModerations = route(
  {
    method: 'get',
    path: '/operations/review-response-moderations',
    summary: 'List moderations of responses to reviews',
    description:
      'Responses that wait for publication or were flagged, newest first. Read the text with `GET /review-responses/{responseId}`.',
    access: 'reviews.moderate',
    query: ModerationQuery,
    responds: { status: 200, body: ModerationPage },
  },
  (input, app) => moderationPage('review_response', input, app),
);
