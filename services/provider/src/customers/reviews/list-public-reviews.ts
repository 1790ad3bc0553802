import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { findPublicProvider } from '../../directory/public-providers/find-public-provider.ts';
import { PublicProviderParams } from '../../directory/public-providers/schema.ts';
import { type Counts, countReviews, findShownReviews } from './queries.ts';
import { publicReview } from './review-view.ts';
import { PublicReviewPage } from './schema.ts';

export const listPublicReviews = route(
  {
    method: 'get',
    path: '/public/providers/{publicProviderId}/reviews',
    summary: 'List reviews of a published provider',
    description:
      'Newest first. Opinions of customers with a recorded interaction: no claim and no score. `counts` says how many were removed or not published, and why.',
    access: 'public',
    cache: 'public',
    params: PublicProviderParams,
    query: PageQuery,
    responds: { status: 200, body: PublicReviewPage },
    problems: ['not-found'],
  },
  async (input, { db, cursors, now }) => {
    const provider = await findPublicProvider(db, input.params.publicProviderId, now());
    if (!provider) throw notFound();
    const page = await findPage(input, cursors, (window) => findShownReviews(db, provider.id, window), {
      positionOf: ({ published_at, id }) => [published_at.toISOString(), id],
      item: publicReview,
    });
    const { published, recommended, underExamination, ended } = await countReviews(db, provider.id);
    const counts = {
      published,
      recommended,
      underExamination,
      removed: of(ended, 'removed'),
      notPublished: of(ended, 'rejected'),
    };
    return { publicProviderId: provider.public_provider_id, counts, ...page };
  },
);

function of(ended: Counts['ended'], state: 'removed' | 'rejected') {
  return ended.filter((one) => one.state === state).map(({ reasonCode, count }) => ({ reasonCode, count }));
}
