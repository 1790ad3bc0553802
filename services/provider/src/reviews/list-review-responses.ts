import { Page, PageQuery } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { findResponses } from './queries.ts';
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
  async ({ query: { cursor, limit }, request: { binding }, providerId }, { db, cursors }) => {
    const [at, id] = cursor === undefined ? [] : cursors.open(binding, cursor);
    const before = id === undefined ? undefined : ([String(at), String(id)] as const);
    const rows = await findResponses(db, providerId, { before, limit: limit + 1 });
    return pageOf(rows, {
      ...{ limit, cursors, binding },
      positionOf: (row) => [row.responded_at, row.review_id],
      item: ({ review_id, category_key, text, responded_at }) => ({
        ...{ reviewId: review_id, categoryKey: category_key, text },
        respondedAt: responded_at.toISOString(),
      }),
    });
  },
);
