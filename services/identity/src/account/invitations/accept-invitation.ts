import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { moveInvitation } from '../../from-other-services/invitations/answer-invitation.ts';
import { isRepresentativeOf, lockInvitationTo } from '../../from-other-services/invitations/queries.ts';
import { lockPerson } from '../../people/persons.ts';
import { findRoles } from '../../people/roles.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { invitationView } from './invitation-view.ts';
import { Invitation, InvitationAcceptance, InvitationParams } from './schema.ts';

export const acceptInvitation = command(
  {
    method: 'post',
    path: '/account/invitations/{invitationId}/accept',
    summary: 'Accept an invitation',
    description:
      'Within 7 days. You represent the provider within seconds, and it sees the name that you give here. Your open enquiries to it close, and your reviews of it and disputes with it are withdrawn. For an operator another operator must approve it first, because nobody works as an operator on a provider that they represent; from the acceptance until the invitation expires they do not either. The provider learns nothing of this.',
    access: 'session',
    stepUp: true,
    limit: 'profile-mutation',
    params: InvitationParams,
    body: InvitationAcceptance,
    responds: { status: 200, body: Invitation },
    problems: ['not-found', 'invalid-transition', 'state-conflict'],
  },
  async (input, { vault, now }, trx) => {
    const personId = input.actor.userId;
    const at = now();
    const sealer = (await lockPerson(trx, personId)) && (await findSealer(trx, vault, personId));
    if (!sealer) throw new Problem('unauthenticated');
    const before = await lockInvitationTo(trx, { personId, now: at }, input.params.invitationId);
    if (!before) throw notFound();
    if (await isRepresentativeOf(trx, { personId, providerId: before.provider_id })) throw alreadyRepresented();
    const isOperator = (await findRoles(trx, personId)).length > 0;
    const after = await moveInvitation(trx, before, {
      to: isOperator ? 'awaiting_approval' : 'accepted',
      at,
      change: {
        answered_by: personId,
        answered_at: at,
        sealed_name: sealer.seal('name for a provider', input.body.displayName),
      },
    });
    await audit(trx, input, {
      objectType: 'invitation',
      objectId: before.id,
      before: { state: before.state },
      after: { state: after.state, role: before.role, providerId: before.provider_id },
    });
    return invitationView(after);
  },
);

function alreadyRepresented(): Problem {
  return conflict({
    en: 'You represent this provider already. Decline the invitation.',
    fr: 'Vous représentez déjà ce prestataire. Déclinez l’invitation.',
  });
}
