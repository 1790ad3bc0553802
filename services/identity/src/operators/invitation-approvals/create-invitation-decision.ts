import { conflict, notFound, type Problem } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { moveInvitation } from '../../from-other-services/invitations/answer-invitation.ts';
import { isInvolved, lockOfOperator } from '../../from-other-services/invitations/queries.ts';
import { approvalView } from './approval-view.ts';
import { InvitationApproval, InvitationApprovalParams, InvitationDecision } from './schema.ts';

export const createInvitationDecision = command(
  {
    method: 'post',
    path: '/operations/invitation-approvals/{invitationId}/decisions',
    summary: 'Approve or refuse that an operator represents a provider',
    description:
      'Final. After an approval the operator represents the provider, and works no more on it as an operator. A refusal is shown to the operator and not to the provider. Not for the operator who accepted, nor for one who represents the provider or has accepted an invitation to it.',
    access: 'identity.roles.manage',
    limit: 'privileged-operation',
    idempotency: 'required',
    params: InvitationApprovalParams,
    body: InvitationDecision,
    responds: { status: 200, body: InvitationApproval },
    problems: ['not-found', 'invalid-transition', 'separation-of-duties', 'state-conflict'],
  },
  async (input, { now }, trx) => {
    const deciderId = input.actor.userId;
    const { decision, reason } = input.body;
    const at = now();
    const before = await lockOfOperator(trx, input.params.invitationId, at);
    if (!before) throw notFound();
    const { answered_by: operatorId, provider_id: providerId } = before;
    if (await isInvolved(trx, { personId: deciderId, providerId })) throw involved();
    const after = await moveInvitation(trx, before, {
      to: decision === 'approve' ? 'accepted' : 'refused',
      at,
      change: { decided_by: deciderId, decided_at: at, ...(decision === 'refuse' && { sealed_name: null }) },
    });
    await audit(trx, input, {
      objectType: 'invitation',
      objectId: before.id,
      reason,
      before: { state: before.state },
      after: { state: after.state, operatorId, providerId },
    });
    return approvalView(after);
  },
);

function involved(): Problem {
  return conflict(
    {
      en: 'You accepted this invitation, or you represent the provider. Another operator with the role `security` must decide.',
      fr: 'Vous avez accepté cette invitation, ou vous représentez le prestataire. Une autre personne qui a le rôle `security` doit décider.',
    },
    'separation-of-duties',
  );
}
