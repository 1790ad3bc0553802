import { notFound } from '@trust/service-kit/http/problem';
import { reply } from '@trust/service-kit/http/reply';
import { z } from 'zod';
import { route } from '../app.ts';
import { providerBody } from './lifecycle.ts';
import { findPossibleDuplicates, type PossibleDuplicate } from './possible-duplicates.ts';
import { findProvider } from './queries.ts';
import { ProviderById } from './schema.ts';

export const getProvider = route(
  {
    method: 'get',
    path: '/providers/{providerId}',
    summary: 'Read a provider that one represents, or as an operator',
    description:
      'Operators are also told which other providers may be the same one, by their name or website, legal form, accents and the like ' +
      'aside, or by a contact: somebody who represents or represented both, or whom both have invited. At most 20, the oldest first.',
    access: 'session',
    scope: 'provider',
    operators: 'operations.providers.read',
    params: z.object({ providerId: z.uuid() }),
    etag: true,
    responds: { status: 200, body: ProviderById },
  },
  async ({ providerId, asOperator }, { db }) => {
    const provider = await findProvider(db, providerId);
    if (!provider) throw notFound();
    if (!asOperator) return reply(providerBody(provider), { revision: provider.revision });
    // Without an ETag: others come and go without this one's revision.
    const found = await findPossibleDuplicates(db, providerId);
    return reply({ ...providerBody(provider), possibleDuplicates: found.map(duplicateBody) });
  },
);

function duplicateBody({ public_provider_id, display_name, ...same }: PossibleDuplicate) {
  return { publicProviderId: public_provider_id, displayName: display_name, ...same };
}
