import { OwnProviderId } from '@trust/contracts/fields';
import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { findAssignments } from '../../provider-record/assignments.ts';
import { findProvider } from '../../provider-record/provider-row.ts';
import { findPossibleDuplicates, type PossibleDuplicate } from '../duplicates/possible-duplicates.ts';
import { providerBody } from './provider-body.ts';
import { ProviderById } from './schema.ts';

export const getProvider = route(
  {
    method: 'get',
    path: '/providers/{providerId}',
    summary: 'Get a provider',
    description:
      'For its representatives and for operators. Operators also see possible duplicates (at most 20; closed and suspended ones first, then active ones, then drafts): providers with a similar name, the same website, or a common contact among representatives and invitations; none that they represent. One that `isErased` was an individual under a measure whose owner erased the account: for a year the registered names and verified contacts are still compared, and nothing else is known.',
    access: 'session',
    scope: 'provider',
    operators: 'operations.providers.read',
    params: z.object({ providerId: OwnProviderId }),
    etag: true,
    responds: { status: 200, body: ProviderById },
  },
  async ({ providerId, asOperator, actor }, app) => {
    const { db } = app;
    const provider = await findProvider(db, providerId);
    if (!provider) throw notFound();
    if (!asOperator) return reply(providerBody(provider), { revision: provider.revision });
    // No ETag: duplicates change without this provider's revision.
    const found = await findPossibleDuplicates(db, app, providerId);
    const own = (await findAssignments(db, actor.userId)).map((assignment) => assignment.providerId);
    const others = found.filter(({ id }) => !own.includes(id));
    return reply({ ...providerBody(provider), possibleDuplicates: others.map(duplicateBody) });
  },
);

function duplicateBody({ id, public_provider_id, display_name, state, same, is_erased }: PossibleDuplicate) {
  return { id, publicProviderId: public_provider_id, displayName: display_name, state, same, isErased: is_erased };
}
