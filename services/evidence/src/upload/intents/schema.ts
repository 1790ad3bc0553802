import { documentMediaTypes, documentSizeBytes } from '@trust/contracts/document';
import { intentStates } from '@trust/contracts/events/evidence';
import { singleLine } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { z } from 'zod';
import { EvidenceRefusal } from '../../items/versions/refusal-response.ts';

export const UploadIntentId = z.object({ id: z.uuid() });

/** A repeat under the same `clientIntentKey` must equal it in all but `label`. */
export const UploadIntentCreate = z
  .strictObject({
    clientIntentKey: z.string().min(1).max(200),
    caseId: z.uuid(),
    requirementKey: z.string().min(1).max(100),
    documentKind: z.string().min(1).max(100),
    mediaType: z.enum(documentMediaTypes),
    sizeBytes: z.number().int().min(documentSizeBytes.min).max(documentSizeBytes.max),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    label: singleLine(1, 200).optional(),
    /** An intent whose document its case refused: the new one has the same document contract. */
    replacesIntentId: z.uuid().optional(),
  })
  .meta({ id: 'UploadIntentCreate' });
export type UploadIntentCreate = z.output<typeof UploadIntentCreate>;

export const EvidenceReplace = UploadIntentCreate.omit({
  caseId: true,
  requirementKey: true,
  documentKind: true,
  replacesIntentId: true,
}).meta({
  id: 'EvidenceReplace',
});

export const ProcessingState = z.enum(['pending_scan', 'available', 'quarantined', 'unscannable', 'withdrawn']);

const UploadPart = z
  .object({
    partNumber: z.number().int(),
    sizeBytes: z.number().int(),
    method: z.literal('PUT'),
    url: z.url(),
    headers: z.record(z.string(), z.string()),
    expiresAt: z.iso.datetime().meta({ examples: ['2026-11-03T09:45:00.000Z'] }),
    received: z.boolean(),
  })
  .meta({ id: 'UploadPart' });

export const UploadSession = z
  .object({
    id: z.uuid(),
    /** Never `rejected`: where a confirmation fails, the session stays as it was. */
    state: z.enum(['requested', 'confirmed', 'cancelled', 'expired', 'rejected']),
    expiresAt: z.iso.datetime(),
    parts: z.array(UploadPart),
  })
  .meta({ id: 'UploadSession' });

const intentShape = {
  id: z.uuid(),
  clientIntentKey: z.string(),
  caseId: z.uuid(),
  requirementKey: z.string(),
  documentKind: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  label: z.string().nullable(),
  replacesIntentId: z.uuid().nullable(),
  state: z.enum(intentStates),
  attemptCount: z.number().int(),
  createdAt: z.iso.datetime(),
  evidence: z
    .object({
      evidenceId: z.uuid(),
      evidenceVersionId: z.uuid(),
      confirmedAt: z.iso.datetime(),
      processing: ProcessingState,
      refusal: EvidenceRefusal.optional(),
    })
    .nullable(),
};

export const UploadIntent = z.object({ ...intentShape, session: UploadSession }).meta({ id: 'UploadIntent' });
export type UploadIntentResponse = z.input<typeof UploadIntent>;

export const UploadIntentPage = Page(
  z.object({ ...intentShape, session: UploadSession.omit({ parts: true }) }).meta({ id: 'UploadIntentSummary' }),
).meta({ id: 'UploadIntentPage' });

/** `uploadSessionId`: the `session.id` that the upload was opened with. */
export const EvidenceCreate = z.strictObject({ uploadSessionId: z.uuid() }).meta({ id: 'EvidenceCreate' });

export const EvidenceConfirmation = z
  .object({
    evidenceId: z.uuid(),
    evidenceVersionId: z.uuid(),
    confirmedAt: z.iso.datetime(),
    processing: ProcessingState,
  })
  .meta({ id: 'EvidenceConfirmation' });
