import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { findApprovals, listRequests } from './queries.ts';
import { requestView } from './request-view.ts';
import { RoleRequestPage } from './schema.ts';

export const listRoleRequests = route(
  {
    method: 'get',
    path: '/operations/role-requests',
    summary: 'List requested roles of operators',
    description: 'Newest first, with what became of each.',
    access: 'identity.roles.approve',
    query: PageQuery,
    responds: { status: 200, body: RoleRequestPage },
  },
  async (input, { db, cursors, now }) => {
    const at = now();
    return findPage(
      input,
      cursors,
      async (window) => {
        const rows = await listRequests(db, window);
        const approvals = await findApprovals(
          db,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => ({ row, approvals }));
      },
      {
        positionOf: ({ row }) => [row.requested_at.toISOString(), row.id],
        item: ({ row, approvals }) => requestView(row, approvals, at),
      },
    );
  },
);
