import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { moveInvitation } from '../../from-other-services/invitations/answer-invitation.ts';
import { lockInvitationTo } from '../../from-other-services/invitations/queries.ts';
import { lockPerson } from '../../people/persons.ts';
import { invitationView } from './invitation-view.ts';
import { Invitation, InvitationParams } from './schema.ts';

export const declineInvitation = command(
  {
    method: 'post',
    path: '/account/invitations/{invitationId}/decline',
    summary: 'Decline an invitation',
    description:
      'Final. The provider is not told: the invitation stays `sent` for it and expires 7 days after it was sent, as one that nobody answered. An acceptance that awaits approval can be declined too.',
    access: 'session',
    limit: 'profile-mutation',
    params: InvitationParams,
    responds: { status: 200, body: Invitation },
    problems: ['not-found', 'invalid-transition'],
  },
  async (input, { now }, trx) => {
    const personId = input.actor.userId;
    const at = now();
    if (!(await lockPerson(trx, personId))) throw new Problem('unauthenticated');
    const before = await lockInvitationTo(trx, { personId, now: at }, input.params.invitationId);
    if (!before) throw notFound();
    const after = await moveInvitation(trx, before, {
      to: 'declined',
      at,
      change: { answered_by: personId, answered_at: at, sealed_name: null },
    });
    await audit(trx, input, {
      objectType: 'invitation',
      objectId: before.id,
      before: { state: before.state },
      after: { state: 'declined' },
    });
    return invitationView(after);
  },
);
