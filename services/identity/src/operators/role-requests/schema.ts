import { OperatorId, PersonId, RequestedAt } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { OperatorRole } from '@trust/contracts/permissions';
import { RequestDecision } from '@trust/contracts/request-decision';
import { Reason } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { OperatorName, WorkName } from '@trust/contracts/values/work-name';
import { z } from 'zod';

const State = valueList('roleRequestState', {
  pending: { en: 'Pending', fr: 'En attente', means: { en: 'Waits for approvals.', fr: 'Attend des approbations.' } },
  granted: {
    en: 'Granted',
    fr: 'Attribué',
    means: {
      en: 'Approved twice: the person got the role.',
      fr: 'Approuvé deux fois\u00a0: la personne a reçu le rôle.',
    },
  },
  rejected: { en: 'Rejected', fr: 'Rejeté', means: { en: 'An operator rejected it.', fr: 'Un opérateur l’a rejeté.' } },
  expired: {
    en: 'Expired',
    fr: 'Expiré',
    means: { en: 'Not approved twice within 72 hours.', fr: 'Non approuvé deux fois dans les 72 heures.' },
  },
});

const Why = Reason.meta({
  description: 'Why, for those who decide and for the audit log: 10 to 500 characters.',
  examples: ['She leads the review team from Monday.'],
});

const Role = OperatorRole.meta({ description: 'The role that the person would get.', examples: ['reviewer'] });

export const RoleRequestParams = z.object({ roleRequestId: z.uuid().describe('Identifier of the request of a role.') });

export const RoleRequestCreate = z
  .strictObject({
    userId: PersonId.describe('Identifier of the person who would get the role.'),
    role: Role,
    workName: WorkName.optional().meta({
      description:
        'Name by which operators will know the person, not their real one: 2 to 40 letters of a to z with or without accents (also æ, œ, ß, ø, ł and a few others), digits, spaces and `.`, `-`, `’`, of no other operator. Required with a first role; afterwards it stays, and the field is refused. While another role waits for approvals, it is the name of that request.',
      examples: ['Reviewer Lark'],
    }),
    reason: Why,
  })
  .meta({ id: 'RoleRequestCreate' });

export const RoleApprovalCreate = z
  .strictObject({
    decision: RequestDecision.meta({ description: 'Whether the person may get the role.', examples: ['approve'] }),
    reason: Why,
  })
  .meta({ id: 'RoleApprovalCreate' });

export const RoleRequest = z
  .object({
    id: z.uuid().describe('Identifier of the request.'),
    userId: PersonId.describe('Identifier of the person who would get the role.'),
    role: Role,
    workName: z
      .string()
      .nullable()
      .meta({ description: 'Work name that the person gets; null if they have one.', examples: ['Reviewer Lark'] }),
    currentWorkName: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: 'Work name that the person has now, and keeps whatever `workName` says; null if none.',
        examples: [null],
      }),
    reason: z.string().meta({ description: 'Why it was requested.', examples: ['She leads the review team.'] }),
    requesterId: OperatorId.describe('Identifier of the operator who requested it.'),
    requesterName: OperatorName,
    state: State.meta({ description: 'What became of the request.', examples: ['pending'] }),
    requestedAt: RequestedAt,
    expiresAt: z.iso.datetime().describe('When it expires, 72 hours after it was requested.'),
    approvals: z
      .array(
        z.object({
          approverId: OperatorId.describe('Identifier of the operator who decided.'),
          approverName: OperatorName,
          decision: RequestDecision.meta({ description: 'What the operator decided.', examples: ['approve'] }),
          decidedAt: z.iso.datetime().describe('When the operator decided.'),
        }),
      )
      .describe('Decisions so far, oldest first. The role is granted with the second approval.'),
  })
  .meta({ id: 'RoleRequest' });

export const RoleRequestPage = Page(RoleRequest).meta({ id: 'RoleRequestPage' });
