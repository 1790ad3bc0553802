import { OperatorId, ProviderId } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { RepresentativeRole } from '@trust/contracts/permissions';
import { Reason } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';

const State = valueList('invitationApprovalState', {
  awaiting_approval: {
    en: 'Awaiting approval',
    fr: 'En attente d’approbation',
    means: { en: 'Nobody has decided yet.', fr: 'Personne n’a encore décidé.' },
  },
  accepted: {
    en: 'Approved',
    fr: 'Approuvée',
    means: {
      en: 'Approved: the operator represents the provider.',
      fr: 'Approuvée\u00a0: l’opérateur représente le prestataire.',
    },
  },
  refused: {
    en: 'Refused',
    fr: 'Refusée',
    means: {
      en: 'Refused: the operator does not represent the provider.',
      fr: 'Refusée\u00a0: l’opérateur ne représente pas le prestataire.',
    },
  },
});

const Decision = valueList('invitationDecision', {
  approve: { en: 'Approve', fr: 'Approuver', means: 'The operator may represent the provider.' },
  refuse: { en: 'Refuse', fr: 'Refuser', means: 'The operator may not represent the provider.' },
});

export const InvitationApprovalParams = z.object({
  invitationId: z.uuid().describe('Identifier of the invitation that an operator has accepted.'),
});

export const InvitationDecision = z
  .strictObject({
    decision: Decision.meta({ description: 'Whether the operator may represent the provider.', examples: ['approve'] }),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['Two colleagues with the same roles have no interest in this provider.'],
    }),
  })
  .meta({ id: 'InvitationDecision' });

export const InvitationApproval = z
  .object({
    id: z.uuid().describe('Identifier of the invitation.'),
    operatorId: OperatorId,
    operatorName: OperatorName,
    providerId: ProviderId,
    role: RepresentativeRole.meta({
      description: 'Role that the operator would have for the provider.',
      examples: ['manager'],
    }),
    state: State.meta({ description: 'What was decided.', examples: ['awaiting_approval'] }),
    acceptedAt: z.iso.datetime().describe('When the operator accepted the invitation.'),
    expiresAt: z.iso.datetime().describe('When the invitation expires. It cannot be approved afterwards.'),
  })
  .meta({ id: 'InvitationApproval' });

export const InvitationApprovalPage = Page(InvitationApproval).meta({ id: 'InvitationApprovalPage' });
