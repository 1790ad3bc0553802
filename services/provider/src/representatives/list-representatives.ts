import { Page, PageQuery } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import { route } from '../app.ts';
import { listRepresentativesOf } from './queries.ts';
import { representativeView } from './representative-view.ts';
import { Representative } from './schema.ts';

export const listRepresentatives = route(
  {
    method: 'get',
    path: '/providers/{providerId}/representatives',
    summary: 'List representatives',
    description:
      'Lists representatives and pending invitations, oldest first. Every representative can see the others. For invitations only a masked phone number or email address is shown.',
    access: 'session',
    scope: 'provider',
    params: z.object({ providerId: z.uuid() }),
    query: PageQuery,
    responds: { status: 200, body: Page(Representative).meta({ id: 'RepresentativePage' }) },
  },
  async ({ providerId, query: { limit, cursor }, request }, { db, cursors, now }) => {
    const after = cursor === undefined ? undefined : cursors.open(request.binding, cursor);
    return pageOf(await listRepresentativesOf(db, { providerId, at: now() }, { limit, after }), {
      limit,
      cursors,
      binding: request.binding,
      positionOf: ({ since, id }) => [since.toISOString(), id],
      item: representativeView,
    });
  },
);
