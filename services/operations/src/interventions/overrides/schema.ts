import { Actions } from '@trust/contracts/actions/actions';
import { TargetedOverride } from '@trust/contracts/events/operations';
import { OperatorId, RequestedAt } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { RequestDecision } from '@trust/contracts/request-decision';
import { Reason } from '@trust/contracts/values/free-text';
import { meaningsOf, valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';

const OverrideState = valueList('overrideState', {
  pending: {
    en: 'Waiting for votes',
    fr: 'En attente de votes',
    means: { en: 'Waiting for approvals.', fr: 'Attend des approbations.' },
  },
  approved: {
    en: 'Approved',
    fr: 'Approuvée',
    means: { en: 'Approved by enough operators. Final.', fr: 'Approuvée par assez d’opérateurs. Définitif.' },
  },
  rejected: {
    en: 'Rejected',
    fr: 'Rejetée',
    means: { en: 'Rejected by an operator. Final.', fr: 'Rejetée par un opérateur. Définitif.' },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retirée',
    means: { en: 'Withdrawn by its requester. Final.', fr: 'Retirée par la personne qui l’a demandée. Définitif.' },
  },
  expired: {
    en: 'Expired',
    fr: 'Expirée',
    means: { en: 'Not approved within 72 hours. Final.', fr: 'Non approuvée dans les 72 heures. Définitif.' },
  },
});

export const OverrideKind = valueList('overrideKind', {
  'publication-gate': {
    en: 'Open or close publication',
    fr: 'Ouvrir ou fermer la publication',
    means: {
      en: 'Opens or closes publication for the whole platform.',
      fr: 'Ouvre ou ferme la publication pour toute la plateforme.',
    },
  },
  ...meaningsOf(TargetedOverride),
});
export type OverrideKind = z.output<typeof OverrideKind>;

const OverrideAction = valueList('overrideAction', {
  open: { en: 'Open', fr: 'Ouvrir', means: { en: 'Open the publication gate.', fr: 'Ouvrir la publication.' } },
  close: { en: 'Close', fr: 'Fermer', means: { en: 'Close the publication gate.', fr: 'Fermer la publication.' } },
  extend: { en: 'Extend', fr: 'Prolonger', means: { en: 'Extend the deadline.', fr: 'Prolonger le délai.' } },
  block: { en: 'Block', fr: 'Bloquer', means: { en: 'Block reassignments.', fr: 'Bloquer les réattributions.' } },
  lift: { en: 'Lift', fr: 'Lever', means: { en: 'Lift the suspension.', fr: 'Lever la suspension.' } },
});

export const OverrideCreate = z
  .strictObject({
    kind: OverrideKind.describe('Kind of override.'),
    action: OverrideAction.optional().meta({
      description: 'What to do. Required for `publication-gate`; other kinds have one action.',
      examples: ['open'],
    }),
    targetId: z.uuid().optional().meta({
      description:
        'Identifier of the case, or of the claim for `claim-suspension-lift`. Not allowed for `publication-gate`.',
    }),
    days: z.int().min(1).max(14).optional().meta({
      description:
        'How many days the deadline is extended or the block lasts, 1 to 14. Required for `deadline-extension` and `case-reassignment-block`, not allowed for other kinds.',
    }),
    reason: Reason.meta({
      description: 'Why the override is needed: 10 to 500 characters.',
      examples: ['The board approved the opening in Paris on 2 November.'],
    }),
  })
  .meta({
    id: 'OverrideCreate',
    examples: [
      {
        kind: 'publication-gate',
        action: 'open',
        reason: 'The board approved the opening in Paris on 2 November.',
      },
    ],
  });

export const OverrideApprovalCreate = z
  .strictObject({
    decision: RequestDecision.describe('Your vote.'),
    reason: Reason.meta({
      description: 'Why: 10 to 500 characters.',
      examples: ['The minutes of the board say so; I have read them.'],
    }),
  })
  .meta({ id: 'OverrideApprovalCreate' });

const OverrideApproval = z
  .object({
    approverId: OperatorId,
    approverName: OperatorName,
    decision: RequestDecision.describe('The vote of the operator.'),
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
    kind: OverrideKind.describe('Kind of override.'),
    action: OverrideAction.meta({ description: 'What the override does.', examples: ['open'] }),
    targetId: z.uuid().nullable().describe('Identifier of the case or claim; null for the publication gate.'),
    days: z
      .number()
      .int()
      .nullable()
      .describe('How many days the deadline is extended or the block lasts; null for other kinds.'),
    state: OverrideState.describe('State of the request. An approval alone creates no decision, claim or publication.'),
    reason: z.string().meta({
      description: 'Why the override was requested.',
      examples: ['The board approved the opening in Paris on 2 November.'],
    }),
    requesterId: z.uuid().describe('Identifier of the operator who requested it.'),
    requesterName: OperatorName,
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
    actions: Actions,
  })
  .meta({ id: 'Override' });

export const OverrideQuery = PageQuery.extend({
  kind: OverrideKind.optional().describe('Only overrides of this kind.'),
  state: OverrideState.optional().meta({ description: 'Only overrides in this state.', examples: ['pending'] }),
  targetId: z.uuid().optional().describe('Only overrides of this case or claim.'),
  providerId: z
    .uuid()
    .optional()
    .meta({
      description: 'Only overrides of cases and claims of this provider.',
      examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
    }),
});

export const OverridePage = Page(Override).meta({ id: 'OverridePage' });
