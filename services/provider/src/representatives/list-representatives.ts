import { Page, PageQuery } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/cursor';
import { z } from 'zod';
import { route } from '../app.ts';
import { listRepresentativesOf } from './queries.ts';
import { Representative } from './schema.ts';

export const listRepresentatives = route(
  {
    method: 'get',
    path: '/providers/{providerId}/representatives',
    summary: 'Who represents a provider, the longest first',
    description: 'Everybody who represents it may see who else does.',
    access: 'session',
    scope: 'provider',
    params: z.object({ providerId: z.uuid() }),
    query: PageQuery,
    responds: { status: 200, body: Page(Representative).meta({ id: 'RepresentativePage' }) },
  },
  async ({ providerId, query: { limit, cursor }, request }, { db, cursors }) => {
    const after = cursor === undefined ? undefined : cursors.open(request.binding, cursor);
    return pageOf(await listRepresentativesOf(db, providerId, { limit, after }), {
      limit,
      cursors,
      binding: request.binding,
      positionOf: ({ assigned_at, id }) => [assigned_at.toISOString(), id],
      item: ({ id, user_id, role, assigned_at }) => ({
        assignmentId: id,
        userId: user_id,
        role,
        state: 'active' as const,
        since: assigned_at.toISOString(),
      }),
    });
  },
);
