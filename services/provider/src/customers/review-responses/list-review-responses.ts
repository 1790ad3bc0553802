import { Page, PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { findResponses } from './queries.ts';
import { responseBody } from './response-view.ts';
import { ReviewResponse } from './schema.ts';

export const listReviewResponses = route(
  {
    method: 'get',
    path: '/provider-workspace/me/review-responses',
    summary: 'List responses to reviews',
    description: 'Read-only, newest first. Respond with `PUT /providers/{providerId}/reviews/{reviewId}/response`.',
    access: 'session',
    scope: 'workspace',
    query: PageQuery,
    responds: { status: 200, body: Page(ReviewResponse).meta({ id: 'ReviewResponsePage' }) },
  },
  (input, { db, cursors }) =>
    findPage(input, cursors, (window) => findResponses(db, input.providerId, window), {
      positionOf: ({ responded_at, review_id }) => [responded_at.toISOString(), review_id],
      item: (row) => responseBody(row, row),
    }),
);
