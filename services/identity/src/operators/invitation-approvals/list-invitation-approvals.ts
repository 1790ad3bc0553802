import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { listAwaiting } from '../../from-other-services/invitations/queries.ts';
import { approvalView } from './approval-view.ts';
import { InvitationApprovalPage } from './schema.ts';

export const listInvitationApprovals = route(
  {
    method: 'get',
    path: '/operations/invitation-approvals',
    summary: 'List operators who want to represent a provider',
    description:
      'Acceptances of invitations by operators that another operator must approve, oldest first. `GET /operations/operators?mayActOnProviderId={providerId}` lists who could still take an emergency action on the provider.',
    access: 'identity.roles.manage',
    query: PageQuery,
    responds: { status: 200, body: InvitationApprovalPage },
  },
  (input, { db, cursors, now }) =>
    findPage(input, cursors, (window) => listAwaiting(db, now(), window), {
      positionOf: ({ answered_at, id }) => [(answered_at ?? new Date(0)).toISOString(), id],
      item: approvalView,
    }),
);
