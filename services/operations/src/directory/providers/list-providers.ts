import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { providerFilter } from './provider-filter.ts';
import { findProviders, type ProviderWindow } from './queries.ts';
import { OperationsProviderPage, ProviderQuery } from './schema.ts';
import { providerView } from './views.ts';

export const listProviders = route(
  {
    method: 'get',
    path: '/operations/providers',
    summary: 'List providers',
    description:
      'Newest first, for operators. `q` finds names with words that begin with its words; accents and case do not matter. A provider that you represent is not listed.',
    access: 'operations.providers.read',
    query: ProviderQuery,
    responds: { status: 200, body: OperationsProviderPage },
  },
  (input, { db, cursors, now }) =>
    findPage(input, cursors, (window: ProviderWindow) => findProviders(db, providerFilter(input, now()), window), {
      positionOf: ({ provider_id }) => [provider_id],
      item: providerView,
    }),
);
