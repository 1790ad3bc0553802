import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { mediaDecisionReasons } from '../reasons/media-reasons.ts';

export const publicationGateChanged = event(
  'operations.publication-gate.changed.v1',
  'An approved override opened or closed the publication gate of the platform.',
  { state: z.enum(['open', 'closed']), overrideId: z.uuid(), occurredAt: z.iso.datetime() },
  aggregate('publication-gate', () => 'publication-gate'),
);

export const publicationGateSnapshot = snapshotOf(publicationGateChanged);

export const publicationHoldChanged = event(
  'operations.publication-hold.changed.v1',
  'An incident holds the publication of a provider, or no longer does.',
  { holdId: z.uuid(), providerId: z.uuid(), state: z.enum(['held', 'released']), occurredAt: z.iso.datetime() },
  aggregate('publication-hold', ({ holdId }) => holdId),
);
export const publicationHoldSnapshot = snapshotOf(publicationHoldChanged);

export const emergencyKinds = ['suspend_provider_listing', 'withhold_claim', 'freeze_case', 'revoke_sessions'] as const;
export type EmergencyKind = (typeof emergencyKinds)[number];

export const emergencyActionChanged = event(
  'operations.emergency-action.changed.v1',
  'An operator took an emergency action, or lifted it. It ends at `endsAt` without another event.',
  {
    actionId: z.uuid(),
    kind: z.enum(emergencyKinds),
    /** A provider, a claim, a case or an account. */
    targetId: z.uuid(),
    startedAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    occurredAt: z.iso.datetime(),
  },
  aggregate('emergency-action', ({ actionId }) => actionId),
);
export const emergencyActionSnapshot = snapshotOf(emergencyActionChanged);

export const targetedOverrides = ['deadline-extension', 'case-reassignment-block', 'claim-suspension-lift'] as const;
export type TargetedOverride = (typeof targetedOverrides)[number];

export const overrideApproved = event(
  'operations.override.approved.v1',
  'Two operators approved an override for a case or a claim. The service that owns it applies it once.',
  {
    overrideId: z.uuid(),
    kind: z.enum(targetedOverrides),
    /** A case, or the claim whose suspension is lifted. */
    targetId: z.uuid(),
    /** How long a deadline is extended or a block is in force; null for a lift. */
    days: z.number().int().min(1).max(14).nullable(),
    occurredAt: z.iso.datetime(),
  },
  aggregate('override', ({ overrideId }) => overrideId),
);

const fieldWorkShape = {
  workItemId: z.uuid(),
  fieldVisitId: z.uuid(),
  caseId: z.uuid(),
  occurredAt: z.iso.datetime(),
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
  { ...fieldWorkShape, startsAt: z.iso.datetime(), endsAt: z.iso.datetime() },
  ofWorkItem,
);

export const fieldWorkAssignmentChanged = event(
  'operations.field-work.assignment-changed.v1',
  'A work item got an agent or another one, or ended. Only the agent of an open item adds photos.',
  {
    workItemId: z.uuid(),
    caseId: z.uuid(),
    providerId: z.uuid(),
    requirementKey: z.string(),
    assigneeId: z.uuid().nullable(),
    isOpen: z.boolean(),
    occurredAt: z.iso.datetime(),
  },
  ofWorkItem,
);
export const fieldWorkAssignmentSnapshot = snapshotOf(fieldWorkAssignmentChanged);

export const fieldWorkCancelReasons = ['duplicate', 'no_agent_available', 'not_needed'] as const;
export const fieldWorkCancelled = event(
  'operations.field-work.cancelled.v1',
  'Operations cancelled the work item of a field visit.',
  { ...fieldWorkShape, reason: z.enum(fieldWorkCancelReasons) },
  ofWorkItem,
);

export const fieldWorkObstacles = ['access_refused', 'nobody_present', 'place_not_found', 'unsafe'] as const;
export const fieldWorkNotCompleted = event(
  'operations.field-work.not-completed.v1',
  'A field visit cannot be completed.',
  { ...fieldWorkShape, reason: z.enum(fieldWorkObstacles) },
  ofWorkItem,
);

export const observationResults = ['confirmed', 'not_confirmed', 'not_observed'] as const;
export const FieldObservations = z
  .array(z.strictObject({ key: z.string().regex(/^[a-z][a-z0-9_]{1,63}$/), result: z.enum(observationResults) }))
  .min(1)
  .max(50);

/** Keys and results only: notes of the field agent stay in operations (promise E9). */
export const fieldSubmissionAccepted = event(
  'operations.field-work.submission-accepted.v1',
  'Operations accepted the submission of a field visit. The summary contains no private data.',
  {
    ...fieldWorkShape,
    submissionId: z.uuid(),
    observations: FieldObservations,
    publicSummary: z.string().min(1).max(500),
    visitedOn: z.iso.date(),
  },
  ofWorkItem,
);

export const moderationDecided = event(
  'operations.moderation.decided.v1',
  'An operator decided about a review, a response to one, a dispute or a report, or about its appeal.',
  {
    subjectId: z.uuid(),
    kind: z.enum(['review', 'review_response', 'dispute', 'report']),
    round: z.number().int().min(1).max(100),
    providerId: z.uuid(),
    outcome: z.string().meta({ examples: ['approved'] }),
    reasonCode: z.string().meta({ examples: ['complies'] }),
    occurredAt: z.iso.datetime(),
  },
  aggregate('moderation', ({ subjectId }) => subjectId),
);
export const moderationDecisionSnapshot = snapshotOf(moderationDecided);

export const publicMediaDecided = event(
  'operations.public-media.decided.v1',
  'An operator approved or rejected an image for a public profile.',
  {
    mediaId: z.uuid(),
    providerId: z.uuid(),
    round: z.number().int().min(1).max(100),
    outcome: z.enum(['approved', 'rejected']),
    reasonCode: z.enum(mediaDecisionReasons),
    occurredAt: z.iso.datetime(),
  },
  aggregate('public-media-decision', ({ mediaId }) => mediaId),
);
export const publicMediaDecisionSnapshot = snapshotOf(publicMediaDecided);
