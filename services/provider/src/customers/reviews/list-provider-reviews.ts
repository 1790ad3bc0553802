import { OwnProviderId } from '@trust/contracts/fields';
import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import { route } from '../../app.ts';
import { findShownReviews } from './queries.ts';
import { providerReview } from './review-view.ts';
import { ProviderReviewPage } from './schema.ts';

export const listProviderReviews = route(
  {
    method: 'get',
    path: '/providers/{providerId}/reviews',
    summary: 'List reviews of a provider',
    description:
      'Published ones, newest first, also while the provider is not public. `response` is null where it has not responded; `isHidden` until an operator has decided about one that was flagged as harmful or illegal.',
    access: 'provider.enquiries.manage',
    scope: 'provider',
    params: z.object({ providerId: OwnProviderId }),
    query: PageQuery,
    responds: { status: 200, body: ProviderReviewPage },
  },
  (input, { db, cursors }) =>
    findPage(input, cursors, (window) => findShownReviews(db, input.providerId, { ...window, withHidden: true }), {
      positionOf: ({ published_at, id }) => [published_at.toISOString(), id],
      item: providerReview,
    }),
);
