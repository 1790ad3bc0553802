import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { overrideView } from './override-view.ts';
import { findApprovals, findOverrides } from './queries.ts';
import { OverridePage } from './schema.ts';

export const listOverrides = route(
  {
    method: 'get',
    path: '/operations/overrides',
    summary: 'List overrides',
    description: 'Newest first, with their approvals.',
    access: 'operations.overrides.approve',
    query: PageQuery,
    responds: { status: 200, body: OverridePage },
  },
  async (input, { db, now, cursors }) => {
    const page = await findPage(input, cursors, (window) => findOverrides(db, ownProviders(input.actor), window), {
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
