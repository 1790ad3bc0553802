import { fieldWorkCancelReasons, fieldWorkObstacles } from '@trust/contracts/events/operations';
import { multiLine, Reason } from '@trust/contracts/free-text';
import { LocalisedText } from '@trust/contracts/localised-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { slaStatuses } from '../../sla-status.ts';
import { fieldWorkStates } from '../states.ts';
import { FieldSubmission } from '../submissions/schema.ts';

const Instructions = multiLine(1, 500);

export const FieldWorkCreate = z
  .strictObject({
    caseId: z.uuid(),
    requirementKey: z.string().max(64),
    assigneeId: z.uuid().optional(),
    instructions: Instructions.optional(),
    reason: Reason,
  })
  .meta({ id: 'FieldWorkCreate' });

const withReason = { reason: Reason };

export const FieldWorkTransition = z
  .discriminatedUnion('transition', [
    z.strictObject({
      transition: z.literal('schedule'),
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      assigneeId: z.uuid().optional(),
      instructions: Instructions.optional(),
      ...withReason,
    }),
    z.strictObject({ transition: z.enum(['start', 'hold', 'resume']), ...withReason }),
    z.strictObject({ transition: z.literal('cannot_complete'), obstacle: z.enum(fieldWorkObstacles), ...withReason }),
    z.strictObject({ transition: z.enum(['accept', 'return']), submissionId: z.uuid(), ...withReason }),
  ])
  .meta({ id: 'FieldWorkTransition' });

export const FieldWorkReassign = z
  .strictObject({ assigneeId: z.uuid(), ...withReason })
  .meta({ id: 'FieldWorkReassign' });

export const FieldWorkCancel = z
  .strictObject({ reasonCode: z.enum(fieldWorkCancelReasons), ...withReason })
  .meta({ id: 'FieldWorkCancel' });

export const FieldWorkQuery = PageQuery.extend({
  state: z.enum(fieldWorkStates).optional(),
  caseId: z.uuid().optional(),
  assigneeId: z.uuid().optional(),
});

const Named = z.object({ key: z.string(), label: LocalisedText });

export const endReasons = [...fieldWorkCancelReasons, ...fieldWorkObstacles, 'visit_cancelled'] as const;

export const FieldWorkItem = z
  .object({
    id: z.uuid(),
    /** For managers only: agents work without the case (promise D1). */
    caseId: z.uuid().optional(),
    fieldVisitId: z.uuid().nullable(),
    provider: z.object({ displayName: z.string().nullable() }),
    category: Named,
    requirement: Named,
    state: z.enum(fieldWorkStates),
    assigneeId: z.uuid().nullable(),
    startsAt: z.iso.datetime().nullable(),
    endsAt: z.iso.datetime().nullable(),
    slaStatus: z.enum(slaStatuses),
    dueAt: z.iso.datetime().nullable(),
    openedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    endReason: z.enum(endReasons).nullable(),
    instructions: z.string().nullable(),
    returnReason: z.string().nullable(),
    submissions: z.array(FieldSubmission),
  })
  .meta({ id: 'FieldWorkItem' });

export const FieldWorkPage = Page(FieldWorkItem.omit({ submissions: true }).meta({ id: 'FieldWorkSummary' })).meta({
  id: 'FieldWorkPage',
});
