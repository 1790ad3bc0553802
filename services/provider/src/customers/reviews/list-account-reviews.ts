import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { findReviewsOf } from './queries.ts';
import { accountReview } from './review-view.ts';
import { AccountReviewPage } from './schema.ts';

export const listAccountReviews = route(
  {
    method: 'get',
    path: '/account/reviews',
    summary: 'List own reviews',
    description:
      'The reviews that you wrote, in every state, newest first. `GET /reviews/{reviewId}` has the decisions.',
    access: 'session',
    query: PageQuery,
    responds: { status: 200, body: AccountReviewPage },
  },
  (input, { db, cursors }) =>
    findPage(input, cursors, (window) => findReviewsOf(db, input.actor.userId, window), {
      positionOf: ({ submitted_at, id }) => [submitted_at.toISOString(), id],
      item: accountReview,
    }),
);
