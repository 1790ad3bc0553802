import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { CaseId, MediaId, ModerationSubjectId, OccurredAt, ProviderId, RequirementKey, WorkItemId } from '../fields.ts';
import { mediaDecisionReasons } from '../reasons/media-reasons.ts';
import { valueList } from '../value-list.ts';

const Outcome = valueList({
  approved: { en: 'Approved', fr: '', means: 'The image is published.' },
  rejected: { en: 'Rejected', fr: '', means: 'The image is removed.' },
});

const Kind = valueList({
  review: { en: 'Review', fr: '', means: 'A review.' },
  review_response: { en: 'Review response', fr: '', means: 'A response to a review.' },
  dispute: { en: 'Dispute', fr: '', means: 'A dispute.' },
  report: { en: 'Report', fr: '', means: 'A report of a provider.' },
});

const StateValue = valueList({
  held: { en: 'Held', fr: '', means: 'The provider cannot be published.' },
  released: { en: 'Released', fr: '', means: 'The provider can be published again.' },
});

const State = valueList({
  open: { en: 'Open', fr: '', means: 'Providers can be published.' },
  closed: { en: 'Closed', fr: '', means: 'No provider can be published.' },
});

export const publicationGateChanged = event(
  'operations.publication-gate.changed.v1',
  'An approved override opened or closed the publication gate of the platform.',
  {
    state: State.describe('Whether the gate is open. Providers can only be published while it is.'),
    overrideId: z.uuid().describe('Identifier of the approved override request.'),
    occurredAt: OccurredAt,
  },
  aggregate('publication-gate', () => 'publication-gate'),
);

export const publicationGateSnapshot = snapshotOf(publicationGateChanged);

export const publicationHoldChanged = event(
  'operations.publication-hold.changed.v1',
  'An incident holds the publication of a provider, or no longer does.',
  {
    holdId: z.uuid().describe('Identifier of what holds the publication: the incident.'),
    providerId: ProviderId,
    state: StateValue.describe('Whether the provider is held.'),
    occurredAt: OccurredAt,
  },
  aggregate('publication-hold', ({ holdId }) => holdId),
);
export const publicationHoldSnapshot = snapshotOf(publicationHoldChanged);

export const EmergencyKind = valueList({
  suspend_provider_listing: {
    en: 'Suspend provider listing',
    fr: '',
    means: 'Hides a provider from search, its public page and its claim cards.',
  },
  withhold_claim: { en: 'Withhold claim', fr: '', means: 'Hides a claim. Its verification answers `suspended`.' },
  freeze_case: { en: 'Freeze case', fr: '', means: 'Refuses every change of a case by providers and operators.' },
  revoke_sessions: { en: 'Revoke sessions', fr: '', means: 'Ends all sessions of an account and refuses new ones.' },
});
export const emergencyKinds = EmergencyKind.options;
export type EmergencyKind = (typeof emergencyKinds)[number];

export const emergencyActionChanged = event(
  'operations.emergency-action.changed.v1',
  'An operator took an emergency action, or lifted it. It ends at `endsAt` without another event.',
  {
    actionId: z.uuid().describe('Identifier of the emergency action.'),
    kind: EmergencyKind.describe('What the action does.'),
    /** A provider, a claim, a case or an account. */
    targetId: z.uuid().describe('Identifier of the provider, claim, case or account that the action applies to.'),
    startedAt: z.iso.datetime().describe('When it was started; null while it is open.'),
    endsAt: z.iso.datetime().describe('When the visit ends; null until it has a date.'),
    occurredAt: OccurredAt,
  },
  aggregate('emergency-action', ({ actionId }) => actionId),
);
export const emergencyActionSnapshot = snapshotOf(emergencyActionChanged);

export const TargetedOverride = valueList({
  'deadline-extension': { en: 'Deadline extension', fr: '', means: 'Gives the correction of a case more days.' },
  'case-reassignment-block': {
    en: 'Case reassignment block',
    fr: '',
    means: 'Keeps the assignees of a case for some days.',
  },
  'claim-suspension-lift': { en: 'Claim suspension lift', fr: '', means: 'Makes a suspended claim active again.' },
});
export const targetedOverrides = TargetedOverride.options;
export type TargetedOverride = (typeof targetedOverrides)[number];

export const overrideApproved = event(
  'operations.override.approved.v1',
  'Two operators approved an override for a case or a claim. The service that owns it applies it once.',
  {
    overrideId: z.uuid().describe('Identifier of the override.'),
    kind: TargetedOverride.describe('What the override does.'),
    /** A case, or the claim whose suspension is lifted. */
    targetId: z.uuid().describe('Identifier of the case, or of the claim whose suspension is lifted.'),
    /** How long a deadline is extended or a block is in force; null for a lift. */
    days: z
      .number()
      .int()
      .min(1)
      .max(14)
      .nullable()
      .describe('How long the deadline is extended or the block lasts; null for a lift.'),
    occurredAt: OccurredAt,
  },
  aggregate('override', ({ overrideId }) => overrideId),
);

const fieldWorkShape = {
  workItemId: WorkItemId,
  fieldVisitId: z.uuid().describe('Identifier of the field visit that verification requested.'),
  caseId: CaseId,
  occurredAt: OccurredAt,
};
const ofWorkItem = aggregate('field-work', (payload: { workItemId: string }) => payload.workItemId);

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
    startsAt: z.iso.datetime().describe('When the visit begins; null until it has a date.'),
    endsAt: z.iso.datetime().describe('When the visit ends; null until it has a date.'),
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

export const FieldWorkCancelReason = valueList({
  duplicate: { en: 'Duplicate', fr: '', means: 'Another visit covers it.' },
  no_agent_available: { en: 'No agent available', fr: '', means: 'No field agent is available.' },
  not_needed: { en: 'Not needed', fr: '', means: 'The visit is no longer needed.' },
});
export const fieldWorkCancelReasons = FieldWorkCancelReason.options;
export const fieldWorkCancelled = event(
  'operations.field-work.cancelled.v1',
  'Operations cancelled the work item of a field visit.',
  { ...fieldWorkShape, reason: FieldWorkCancelReason.describe('Why the visit ended without a submission.') },
  ofWorkItem,
);

export const FieldWorkObstacle = valueList({
  access_refused: { en: 'Access refused', fr: '', means: 'The agent was not let in.' },
  nobody_present: { en: 'Nobody present', fr: '', means: 'Nobody was present.' },
  place_not_found: { en: 'Place not found', fr: '', means: 'The place was not found.' },
  unsafe: { en: 'Unsafe', fr: '', means: 'The place was not safe.' },
});
export const fieldWorkObstacles = FieldWorkObstacle.options;
export const fieldWorkNotCompleted = event(
  'operations.field-work.not-completed.v1',
  'A field visit cannot be completed.',
  { ...fieldWorkShape, reason: FieldWorkObstacle.describe('Why the visit ended without a submission.') },
  ofWorkItem,
);

export const ObservationResult = valueList({
  confirmed: { en: 'Confirmed', fr: '', means: 'Seen and as expected.' },
  not_confirmed: { en: 'Not confirmed', fr: '', means: 'Seen and not as expected.' },
  not_observed: { en: 'Not observed', fr: '', means: 'Could not be seen.' },
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

/** Keys and results only: notes of the field agent stay in operations (promise E9). */
export const fieldSubmissionAccepted = event(
  'operations.field-work.submission-accepted.v1',
  'Operations accepted the submission of a field visit. The summary contains no private data.',
  {
    ...fieldWorkShape,
    submissionId: z.uuid().describe('Identifier of the submission.'),
    observations: FieldObservations.describe('Observations of the reviewer, up to 4000 characters. Never public.'),
    publicSummary: z
      .string()
      .min(1)
      .max(500)
      .meta({
        description: 'Summary of the visit, without private data.',
        examples: ['The workshop at the registered address was seen.'],
      }),
    visitedOn: z.iso.date().describe('The day of the visit.'),
  },
  ofWorkItem,
);

export const moderationDecided = event(
  'operations.moderation.decided.v1',
  'An operator decided about a review, a response to one, a dispute or a report, or about its appeal.',
  {
    subjectId: ModerationSubjectId,
    kind: Kind.describe('What has to be decided.'),
    round: z.number().int().min(1).max(100).describe('Number of the decision about this subject, from 1.'),
    providerId: ProviderId,
    outcome: z
      .string()
      .meta({ examples: ['approved'] })
      .describe('The decision.'),
    reasonCode: z
      .string()
      .meta({ examples: ['complies'] })
      .describe('Why it has to be decided, or was decided.'),
    occurredAt: OccurredAt,
  },
  aggregate('moderation', ({ subjectId }) => subjectId),
);
export const moderationDecisionSnapshot = snapshotOf(moderationDecided);

export const publicMediaDecided = event(
  'operations.public-media.decided.v1',
  'An operator approved or rejected an image for a public profile.',
  {
    mediaId: MediaId,
    providerId: ProviderId,
    round: z.number().int().min(1).max(100).describe('Number of the decision about this image.'),
    outcome: Outcome.describe('Whether the image is published or removed.'),
    reasonCode: z.enum(mediaDecisionReasons).describe('Why.'),
    occurredAt: OccurredAt,
  },
  aggregate('public-media-decision', ({ mediaId }) => mediaId),
);
export const publicMediaDecisionSnapshot = snapshotOf(publicMediaDecided);
