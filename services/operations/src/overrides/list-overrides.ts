import { PageQuery } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { ownProviders } from '../own-providers.ts';
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
  async ({ actor, query, request }, { db, now, cursors }) => {
    const [at, id] = query.cursor ? cursors.open(request.binding, query.cursor) : [];
    const before = id === undefined ? undefined : { at: String(at), id: String(id) };
    const rows = await findOverrides(db, { ownProviders: ownProviders(actor), before, limit: query.limit + 1 });
    const approvals = await findApprovals(
      db,
      rows.map((row) => row.id),
    );
    return pageOf(rows, {
      limit: query.limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.requested_at, row.id],
      item: (row) => overrideView(row, approvals, now()),
    });
  },
);
