import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { listInvitationsTo } from '../../from-other-services/invitations/queries.ts';
import { invitationView } from './invitation-view.ts';
import { InvitationPage } from './schema.ts';

export const listInvitations = route(
  {
    method: 'get',
    path: '/account/invitations',
    summary: 'List invitations to you',
    description:
      'Invitations to represent a provider, sent to a phone number or email address that you have verified, oldest first, for 7 days. Nothing changes for you before you accept one, and the provider does not learn whether you have read or declined it.',
    access: 'session',
    query: PageQuery,
    responds: { status: 200, body: InvitationPage },
  },
  (input, { db, cursors, now }) =>
    findPage(input, cursors, (window) => listInvitationsTo(db, { personId: input.actor.userId, now: now() }, window), {
      positionOf: ({ invited_at, id }) => [invited_at.toISOString(), id],
      item: invitationView,
    }),
);
