import { OwnProviderId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import { route } from '../../app.ts';
import { listRepresentativesOf } from './queries.ts';
import { representativeView } from './representative-view.ts';
import { Representative } from './schema.ts';

export const listRepresentatives = route(
  {
    method: 'get',
    path: '/providers/{providerId}/representatives',
    summary: 'List representatives',
    description:
      'Lists representatives and invitations, oldest first. Every representative can see the others. An invitation that was not accepted stays as `expired` for 30 days. Of one that is `sent` a masked phone number or email address is shown.',
    access: 'session',
    scope: 'provider',
    params: z.object({ providerId: OwnProviderId }),
    query: PageQuery,
    responds: { status: 200, body: Page(Representative).meta({ id: 'RepresentativePage' }) },
  },
  (input, { db, cursors, now }) => {
    const { providerId, actor } = input;
    const at = now();
    return findPage(input, cursors, (window) => listRepresentativesOf(db, { providerId, at }, window), {
      positionOf: ({ since, id }) => [since.toISOString(), id],
      item: (row) => representativeView(row, { userId: actor.userId, at }),
    });
  },
);
