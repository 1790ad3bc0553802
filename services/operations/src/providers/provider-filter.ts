import type { Actor } from '@trust/contracts/actor';
import type { Cursors } from '@trust/service-kit/http/cursor';
import type { z } from 'zod';
import { ownProviders } from '../own-providers.ts';
import type { ProviderFilter, ProviderQuery } from './schema.ts';
import { prefixQuery } from './search-words.ts';

type Input = { actor: Actor; query: z.output<typeof ProviderQuery>; request: { binding: string } };

export function providerFilter(
  { actor, query, request }: Input,
  app: { now: () => Date; cursors: Cursors },
): ProviderFilter {
  const [before] = query.cursor ? app.cursors.open(request.binding, query.cursor) : [];
  return {
    words: query.q === undefined ? undefined : prefixQuery(query.q),
    state: query.state,
    publication: query.publication,
    isComplete: query.readiness && query.readiness === 'complete',
    caseState: query.caseState,
    categoryKey: query.categoryKey,
    ownProviders: ownProviders(actor),
    asOf: app.now(),
    before: before === undefined ? undefined : String(before),
    limit: query.limit + 1,
  };
}
