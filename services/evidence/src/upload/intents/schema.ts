import { DocumentKind as KnownDocumentKind } from '@trust/contracts/catalog/document-kinds';
import { DocumentMediaType } from '@trust/contracts/document';
import { IntentState } from '@trust/contracts/events/evidence';
import { CaseId, ConfirmedAt, EvidenceId, EvidenceVersionId, RequirementKey } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { meaningsOf, someOf, textsOf, valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import {
  DeclaredSha256,
  DeclaredSize,
  DocumentKind,
  DocumentMediaTypeName,
  PrivateLabel,
  SizeBytes,
} from '../../items/versions/document-fields.ts';
import { ProcessingState } from '../../items/versions/processing.ts';
import { EvidenceRefusal } from '../../items/versions/refusal-response.ts';

export const IntentProcessing = valueList('uploadIntentProcessing', {
  ...meaningsOf(someOf(ProcessingState, ['pending_scan', 'available', 'quarantined'])),
  unscannable: {
    en: 'Not accepted',
    fr: 'Non accepté',
    means: 'Could not be scanned yet, cannot be accepted, or was lost. `refusal`, if present, says why.',
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retiré',
    means: 'Withdrawn by the provider, too late for its case, or deleted. `refusal`, if present, says why.',
  },
});

const SessionState = valueList('uploadSessionState', {
  requested: { en: 'Open', fr: 'Ouverte', means: 'Accepts parts until it expires.' },
  confirmed: {
    en: 'Confirmed',
    fr: 'Confirmée',
    means: { en: 'Its file was confirmed.', fr: 'Son fichier a été confirmé.' },
  },
  cancelled: {
    en: 'Cancelled',
    fr: 'Annulée',
    means: {
      en: 'Interrupted or cancelled; its parts were deleted.',
      fr: 'Interrompue ou annulée\u00a0; ses parties ont été supprimées.',
    },
  },
  expired: { en: 'Expired', fr: 'Expirée', means: { en: 'Not confirmed in time.', fr: 'Non confirmée à temps.' } },
  rejected: { en: 'Rejected', fr: 'Rejetée', means: 'Not used: a failed confirmation leaves the session as it was.' },
});

export const AttemptCount = z
  .number()
  .int()
  .meta({ description: 'Number of upload sessions of the intent, from 1.', examples: [1] });

export const UploadIntentId = z.object({ id: z.uuid().describe('Identifier of the upload intent in the path.') });

/** A repeat under the same `clientIntentKey` must equal it in all but `label`. */
export const UploadIntentCreate = z
  .strictObject({
    clientIntentKey: z
      .string()
      .min(1)
      .max(200)
      .meta({
        description:
          'A key that the client generates for each document: 1 to 200 characters, unique per representative. The same request returns the same intent.',
        examples: ['trade-certificate-2026-11-03'],
      }),
    caseId: z.uuid().meta({
      description:
        'Identifier of the verification case, from the task `submit_evidence` of the workspace or from `GET /providers/{providerId}/verification-cases`.',
      examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
    }),
    requirementKey: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'Key of a requirement of the case.', examples: ['trade-qualification'] }),
    documentKind: z
      .string()
      .min(1)
      .max(100)
      .meta({
        description: 'Kind of the document: one of `documentKinds` of the requirement.',
        examples: ['trade_certificate'],
        ...textsOf(KnownDocumentKind),
      }),
    mediaType: DocumentMediaType.meta({ description: 'Media type of the document.', examples: ['application/pdf'] }),
    sizeBytes: DeclaredSize.describe('Size of the file in bytes: 1 KiB to 15 MiB, or less if the requirement says so.'),
    sha256: DeclaredSha256,
    label: singleLine(1, 200)
      .optional()
      .meta({
        description: 'A private name for the document, up to 200 characters. Only the workspace shows it.',
        examples: ['Certificate, both sides'],
      }),
    replacesIntentId: z.uuid().optional().meta({
      description:
        'Identifier of the intent that this one replaces, because its case refused the document. The document must be the same, and the case too unless it has ended.',
    }),
  })
  .meta({
    id: 'UploadIntentCreate',
    examples: [
      {
        clientIntentKey: 'trade-certificate-2026-11-03',
        caseId: '019a490a-58b0-7c09-8f6d-3a71e5d2b9c6',
        requirementKey: 'trade-qualification',
        documentKind: 'trade_certificate',
        mediaType: 'application/pdf',
        sizeBytes: 248113,
        sha256: '9f2c1d7e4b6a80355c1e9ad47f0b23c8e6d1f5a2470b9c3e8d15f6a7b4c20e91',
        label: 'Certificate, both sides',
      },
    ],
  });
export type UploadIntentCreate = z.output<typeof UploadIntentCreate>;

export const EvidenceReplace = UploadIntentCreate.omit({
  caseId: true,
  requirementKey: true,
  documentKind: true,
  replacesIntentId: true,
}).meta({
  id: 'EvidenceReplace',
});

const UploadPart = z
  .object({
    partNumber: z
      .number()
      .int()
      .meta({ description: 'Number of the part, from 1.', examples: [1] }),
    sizeBytes: z
      .number()
      .int()
      .meta({
        description: 'Size of the part in bytes: 5242880 (5 MiB), less for the last one. Send exactly as many.',
        examples: [248113],
      }),
    method: z.literal('PUT').describe('The HTTP method for the part: always `PUT`.'),
    url: z.url().meta({
      description: 'Signed URL of the part. Send its bytes without an `Authorization` header.',
      examples: ['https://api.example.com/api/v1/evidence-uploads/eyJzIjoiMDE5YTQ5.Qm1Vd/parts/1'],
    }),
    headers: z.record(z.string(), z.string()).meta({
      description: 'Headers to send with the part, unchanged.',
      examples: [{ 'Content-Type': 'application/octet-stream' }],
    }),
    expiresAt: z.iso.datetime().meta({
      description:
        'When the URL expires: after 15 minutes at most. Get the intent, or repeat the request that opened the upload, for a new URL.',
      examples: ['2026-11-03T09:45:00.000Z'],
    }),
    received: z.boolean().meta({ description: 'Whether the whole part has arrived.', examples: [false] }),
  })
  .meta({ id: 'UploadPart' });

export const UploadSession = z
  .object({
    id: z.uuid().describe('Identifier of the upload session. Each retry creates a new one.'),
    state: SessionState.describe('State of the session. Parts are accepted while it is `requested`.'),
    expiresAt: z.iso.datetime().meta({
      description: 'When the session expires, 60 minutes after it was opened.',
      examples: ['2026-11-03T10:30:00.000Z'],
    }),
    parts: z
      .array(UploadPart)
      .describe('The parts to send: 5 MiB each, except the last. Empty once the session has ended.'),
  })
  .meta({ id: 'UploadSession' });

const intentShape = {
  id: z.uuid().describe('Identifier of the intent, the same across retries.'),
  clientIntentKey: z.string().meta({
    description: 'The key that the client generated for the document.',
    examples: ['trade-certificate-2026-11-03'],
  }),
  caseId: CaseId,
  requirementKey: RequirementKey,
  documentKind: DocumentKind,
  mediaType: DocumentMediaTypeName,
  sizeBytes: SizeBytes,
  label: PrivateLabel,
  replacesIntentId: z
    .uuid()
    .nullable()
    .describe('Identifier of the intent that this one replaces, because its case refused the document; null if none.'),
  state: IntentState.describe('State of the upload.'),
  attemptCount: AttemptCount,
  createdAt: z.iso.datetime().describe('When the intent was created.'),
  evidence: z
    .object({
      evidenceId: EvidenceId,
      evidenceVersionId: EvidenceVersionId,
      confirmedAt: ConfirmedAt,
      processing: IntentProcessing.meta({
        description: 'Processing state: whether the version was scanned and can be reviewed.',
        examples: ['pending_scan'],
      }),
      refusal: EvidenceRefusal.optional().describe(
        'Why the document was not accepted and what to do; null if it was not refused.',
      ),
    })
    .nullable()
    .meta({ description: 'The evidence version of the intent; null until it is submitted.', examples: [null] }),
};

export const UploadIntent = z
  .object({
    ...intentShape,
    session: UploadSession.describe('The current upload session, with a signed URL for each part.'),
  })
  .meta({ id: 'UploadIntent' });
export type UploadIntentResponse = z.input<typeof UploadIntent>;

export const UploadIntentPage = Page(
  z
    .object({ ...intentShape, session: UploadSession.omit({ parts: true }).describe('The current upload session.') })
    .meta({ id: 'UploadIntentSummary' }),
).meta({ id: 'UploadIntentPage' });

export const EvidenceCreate = z
  .strictObject({
    uploadSessionId: z.uuid().describe('Identifier of the upload session of the document (`session.id`).'),
  })
  .meta({ id: 'EvidenceCreate' });

export const EvidenceConfirmation = z
  .object({
    evidenceId: EvidenceId,
    evidenceVersionId: EvidenceVersionId,
    confirmedAt: ConfirmedAt,
    processing: IntentProcessing.meta({
      description: 'Processing state: whether the version was scanned and can be reviewed.',
      examples: ['pending_scan'],
    }),
  })
  .meta({ id: 'EvidenceConfirmation' });
