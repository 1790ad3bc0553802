import { notFound } from '@trust/service-kit/problem';
import { reply } from '@trust/service-kit/reply';
import { z } from 'zod';
import { route } from '../app.ts';
import { providerBody } from './lifecycle.ts';
import { findProvider } from './queries.ts';
import { Provider } from './schema.ts';

export const getProvider = route(
  {
    method: 'get',
    path: '/providers/{providerId}',
    summary: 'Read a provider that one represents',
    access: 'session',
    scope: 'provider',
    params: z.object({ providerId: z.uuid() }),
    etag: true,
    responds: { status: 200, body: Provider },
  },
  async ({ providerId }, { db }) => {
    const provider = await findProvider(db, providerId);
    if (!provider) throw notFound();
    return reply(providerBody(provider), { revision: provider.revision });
  },
);
