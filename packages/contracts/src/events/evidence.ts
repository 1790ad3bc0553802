import { z } from 'zod';
import { aggregate, event } from '../event.ts';

const ofVersion = aggregate('version', (payload: { evidenceVersionId: string }) => payload.evidenceVersionId);

export const intentStates = ['open', 'uploading', 'submitted', 'retryable', 'cancelled', 'expired'] as const;

export const uploadIntentChanged = event(
  'evidence.upload-intent.changed.v1',
  'An upload intent moved on. Counts only: no name, size or hash of the document.',
  {
    intentId: z.uuid(),
    providerId: z.uuid(),
    caseId: z.uuid(),
    requirementKey: z.string(),
    state: z.enum(intentStates),
  },
  aggregate('upload-intent', ({ intentId }) => intentId),
);

export const evidenceConfirmed = event(
  'evidence.version.confirmed.v1',
  'One immutable evidence version was confirmed against a case. It is not readable before its scan.',
  {
    evidenceVersionId: z.uuid(),
    evidenceId: z.uuid(),
    intentId: z.uuid(),
    caseId: z.uuid(),
    providerId: z.uuid(),
    requirementKey: z.string(),
    documentKind: z.string(),
    /** Needed for separation of duties: who uploaded can never review. */
    uploaderId: z.uuid(),
    confirmedAt: z.iso.datetime(),
  },
  ofVersion,
);

export const evidenceAvailable = event(
  'evidence.version.available.v1',
  'The scan found nothing: the version can be reviewed.',
  {
    evidenceVersionId: z.uuid(),
    caseId: z.uuid(),
    providerId: z.uuid(),
    requirementKey: z.string(),
    occurredAt: z.iso.datetime(),
  },
  ofVersion,
);

/** Why a document without malware can never be reviewed. */
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
  'The version can never be reviewed; the representative is asked again.',
  {
    evidenceVersionId: z.uuid(),
    caseId: z.uuid(),
    providerId: z.uuid(),
    requirementKey: z.string(),
    reason: z.enum(['malware', 'unscannable']),
    /** With `unscannable`: the document was opened, and cannot be taken for this. Absent where no scan ever came to an end. */
    refusal: z.enum(refusalReasons).optional(),
    occurredAt: z.iso.datetime(),
  },
  ofVersion,
);

/** Of a version that nobody can read any more. */
const gone = {
  evidenceVersionId: z.uuid(),
  evidenceId: z.uuid(),
  caseId: z.uuid(),
  providerId: z.uuid(),
  requirementKey: z.string(),
  occurredAt: z.iso.datetime(),
};

export const evidenceWithdrawn = event(
  'evidence.version.withdrawn.v1',
  'The provider took the document back: nobody can read the version any more, and a case has to do without it.',
  gone,
  ofVersion,
);

export const evidenceLost = event(
  'evidence.version.lost.v1',
  'The store has the bytes no more, and not by our doing: nobody can read the version, and its provider is asked for it again.',
  gone,
  ofVersion,
);

export const evidenceRenewalDue = event(
  'evidence.renewal.due.v1',
  'A claim that rests on this document ends soon, or now: told 60, 30 and 7 days before and on the day, once each.',
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
