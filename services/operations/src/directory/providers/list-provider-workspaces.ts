import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { providerFilter } from './provider-filter.ts';
import { findCountedProviders, type ProviderWindow } from './queries.ts';
import { OperationsWorkspacePage, ProviderQuery } from './schema.ts';
import { workspaceView } from './views.ts';

export const listProviderWorkspaces = route(
  {
    method: 'get',
    path: '/operations/provider-workspaces',
    summary: 'List provider workspaces',
    description:
      'Newest first: what each provider has set up and how far its verification is, as flags and counts. A state that occurs nowhere has no count. A provider that you represent is not listed.',
    access: 'operations.providers.read',
    query: ProviderQuery,
    responds: { status: 200, body: OperationsWorkspacePage },
  },
  (input, { db, cursors, now }) =>
    findPage(
      input,
      cursors,
      (window: ProviderWindow) => findCountedProviders(db, providerFilter(input, now()), window),
      {
        positionOf: ({ provider_id }) => [provider_id],
        item: workspaceView,
      },
    ),
);
