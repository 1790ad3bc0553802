import { Page, PageQuery } from '@trust/contracts/page';
import { route } from '../app.ts';
import { ReviewResponse } from './schema.ts';

export const listReviewResponses = route(
  {
    method: 'get',
    path: '/provider-workspace/me/review-responses',
    summary: 'List responses to reviews',
    description: 'Read-only. Customers cannot write reviews yet, so the list is empty.',
    access: 'session',
    scope: 'workspace',
    query: PageQuery,
    responds: { status: 200, body: Page(ReviewResponse).meta({ id: 'ReviewResponsePage' }) },
  },
  async ({ query: { cursor }, request }, { cursors }) => {
    // No cursor was ever issued, so every one is invalid.
    if (cursor !== undefined) cursors.open(request.binding, cursor);
    return { items: [], nextCursor: null };
  },
);
