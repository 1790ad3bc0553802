import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';

const ofVersion = aggregate('version', (payload: { evidenceVersionId: string }) => payload.evidenceVersionId);

export const intentStates = ['open', 'uploading', 'submitted', 'retryable', 'cancelled', 'expired'] as const;

export const uploadIntentChanged = event(
  'evidence.upload-intent.changed.v1',
  'An upload intent changed its state. No name, size or hash of the document.',
  {
    intentId: z.uuid(),
    providerId: z.uuid(),
    caseId: z.uuid(),
    requirementKey: z.string(),
    state: z.enum(intentStates),
  },
  aggregate('upload-intent', ({ intentId }) => intentId),
);

export const uploadIntentSnapshot = snapshotOf(uploadIntentChanged);

const confirmedShape = {
  evidenceVersionId: z.uuid(),
  evidenceId: z.uuid(),
  intentId: z.uuid(),
  caseId: z.uuid(),
  providerId: z.uuid(),
  requirementKey: z.string(),
  documentKind: z.string(),
  /** Separation of duties: the uploader can never review. */
  uploaderId: z.uuid(),
  confirmedAt: z.iso.datetime(),
};

export const evidenceConfirmed = event(
  'evidence.version.confirmed.v1',
  'An immutable evidence version was confirmed for a case. It is not readable before its malware scan.',
  confirmedShape,
  ofVersion,
);

export const evidenceVersionStates = ['pending_scan', 'available', 'rejected', 'refused', 'withdrawn', 'lost'] as const;

export const evidenceSnapshot = event(
  'evidence.version.snapshot.v1',
  'Snapshot of an evidence version, for new projections. A deleted document keeps the state that it ended in.',
  { ...confirmedShape, state: z.enum(evidenceVersionStates), occurredAt: z.iso.datetime() },
  ofVersion,
);

export const evidenceAvailable = event(
  'evidence.version.available.v1',
  'The malware scan is clean: the version can be reviewed.',
  {
    evidenceVersionId: z.uuid(),
    caseId: z.uuid(),
    providerId: z.uuid(),
    requirementKey: z.string(),
    occurredAt: z.iso.datetime(),
  },
  ofVersion,
);

/** Faults of a document without malware. */
export const refusalReasons = [
  'damaged',
  'encrypted',
  'active_content',
  'two_formats',
  'too_many_pixels',
  'too_complex',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export const evidenceRejected = event(
  'evidence.version.rejected.v1',
  'The version can never be reviewed. The representative is asked for another document.',
  {
    evidenceVersionId: z.uuid(),
    caseId: z.uuid(),
    providerId: z.uuid(),
    requirementKey: z.string(),
    reason: z.enum(['malware', 'unscannable']),
    /** With `unscannable`: the fault of the document. Absent if no scan ever completed. */
    refusal: z.enum(refusalReasons).optional(),
    occurredAt: z.iso.datetime(),
  },
  ofVersion,
);

const unreadableVersion = {
  evidenceVersionId: z.uuid(),
  evidenceId: z.uuid(),
  caseId: z.uuid(),
  providerId: z.uuid(),
  requirementKey: z.string(),
  occurredAt: z.iso.datetime(),
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
    claimId: z.uuid(),
    evidenceId: z.uuid(),
    evidenceVersionId: z.uuid(),
    caseId: z.uuid(),
    providerId: z.uuid(),
    categoryKey: z.string(),
    requirementKey: z.string(),
    daysLeft: z.number().int().min(0).max(60),
    validUntil: z.iso.datetime(),
    occurredAt: z.iso.datetime(),
  },
  ofVersion,
);

export const fieldPhotoStates = ['pending_scan', 'available', 'rejected', 'lost'] as const;

export const fieldPhotoChanged = event(
  'evidence.field-photo.changed.v1',
  'A photo of a field visit was confirmed, passed or failed its malware scan, or was lost.',
  {
    /** Minted by the client of the agent: unique per agent and work item. */
    photoId: z.uuid(),
    evidenceId: z.uuid(),
    workItemId: z.uuid(),
    agentId: z.uuid(),
    state: z.enum(fieldPhotoStates),
    occurredAt: z.iso.datetime(),
  },
  aggregate('field-photo', ({ evidenceId }) => evidenceId),
);
export const fieldPhotoSnapshot = snapshotOf(fieldPhotoChanged);

export const mediaKinds = ['profile', 'work'] as const;
export const mediaSizes = ['small', 'medium', 'large'] as const;
export const publicMediaStates = ['pending', 'published', 'removed'] as const;

export const publicMediaChanged = event(
  'evidence.public-media.changed.v1',
  'An image for a public profile waits for an operator, was published, or was removed.',
  {
    mediaId: z.uuid(),
    providerId: z.uuid(),
    /** Separation of duties: the uploader cannot approve. */
    uploaderId: z.uuid(),
    kind: z.enum(mediaKinds),
    state: z.enum(publicMediaStates),
    /** With `published` only: what the public sees. */
    published: z
      .strictObject({
        alt: z.string(),
        sizes: z.array(
          z.strictObject({ name: z.string(), width: z.number().int().min(1), height: z.number().int().min(1) }),
        ),
      })
      .nullable(),
    occurredAt: z.iso.datetime(),
  },
  aggregate('public-media', ({ mediaId }) => mediaId),
);
export const publicMediaSnapshot = snapshotOf(publicMediaChanged);
