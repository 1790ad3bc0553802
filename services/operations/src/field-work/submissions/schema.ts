import { fieldPhotoStates } from '@trust/contracts/events/evidence';
import { FieldObservations } from '@trust/contracts/events/operations';
import { multiLine, Reason } from '@trust/contracts/free-text';
import { z } from 'zod';

/** `awaited`: named by the submission, not confirmed yet. */
const submissionPhotoStates = ['awaited', ...fieldPhotoStates] as const;

/** What the summary would disclose. An accepted submission has no flag set. */
const Exposes = {
  exactLocation: z.boolean(),
  personalData: z.boolean(),
  documentContent: z.boolean(),
  otherPersons: z.boolean(),
};

export const FieldSubmissionCreate = z
  .strictObject({
    submissionId: z.uuid(),
    kind: z.enum(['draft', 'final']),
    visitedOn: z.iso.date(),
    summary: multiLine(1, 500),
    observations: FieldObservations,
    exposes: z.strictObject(Exposes),
    /** Photos of the same agent for this work item; they may arrive later. */
    photoIds: z
      .array(z.uuid())
      .max(20)
      .refine((ids) => new Set(ids).size === ids.length)
      .optional(),
    reason: Reason,
  })
  .meta({ id: 'FieldWorkSubmissionCreate' });

/** Nothing else leaves: no agent, no place, no note (spec). */
export const FieldSubmission = z
  .object({
    id: z.uuid(),
    workItemId: z.uuid(),
    state: z.enum(['draft', 'submitted', 'accepted', 'returned']),
    visitedOn: z.iso.date(),
    summary: z.string(),
    observations: z.array(z.object({ key: z.string(), result: FieldObservations.element.shape.result })),
    exposes: z.object(Exposes),
    photos: z.array(z.object({ id: z.uuid(), state: z.enum(submissionPhotoStates) })),
    receivedAt: z.iso.datetime(),
  })
  .meta({ id: 'FieldWorkSubmission' });
