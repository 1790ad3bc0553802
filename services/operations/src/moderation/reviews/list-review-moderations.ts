import { route } from '../../app.ts';
import { moderationPage } from '../moderation-view.ts';
import { ModerationPage, ModerationQuery } from '../schema.ts';

export const listReviewModerations = route(
  {
    method: 'get',
    path: '/operations/review-moderations',
    summary: 'List moderations of reviews',
    description: 'New and flagged reviews and appeals, newest first. Read the text with `GET /reviews/{reviewId}`.',
    access: 'reviews.moderate',
    query: ModerationQuery,
    responds: { status: 200, body: ModerationPage },
  },
  (input, app) => moderationPage('review', input, app),
);
