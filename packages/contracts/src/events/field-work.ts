import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { CaseId, OccurredAt, OperatorId, ProviderId, RequirementKey, WorkItemId } from '../fields.ts';
import { valueList } from '../values/value-list.ts';

const fieldWorkShape = {
  workItemId: WorkItemId,
  fieldVisitId: z
    .uuid()
    .describe(
      'Identifier of the field visit: verification gave it to one that it requested, operations to one that it planned.',
    ),
  caseId: CaseId,
  occurredAt: OccurredAt,
};
const ofWorkItem = aggregate('field-work', (payload: { workItemId: string }) => payload.workItemId);

export const fieldWorkPlanned = event(
  'operations.field-work.planned.v1',
  'Operations planned a field visit that nobody requested. The case gets a visit, of what its requirement is about at that time.',
  { ...fieldWorkShape, requirementKey: RequirementKey },
  ofWorkItem,
);

export const fieldWorkCreated = event(
  'operations.field-work.created.v1',
  'A requested field visit has a work item.',
  fieldWorkShape,
  ofWorkItem,
);

export const fieldWorkScheduled = event(
  'operations.field-work.scheduled.v1',
  'A field visit has a time, or a new one.',
  {
    ...fieldWorkShape,
    startsAt: z.iso.datetime().describe('When the visit begins.'),
    endsAt: z.iso.datetime().describe('When the visit ends.'),
  },
  ofWorkItem,
);

export const fieldWorkAssignmentChanged = event(
  'operations.field-work.assignment-changed.v1',
  'A work item got an agent or another one, or ended. Only the agent of an open item adds photos.',
  {
    workItemId: WorkItemId,
    caseId: CaseId,
    providerId: ProviderId,
    requirementKey: RequirementKey,
    assigneeId: z.uuid().nullable().describe('Identifier of the agent; null if there is none.'),
    isOpen: z.boolean().describe('Whether the work item has not ended.'),
    occurredAt: OccurredAt,
  },
  ofWorkItem,
);
export const fieldWorkAssignmentSnapshot = snapshotOf(fieldWorkAssignmentChanged);

export const FieldWorkCancelReason = valueList('fieldWorkCancelReason', {
  duplicate: {
    en: 'Duplicate',
    fr: 'Doublon',
    means: { en: 'Another visit covers it.', fr: 'Une autre visite en tient lieu.' },
  },
  no_agent_available: {
    en: 'No agent available',
    fr: 'Aucun agent disponible',
    means: { en: 'No field agent is available.', fr: 'Aucun agent de terrain n’est disponible.' },
  },
  not_needed: {
    en: 'No longer needed',
    fr: 'Plus nécessaire',
    means: { en: 'The visit is no longer needed.', fr: 'La visite n’est plus nécessaire.' },
  },
});
export const fieldWorkCancelled = event(
  'operations.field-work.cancelled.v1',
  'Operations cancelled the work item of a field visit.',
  { ...fieldWorkShape, reason: FieldWorkCancelReason.describe('Why the visit ended without a submission.') },
  ofWorkItem,
);

export const FieldWorkObstacle = valueList('fieldWorkObstacle', {
  access_refused: {
    en: 'Access refused',
    fr: 'Accès refusé',
    means: { en: 'The agent was not let in.', fr: 'L’agent n’a pas pu entrer.' },
  },
  nobody_present: {
    en: 'Nobody present',
    fr: 'Personne sur place',
    means: { en: 'Nobody was present.', fr: 'Personne n’était présent.' },
  },
  place_not_found: {
    en: 'Place not found',
    fr: 'Lieu introuvable',
    means: { en: 'The place was not found.', fr: 'Le lieu est resté introuvable.' },
  },
  unsafe: {
    en: 'Unsafe place',
    fr: 'Lieu dangereux',
    means: { en: 'The place was not safe.', fr: 'Le lieu n’était pas sûr.' },
  },
});
export const fieldWorkNotCompleted = event(
  'operations.field-work.not-completed.v1',
  'A field visit cannot be completed.',
  { ...fieldWorkShape, reason: FieldWorkObstacle.describe('Why the visit ended without a submission.') },
  ofWorkItem,
);

export const ObservationResult = valueList('observationResult', {
  confirmed: {
    en: 'Confirmed',
    fr: 'Confirmé',
    means: { en: 'Seen and as expected.', fr: 'Vu et conforme à ce qui est attendu.' },
  },
  not_confirmed: {
    en: 'Not confirmed',
    fr: 'Non confirmé',
    means: { en: 'Seen and not as expected.', fr: 'Vu et non conforme à ce qui est attendu.' },
  },
  not_observed: {
    en: 'Not observed',
    fr: 'Non observé',
    means: { en: 'Could not be seen.', fr: 'N’a pas pu être vu.' },
  },
});
export const FieldObservations = z
  .array(
    z.strictObject({
      key: z
        .string()
        .regex(/^[a-z][a-z0-9_]{1,63}$/)
        .meta({ description: 'Key of what was observed.', examples: ['workshop_present'] }),
      result: ObservationResult.describe('Whether it was confirmed.'),
    }),
  )
  .min(1)
  .max(50);

export const PlaceMatch = valueList('placeMatch', {
  confirmed: {
    en: 'The right place',
    fr: 'Le bon endroit',
    means: { en: 'The place that was visited is the one shown.', fr: 'Le lieu visité est celui qui est affiché.' },
  },
  not_confirmed: {
    en: 'Not confirmed',
    fr: 'Non confirmé',
    means: {
      en: 'It is another place, or the agent could not tell.',
      fr: 'C’est un autre lieu, ou l’agent n’a pas pu le dire.',
    },
  },
});

/** Keys and results only: notes of the field agent stay in operations (promise E9). */
export const fieldSubmissionAccepted = event(
  'operations.field-work.submission-accepted.v1',
  'Operations accepted the submission of a field visit. The summary contains no private data.',
  {
    ...fieldWorkShape,
    submissionId: z.uuid().describe('Identifier of the submission.'),
    observations: FieldObservations.describe('What was observed, by key.'),
    publicSummary: z
      .string()
      .min(1)
      .max(500)
      .meta({
        description: 'Summary of the visit, without private data.',
        examples: ['The workshop at the registered address was seen.'],
      }),
    visitedOn: z.iso.date().describe('The day of the visit.'),
    placeMatches: PlaceMatch.optional().describe(
      'Of a claim about premises: whether the place that was visited is where the public premises are. Absent for other claims, and in earlier events.',
    ),
    agentId: OperatorId.optional().describe(
      'Operator who made the visit, and gets no duty of the case. Absent in earlier events.',
    ),
    acceptorId: OperatorId.optional().describe(
      'Operator who accepted it, and gets no duty of the case. Absent in earlier events.',
    ),
  },
  ofWorkItem,
);
