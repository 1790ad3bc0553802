import { targetedOverrides } from '@trust/contracts/events/operations';
import { OperatorId, RequestedAt } from '@trust/contracts/fields';
import { Reason } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';

const StateValue = valueList({
  pending: { en: 'Pending', fr: 'En attente', means: 'Waiting for approvals.' },
  approved: { en: 'Approved', fr: 'Approuvée', means: 'Approved by enough operators. Final.' },
  rejected: { en: 'Rejected', fr: 'Rejeté', means: 'Rejected by an operator. Final.' },
  withdrawn: { en: 'Withdrawn', fr: 'Retiré', means: 'Withdrawn by its requester. Final.' },
  expired: { en: 'Expired', fr: 'Expirée', means: 'Not approved within 72 hours. Final.' },
});

const Decision = valueList({
  approve: { en: 'Approve', fr: 'Approuver', means: 'Approves the request.' },
  reject: { en: 'Reject', fr: 'Rejeter', means: 'Rejects the request.' },
});

export const overrideKinds = ['publication-gate', ...targetedOverrides] as const;
const OverrideAction = valueList({
  open: { en: 'Open', fr: 'Ouvert', means: 'Open the publication gate.' },
  close: { en: 'Close', fr: 'Fermer', means: 'Close the publication gate.' },
  extend: { en: 'Extend', fr: 'Prolonger', means: 'Extend the deadline.' },
  block: { en: 'Block', fr: 'Bloquer', means: 'Block reassignments.' },
  lift: { en: 'Lift', fr: 'Lever', means: 'Lift the suspension.' },
});

export const OverrideCreate = z
  .strictObject({
    kind: z.enum(overrideKinds).describe('Kind of override.'),
    action: OverrideAction.optional().meta({
      description: 'Required for `publication-gate`; other kinds have one action.',
      examples: ['open'],
    }),
    targetId: z.uuid().optional().meta({
      description: 'Identifier of the case, or of the claim for `claim-suspension-lift`.',
      'x-no-example': true,
    }),
    days: z.int().min(1).max(14).optional().meta({
      description: 'From 1 to 14, for `deadline-extension` and `case-reassignment-block`.',
      'x-no-example': true,
    }),
    reason: Reason.meta({
      description: 'Why the override is needed: 10 to 500 characters.',
      examples: ['The board approved the opening in Paris on 2 November.'],
    }),
  })
  .meta({ id: 'OverrideCreate' });

export const OverrideApprovalCreate = z
  .strictObject({
    decision: Decision.describe('Your vote.'),
    reason: Reason.meta({
      description: 'Why: 10 to 500 characters.',
      examples: ['The minutes of the board say so; I have read them.'],
    }),
  })
  .meta({ id: 'OverrideApprovalCreate' });

const OverrideApproval = z
  .object({
    approverId: OperatorId,
    decision: Decision.describe('The vote of the operator.'),
    reason: z.string().meta({
      description: 'Why the operator approved or rejected.',
      examples: ['The minutes of the board say so; I have read them.'],
    }),
    decidedAt: z.iso.datetime().describe('When the operator voted.'),
  })
  .meta({ id: 'OverrideApproval' });

export const Override = z
  .object({
    id: z.uuid().describe('Identifier of the override request.'),
    kind: z.enum(overrideKinds).describe('Kind of override.'),
    action: OverrideAction.meta({ description: 'Action on the publication gate.', examples: ['open'] }),
    targetId: z.uuid().nullable().describe('Identifier of the case or claim; null for the publication gate.'),
    days: z
      .number()
      .int()
      .nullable()
      .describe('How long the deadline is extended or the block lasts; null for other kinds.'),
    state: StateValue.describe('State of the request. An approval alone creates no decision, claim or publication.'),
    reason: z.string().meta({
      description: 'Why the override was requested.',
      examples: ['The board approved the opening in Paris on 2 November.'],
    }),
    requesterId: z.uuid().describe('Identifier of the operator who requested it.'),
    requestedAt: RequestedAt,
    expiresAt: z.iso.datetime().meta({
      description: 'When the request expires, 72 hours after it was made.',
      examples: ['2026-11-06T09:30:00.000Z'],
    }),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the request ended; null while it is pending.', examples: [null] }),
    approvalsNeeded: z
      .number()
      .int()
      .meta({ description: 'Number of independent approvals required, at least 2.', examples: [2] }),
    approvals: z.array(OverrideApproval).describe('Votes of operators, oldest first.'),
  })
  .meta({ id: 'Override' });

export const OverridePage = Page(Override).meta({ id: 'OverridePage' });
