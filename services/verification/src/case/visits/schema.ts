import { fieldVisitStates, visitCancelReasons } from '@trust/contracts/events/field-visits';
import { fieldWorkCancelReasons, fieldWorkObstacles, observationResults } from '@trust/contracts/events/operations';
import { Reason } from '@trust/contracts/free-text';
import { LocalisedText } from '@trust/contracts/localised-text';
import { z } from 'zod';

const visitFields = {
  state: z.enum(fieldVisitStates),
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
};

const FieldSubmission = z
  .object({
    id: z.uuid(),
    observations: z.array(z.object({ key: z.string(), result: z.enum(observationResults) })),
    publicSummary: z.string(),
    visitedOn: z.iso.date(),
    acceptedAt: z.iso.datetime(),
  })
  .meta({ id: 'FieldSubmission' });

/** For operators. */
export const FieldVisit = z
  .object({
    id: z.uuid(),
    requirementKey: z.string(),
    ...visitFields,
    endReason: z.enum([...visitCancelReasons, ...fieldWorkCancelReasons, ...fieldWorkObstacles]).nullable(),
    reason: z.string(),
    requestedAt: z.iso.datetime(),
    submission: FieldSubmission.nullable(),
  })
  .meta({ id: 'FieldVisit' });

/** For representatives: no operator, no observation, no reason (promise D1). */
export const PlannedVisit = z.object({ ...visitFields, text: LocalisedText }).meta({ id: 'PlannedVisit' });

export const FieldVisitCreate = z
  .strictObject({ requirementKey: z.string().min(1).max(100), reason: Reason })
  .meta({ id: 'FieldVisitCreate' });
