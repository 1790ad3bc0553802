import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { overrideView } from './override-view.ts';
import { findApprovals, findOverrides } from './queries.ts';
import { OverridePage, OverrideQuery } from './schema.ts';

export const listOverrides = route(
  {
    method: 'get',
    path: '/operations/overrides',
    summary: 'List overrides',
    description: 'Newest first, with their approvals.',
    access: 'operations.overrides.approve',
    query: OverrideQuery,
    responds: { status: 200, body: OverridePage },
  },
  async (input, { db, now, cursors }) => {
    const filter = { ...input.query, ownProviders: ownProviders(input.actor), now: now() };
    const page = await findPage(input, cursors, (window) => findOverrides(db, filter, window), {
      positionOf: ({ requested_at, id }) => [requested_at.toISOString(), id],
      item: (row) => row,
    });
    const approvals = await findApprovals(
      db,
      page.items.map(({ id }) => id),
    );
    return { ...page, items: page.items.map((row) => overrideView(row, approvals, now())) };
  },
);
