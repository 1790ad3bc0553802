import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import {
  CaseId,
  CatalogKey,
  ClaimId,
  ConfirmedAt,
  DutyAssignmentId,
  EvidenceId,
  EvidenceVersionId,
  OccurredAt,
  OperatorId,
  ProviderId,
  RequirementKey,
  SessionId,
  WorkItemId,
} from '../fields.ts';
import { EvidenceVersionState, IntentState, RefusalReason } from '../states/evidence-values.ts';
import { valueList } from '../values/value-list.ts';

export { EvidenceVersionState, IntentState, RefusalReason } from '../states/evidence-values.ts';

const UnusableReason = valueList('unusableReason', {
  malware: { en: 'Malware found', fr: 'Logiciel malveillant', means: 'Malware was found.' },
  unscannable: { en: 'Not accepted', fr: 'Non accepté', means: 'The document cannot be accepted; `refusal` says why.' },
});

const ofVersion = aggregate('version', (payload: { evidenceVersionId: string }) => payload.evidenceVersionId);

export const uploadIntentChanged = event(
  'evidence.upload-intent.changed.v1',
  'An upload intent changed its state. No name, size or hash of the document.',
  {
    intentId: z.uuid().describe('Identifier of the upload intent.'),
    providerId: ProviderId,
    caseId: CaseId,
    requirementKey: RequirementKey,
    state: IntentState.describe('State of the upload.'),
  },
  aggregate('upload-intent', ({ intentId }) => intentId),
);

export const uploadIntentSnapshot = snapshotOf(uploadIntentChanged);

const confirmedShape = {
  evidenceVersionId: EvidenceVersionId,
  evidenceId: EvidenceId,
  intentId: z.uuid().describe('Identifier of the upload intent.'),
  caseId: CaseId,
  providerId: ProviderId,
  requirementKey: RequirementKey,
  documentKind: z
    .string()
    .meta({ description: 'Kind of the document, one that the requirement accepts.', examples: ['trade_certificate'] }),
  /** Separation of duties: the uploader can never review. */
  uploaderId: z.uuid().describe('Identifier of the person who uploaded the document.'),
  confirmedAt: ConfirmedAt,
};

export const evidenceConfirmed = event(
  'evidence.version.confirmed.v1',
  'An immutable evidence version was confirmed for a case. It is not readable before its malware scan.',
  confirmedShape,
  ofVersion,
);

export const evidenceSubmittedElsewhere = event(
  'evidence.version.submitted-elsewhere.v1',
  'A document with the same bytes was submitted for another provider, before or after this version. Says neither which provider nor which document. Published once for a version.',
  { evidenceVersionId: EvidenceVersionId, occurredAt: OccurredAt },
  ofVersion,
);

export const evidenceVersionStates = EvidenceVersionState.options;

export const evidenceSnapshot = event(
  'evidence.version.snapshot.v1',
  'Snapshot of an evidence version, for new projections. A deleted document keeps the state that it ended in.',
  { ...confirmedShape, state: EvidenceVersionState.describe('State of the version.'), occurredAt: OccurredAt },
  ofVersion,
);

export const evidenceAvailable = event(
  'evidence.version.available.v1',
  'The malware scan is clean: the version can be reviewed.',
  {
    evidenceVersionId: EvidenceVersionId,
    caseId: CaseId,
    providerId: ProviderId,
    requirementKey: RequirementKey,
    occurredAt: OccurredAt,
  },
  ofVersion,
);

const ofReading = {
  evidenceVersionId: EvidenceVersionId,
  caseId: CaseId,
  assignmentId: DutyAssignmentId,
  reviewerId: OperatorId,
  occurredAt: OccurredAt,
};

export const reviewGranted = event(
  'evidence.version.review-granted.v1',
  'The assignee of a duty can read the version for 15 minutes.',
  ofReading,
  ofVersion,
);

export const evidenceRead = event(
  'evidence.version.read.v1',
  'The whole version was sent to the assignee of a duty, who had not read it in this duty before.',
  ofReading,
  ofVersion,
);

export const stepUpHeld = event(
  'evidence.step-up.held.v1',
  'A session stepped up to read a document of a case: until `endsAt` it needs no other step-up to read, check and recommend in this case.',
  {
    sessionId: SessionId,
    caseId: CaseId,
    reviewerId: OperatorId,
    endsAt: z.iso.datetime().describe('When it ends: 30 minutes after it began, or earlier with the session.'),
    occurredAt: OccurredAt,
  },
);

export const evidenceRejected = event(
  'evidence.version.rejected.v1',
  'The version can never be reviewed. The representative is asked for another document.',
  {
    evidenceVersionId: EvidenceVersionId,
    caseId: CaseId,
    providerId: ProviderId,
    requirementKey: RequirementKey,
    reason: UnusableReason.describe('Why the version cannot be reviewed.'),
    /** Names the fault of an `unscannable` document. Absent if no scan ever completed. */
    refusal: RefusalReason.optional().describe('What is wrong with the document.'),
    occurredAt: OccurredAt,
  },
  ofVersion,
);

const unreadableVersion = {
  evidenceVersionId: EvidenceVersionId,
  evidenceId: EvidenceId,
  caseId: CaseId,
  providerId: ProviderId,
  requirementKey: RequirementKey,
  occurredAt: OccurredAt,
};

export const evidenceWithdrawn = event(
  'evidence.version.withdrawn.v1',
  'The provider withdrew the document: the version can no longer be read or support a case.',
  unreadableVersion,
  ofVersion,
);

export const evidenceLost = event(
  'evidence.version.lost.v1',
  'The object store lost the bytes: the version can no longer be read, and the provider is asked to upload it again.',
  unreadableVersion,
  ofVersion,
);

export const evidenceRenewalDue = event(
  'evidence.renewal.due.v1',
  'A claim supported by this document expires. Published once each 60, 30, 7 and 0 days before.',
  {
    claimId: ClaimId,
    evidenceId: EvidenceId,
    evidenceVersionId: EvidenceVersionId,
    caseId: CaseId,
    providerId: ProviderId,
    categoryKey: CatalogKey,
    requirementKey: RequirementKey,
    daysLeft: z
      .number()
      .int()
      .min(0)
      .max(60)
      .meta({ description: 'Days until the end, begun ones included; 0 or less once it has passed.', examples: [30] }),
    validUntil: z.iso
      .datetime()
      .meta({ description: 'When the evidence needs to be renewed.', examples: ['2027-11-03T00:00:00.000Z'] }),
    occurredAt: OccurredAt,
  },
  ofVersion,
);

export const FieldPhotoState = valueList('fieldPhotoState', {
  pending_scan: { en: 'Being scanned', fr: 'Analyse en cours', means: 'Waiting for its malware scan.' },
  available: { en: 'Available', fr: 'Disponible', means: 'Scanned; the assignees of the case can see it.' },
  rejected: { en: 'Rejected', fr: 'Rejeté', means: 'It cannot be shown: malware, or a damaged file. Final.' },
  lost: { en: 'Lost', fr: 'Perdu', means: 'Lost from storage. Final.' },
});
export const fieldPhotoStates = FieldPhotoState.options;

export const fieldPhotoChanged = event(
  'evidence.field-photo.changed.v1',
  'A photo of a field visit was confirmed, passed or failed its malware scan, or was lost.',
  {
    /** Minted by the client of the agent: unique per agent and work item. */
    photoId: z.uuid().describe('Identifier of the photo, generated by the app of its agent.'),
    evidenceId: EvidenceId,
    workItemId: WorkItemId,
    agentId: z.uuid().describe('Identifier of the agent.'),
    state: FieldPhotoState.describe('State of the photo.'),
    occurredAt: OccurredAt,
  },
  aggregate('field-photo', ({ evidenceId }) => evidenceId),
);
export const fieldPhotoSnapshot = snapshotOf(fieldPhotoChanged);
