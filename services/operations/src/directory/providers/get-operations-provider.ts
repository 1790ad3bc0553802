import { ProviderId } from '@trust/contracts/fields';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { findCountedProvider } from './queries.ts';
import { OperationsProviderDetail } from './schema.ts';
import { directoryFields, workspaceFields } from './views.ts';

export const getOperationsProvider = route(
  {
    method: 'get',
    path: '/operations/providers/{providerId}',
    summary: 'Get a provider as operations sees it',
    description:
      'Flags and counts: no place, no document, and no identifier of a case, evidence or upload. A provider that you represent returns 404.',
    access: 'operations.providers.read',
    params: z.object({ providerId: ProviderId }),
    responds: { status: 200, body: OperationsProviderDetail },
    problems: ['not-found'],
  },
  async ({ actor, params }, { db, now }) => {
    const ids = { providerId: params.providerId, ownProviders: ownProviders(actor) };
    const row = await findCountedProvider(db, { ...ids, asOf: now() });
    if (!row) throw notFound();
    return { ...directoryFields(row), ...workspaceFields(row) };
  },
);
