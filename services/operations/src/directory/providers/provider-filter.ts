import type { Actor } from '@trust/contracts/actor';
import type { z } from 'zod';
import { prefixQuery } from '../../from-other-services/providers/search-words.ts';
import { ownProviders } from '../../own-providers.ts';
import type { ProviderFilter, ProviderQuery } from './schema.ts';

type Input = { actor: Actor; query: z.output<typeof ProviderQuery> };

export function providerFilter({ actor, query }: Input, asOf: Date): ProviderFilter {
  return {
    words: query.q === undefined ? undefined : prefixQuery(query.q),
    state: query.state,
    publication: query.publication,
    isComplete: query.readiness && query.readiness === 'complete',
    caseState: query.caseState,
    categoryKey: query.categoryKey,
    publicProviderId: query.publicProviderId,
    ownProviders: ownProviders(actor),
    asOf,
  };
}
