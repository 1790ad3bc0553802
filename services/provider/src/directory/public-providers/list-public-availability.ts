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
    description: 'Of each service that it offers and has stated an availability for. Self-asserted.',
    access: 'public',
    cache: 'public',
    params: PublicProviderParams,
    responds: { status: 200, body: PublicAvailability },
    problems: ['not-found'],
  },
  async ({ params }, { db, now }) => {
    const at = now();
    const provider = await findPublicProvider(db, params.publicProviderId, at);
    if (!provider) throw notFound();
    const offered = await findOfferedAvailability(db, provider.id);
    const items = offered.flatMap(({ state, ...row }) =>
      state === null ? [] : [availabilityAt(row.category_key, { ...row, state }, at)],
    );
    return { publicProviderId: provider.public_provider_id, items };
  },
);
