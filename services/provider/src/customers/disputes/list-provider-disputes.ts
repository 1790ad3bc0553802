import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { disputePage } from './dispute-view.ts';
import { DisputePage, DisputeQuery } from './schema.ts';

export const listProviderDisputes = route(
  {
    method: 'get',
    path: '/providers/{providerId}/disputes',
    summary: 'List disputes of a provider',
    description: 'Newest first.',
    access: 'provider.enquiries.manage',
    scope: 'provider',
    params: z.object({ providerId: OwnProviderId }),
    query: DisputeQuery,
    responds: { status: 200, body: DisputePage },
  },
  (input, app) => disputePage({ provider: input.providerId }, input, app),
);
