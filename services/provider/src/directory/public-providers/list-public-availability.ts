import { PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { availabilityAt } from '../../registration/availability/availability-at.ts';
import { findOfferedAvailability } from '../../registration/availability/offered-availability.ts';
import { PublicAvailability } from '../../registration/availability/schema.ts';
import { findPublicProvider } from './find-public-provider.ts';
import { PublicProviderParams } from './schema.ts';

export const listPublicAvailability = route(
  {
    method: 'get',
    path: '/public/providers/{publicProviderId}/availability',
    summary: 'List the availability of a published provider',
    description:
      'Of each service that it offers with a current claim and has stated an availability for. Self-asserted.',
    access: 'public',
    cache: 'public',
    params: PublicProviderParams,
    query: PageQuery,
    responds: { status: 200, body: PublicAvailability },
    problems: ['not-found'],
  },
  async (input, { db, now, cursors }) => {
    const { params } = input;
    const at = now();
    const provider = await findPublicProvider(db, params.publicProviderId, at);
    if (!provider) throw notFound();
    const offered = await findOfferedAvailability(db, provider.id, at);
    const items = offered.flatMap(({ state, has_public_claim, ...row }) =>
      state === null || !has_public_claim ? [] : [availabilityAt(row.category_key, { ...row, state }, at)],
    );
    const page = pageOfAll(input, cursors, items, ({ categoryKey }) => categoryKey);
    return { publicProviderId: provider.public_provider_id, ...page };
  },
);
