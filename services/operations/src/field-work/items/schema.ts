import { Actions } from '@trust/contracts/actions/actions';
import { FieldWorkCancelReason, FieldWorkObstacle } from '@trust/contracts/events/field-work';
import { SelfAssertedName, WorkItemId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { multiLine, Reason } from '@trust/contracts/values/free-text';
import { meaningsOf, someOf, valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';
import { LabelledCategory, LabelledRequirement } from '../../labelled.ts';
import { SlaStatus } from '../../sla-status.ts';
import { FieldWorkState } from '../states.ts';
import { FieldSubmission } from '../submissions/schema.ts';

const Step = valueList('fieldWorkTransition', {
  schedule: {
    en: 'Plan',
    fr: 'Planifier',
    means: {
      en: 'Sets or changes the time, and the agent if given. For managers.',
      fr: 'Fixe ou modifie la date, et l’agent s’il est indiqué. Pour les responsables.',
    },
  },
  start: { en: 'Start', fr: 'Commencer', means: 'Starts the visit, from one hour before `startsAt`. For the agent.' },
  hold: { en: 'Pause', fr: 'Suspendre', means: { en: 'Pauses the item.', fr: 'Met la visite en pause.' } },
  resume: {
    en: 'Resume',
    fr: 'Reprendre',
    means: {
      en: 'Continues an item that is on hold or was returned.',
      fr: 'Reprend une visite suspendue ou renvoyée.',
    },
  },
  cannot_complete: {
    en: 'Report as impossible',
    fr: 'Signaler comme impossible',
    means: {
      en: 'Reports that the visit is impossible. Final.',
      fr: 'Signale que la visite est impossible. Définitif.',
    },
  },
  accept: {
    en: 'Accept',
    fr: 'Accepter',
    means: {
      en: 'Accepts the last final submission. For managers other than its agent. Final.',
      fr: 'Accepte le dernier compte rendu définitif. Pour les responsables autres que son agent. Définitif.',
    },
  },
  return: {
    en: 'Return',
    fr: 'Renvoyer',
    means: {
      en: 'Returns it to the agent. For managers other than its agent.',
      fr: 'Le renvoie à l’agent. Pour les responsables autres que son agent.',
    },
  },
});
const whatToDo = 'What to do. The other fields depend on it.';

const Instructions = multiLine(1, 500);

export const FieldWorkCreate = z
  .strictObject({
    caseId: z.uuid().meta({
      description: 'Identifier of an open verification case.',
      examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
    }),
    requirementKey: z
      .string()
      .max(64)
      .meta({ description: 'Key of a requirement of the case.', examples: ['trade-qualification'] }),
    assigneeId: z.uuid().optional().describe('Identifier of the field agent. Leave it out to assign one later.'),
    instructions: Instructions.optional().meta({
      description: 'What the agent should know: 1 to 500 characters, without contact data.',
      examples: ['Ask for the calibration record of the measuring instruments.'],
    }),
    reason: Reason.meta({
      description: 'Why the visit is needed: 10 to 500 characters.',
      examples: ['The requirement asks for a visit of the workshop.'],
    }),
  })
  .meta({ id: 'FieldWorkCreate' });

const withReason = {
  reason: Reason.meta({
    description: 'Why, for the audit log: 10 to 500 characters.',
    examples: ['The provider confirmed the time by telephone.'],
  }),
};

export const FieldWorkTransition = z
  .discriminatedUnion('transition', [
    z.strictObject({
      transition: someOf(Step, ['schedule']).describe(whatToDo),
      startsAt: z.iso.datetime().describe('When the visit starts, in the future.'),
      endsAt: z.iso.datetime().meta({
        description: 'When the visit ends: in the future and after `startsAt`.',
        examples: ['2026-11-03T11:00:00.000Z'],
      }),
      assigneeId: z.uuid().optional().describe('Identifier of the field agent. Required if none is assigned yet.'),
      instructions: Instructions.optional().meta({
        description: 'Replaces the instructions to the agent: 1 to 500 characters, without contact data.',
        examples: ['Ask for the calibration record of the measuring instruments.'],
      }),
      ...withReason,
    }),
    z.strictObject({
      transition: someOf(Step, ['start', 'hold', 'resume']).describe(whatToDo),
      ...withReason,
    }),
    z.strictObject({
      transition: someOf(Step, ['cannot_complete']).describe(whatToDo),
      obstacle: FieldWorkObstacle.describe('What made the visit impossible. The reviewer sees it.'),
      ...withReason,
    }),
    z.strictObject({
      transition: someOf(Step, ['accept', 'return']).describe(whatToDo),
      submissionId: z.uuid().describe('Identifier of the last final submission.'),
      reason: Reason.meta({
        description: 'Why, for the audit log: 10 to 500 characters. The agent reads why results are returned.',
        examples: ['Say which of the two workshops you saw.'],
      }),
    }),
  ])
  .meta({ id: 'FieldWorkTransition' });

export const FieldWorkReassign = z
  .strictObject({
    assigneeId: z.uuid().describe('Identifier of the new field agent.'),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The former agent is ill this week.'],
    }),
  })
  .meta({ id: 'FieldWorkReassign' });

export const FieldWorkCancel = z
  .strictObject({
    reasonCode: FieldWorkCancelReason.describe('Why the item is cancelled. The reviewer sees it.'),
    reason: Reason.meta({
      description: 'Explanation for the audit log: 10 to 500 characters.',
      examples: ['Another visit last week covers this requirement.'],
    }),
  })
  .meta({ id: 'FieldWorkCancel' });

export const FieldWorkQuery = PageQuery.extend({
  state: FieldWorkState.optional().describe('Only items in this state.'),
  caseId: z
    .uuid()
    .optional()
    .meta({ description: 'Only items of this case.', examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'] }),
  assigneeId: z.uuid().optional().describe('Only items of this agent.'),
});

export const EndReason = valueList('fieldWorkEndReason', {
  ...meaningsOf(FieldWorkCancelReason),
  ...meaningsOf(FieldWorkObstacle),
  visit_cancelled: {
    en: 'Visit cancelled',
    fr: 'Visite annulée',
    means: 'The reviewer cancelled the visit, or the case ended.',
  },
});

export const FieldWorkItem = z
  .object({
    id: WorkItemId,
    /** Only managers get it: agents work without the case (promise D1). */
    caseId: z
      .uuid()
      .optional()
      .meta({
        description: 'Identifier of the verification case. Field agents do not see it.',
        examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
      }),
    fieldVisitId: z
      .uuid()
      .nullable()
      .describe('Identifier of the visit in the case; null for an item that an earlier release created.'),
    provider: z.object({ displayName: SelfAssertedName.nullable() }).describe('The name of the provider.'),
    category: LabelledCategory.describe('The category of the case.'),
    requirement: LabelledRequirement.describe('The requirement that the visit is for.'),
    state: FieldWorkState.describe('State of the work item.'),
    assigneeId: z.uuid().nullable().describe('Identifier of the field agent; null until one is assigned.'),
    assigneeName: OperatorName,
    startsAt: z.iso.datetime().nullable().describe('When the visit starts; null until it is scheduled.'),
    endsAt: z.iso.datetime().nullable().describe('When the visit ends; null until it is scheduled.'),
    slaStatus: SlaStatus.meta({ description: 'Status against the service level.', examples: ['on_track'] }),
    dueAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'When the service level is breached; null while the item is on hold.',
        examples: ['2026-11-06T17:00:00.000Z'],
      }),
    openedAt: z.iso.datetime().describe('When it was created.'),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it ended; null while it is open.', examples: [null] }),
    endReason: EndReason.nullable().describe('Why it was cancelled or could not be completed; null otherwise.'),
    instructions: z
      .string()
      .nullable()
      .meta({
        description: 'What the agent should know, as a manager wrote it last; null if nobody did.',
        examples: ['Ask for the calibration record of the measuring instruments.'],
      }),
    returnReason: z
      .string()
      .nullable()
      .meta({
        description: 'Why the last reviewed submission was returned; null if none was, or the last was accepted.',
        examples: ['Say which of the two workshops you saw.'],
      }),
    submissions: z.array(FieldSubmission).describe('What the agents submitted, in the order of arrival.'),
    actions: Actions,
  })
  .meta({ id: 'FieldWorkItem' });

export const FieldWorkPage = Page(
  FieldWorkItem.omit({ submissions: true, actions: true }).meta({ id: 'FieldWorkSummary' }),
).meta({
  id: 'FieldWorkPage',
});
