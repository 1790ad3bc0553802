import { Actions } from '@trust/contracts/actions/actions';
import { ReviewOutcome } from '@trust/contracts/events/measures';
import { EmergencyKind } from '@trust/contracts/events/operations';
import { Page, PageQuery } from '@trust/contracts/page';
import { Reason } from '@trust/contracts/values/free-text';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';
import { SlaStatus } from '../../sla-status.ts';
import { EmergencyState, maxHours } from './states.ts';

export const EmergencyActionCreate = z
  .strictObject({
    kind: EmergencyKind.describe('What the action does.'),
    targetId: z
      .uuid()
      .describe(
        'What the action applies to: a `targetId` of `GET /operations/providers/{providerId}/emergency-targets` with the same `kind`, or the `id` of an operator for `revoke_sessions`.',
      ),
    expiresInHours: z.int().min(1).max(maxHours).optional().describe('Hours until it ends, 1 to 72. Without it: 24.'),
    reason: Reason.meta({
      description: 'Why it cannot wait: 10 to 500 characters.',
      examples: ['Two customers report that somebody else uses this name.'],
    }),
  })
  .meta({ id: 'EmergencyActionCreate' });

export const EmergencyActionLift = z
  .strictObject({
    reason: Reason.meta({
      description: 'Why it is no longer needed: 10 to 500 characters.',
      examples: ['The report was checked and is not confirmed.'],
    }),
  })
  .meta({ id: 'EmergencyActionLift' });

export const EmergencyActionReview = z
  .strictObject({
    outcome: ReviewOutcome.describe('Whether the action was justified.'),
    reason: Reason.meta({
      description: 'Why you think so: 10 to 500 characters.',
      examples: ['The report was serious, and the action ended as soon as it was checked.'],
    }),
  })
  .meta({ id: 'EmergencyActionReview' });

export const EmergencyActionParams = z.object({ actionId: z.uuid().describe('Identifier of the emergency action.') });

export const EmergencyActionQuery = PageQuery.extend({
  kind: EmergencyKind.optional().describe('Only actions of this kind.'),
  state: EmergencyState.optional().meta({ description: 'Only actions in this state.', examples: ['active'] }),
  targetId: z.uuid().optional().describe('Only actions on this target.'),
});

export const EmergencyAction = z
  .object({
    id: z.uuid().describe('Identifier of the emergency action.'),
    kind: EmergencyKind.describe('What the action does.'),
    targetId: z.uuid().describe('Identifier of the provider, claim, case or account that the action applies to.'),
    providerId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the provider of the target; null for an account.',
        examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
      }),
    state: EmergencyState.meta({
      description: 'State of the action. It ends at `expiresAt` or when it is lifted.',
      examples: ['active'],
    }),
    reason: z.string().meta({
      description: 'Why the operator took it.',
      examples: ['Two customers report that somebody else uses this name.'],
    }),
    actorId: z.uuid().describe('Identifier of the operator who took it.'),
    actorName: OperatorName,
    startedAt: z.iso.datetime().describe('When it was taken.'),
    expiresAt: z.iso
      .datetime()
      .meta({ description: 'When it ends unless it is lifted.', examples: ['2026-11-03T10:30:00.000Z'] }),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it ended; null while it is active.', examples: [null] }),
    lift: z
      .object({
        lifterId: z.uuid().describe('Identifier of the operator who lifted it.'),
        lifterName: OperatorName,
        liftedAt: z.iso.datetime().describe('When it was lifted.'),
        reason: z.string().meta({
          description: 'Why it was lifted.',
          examples: ['The report was checked and is not confirmed.'],
        }),
      })
      .nullable()
      .describe('Who lifted it and why; null if nobody did.'),
    reviewDueAt: z.iso.datetime().describe('When the review is overdue: 5 working days after the action was taken.'),
    slaStatus: SlaStatus.meta({ description: 'Status against the service level.', examples: ['on_track'] }),
    review: z
      .object({
        reviewerId: z.uuid().describe('Identifier of the operator who reviewed it.'),
        reviewerName: OperatorName,
        outcome: ReviewOutcome.describe('Whether the action was justified.'),
        reason: z.string().meta({
          description: 'Why the reviewer thinks so.',
          examples: ['The report was serious, and the action ended as soon as it was checked.'],
        }),
        reviewedAt: z.iso.datetime().describe('When it was reviewed.'),
      })
      .nullable()
      .describe('The review by another operator; null until then.'),
    actions: Actions,
  })
  .meta({ id: 'EmergencyAction' });

export const EmergencyTarget = z
  .object({
    kind: EmergencyKind.describe('What an action on the target does.'),
    targetId: z.uuid().describe('Identifier of the provider, claim, case or account that the action applies to.'),
    categoryKey: z
      .string()
      .nullable()
      .meta({ description: 'Key of the category of the case or claim; null for others.', examples: ['electrician'] }),
    requirementKey: z
      .string()
      .nullable()
      .meta({
        description: 'Key of the requirement of the claim; null for others.',
        examples: ['trade-qualification'],
      }),
  })
  .meta({ id: 'EmergencyTarget' });

export const EmergencyTargetPage = Page(EmergencyTarget).meta({ id: 'EmergencyTargetPage' });

export const EmergencyActionPage = Page(EmergencyAction).meta({ id: 'EmergencyActionPage' });
