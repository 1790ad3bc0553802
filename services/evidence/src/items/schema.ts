import { evidenceReviews } from '@trust/contracts/events/verification';
import { CaseId, CatalogKey, ConfirmedAt, OwnProviderId, RequirementKey } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { EvidenceRefusal } from './versions/refusal-response.ts';

const Status = valueList({
  current: { en: 'Current', fr: 'À jour', means: 'Not due yet.' },
  due: { en: 'Due', fr: 'À renouveler', means: 'Due within 60 days.' },
  overdue: { en: 'Expired', fr: 'Expiré', means: 'Expired.' },
});

const ProcessingValue = valueList({
  pending_scan: { en: 'Being scanned', fr: 'Analyse en cours', means: 'Waiting for its malware scan.' },
  available: { en: 'Available', fr: 'Disponible', means: 'Scanned and ready for review.' },
  quarantined: { en: 'Quarantined', fr: 'En quarantaine', means: 'Malware was found.' },
  refused: { en: 'Refused', fr: 'Refusée', means: 'Refused by the case, or the document cannot be accepted.' },
  unscannable: { en: 'Not scanned yet', fr: 'Pas encore analysé', means: 'Could not be scanned yet.' },
  withdrawn: { en: 'Withdrawn', fr: 'Retiré', means: 'Withdrawn by the provider.' },
  lost: { en: 'Lost', fr: 'Perdu', means: 'Lost from storage. Upload it again.' },
  redacted: { en: 'Erased', fr: 'Effacé', means: 'Erased together with the data of its provider.' },
});

const ProcessingState = ProcessingValue;

export const EvidenceId = z.object({
  providerId: OwnProviderId,
  evidenceId: z
    .uuid()
    .meta({ description: 'Identifier of the evidence.', examples: ['019a490c-11d0-7f43-b8a6-24d90e7c5f18'] }),
});

export const EvidenceQuery = PageQuery.extend({
  caseId: z
    .uuid()
    .optional()
    .meta({ description: 'Only items of this case.', examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'] }),
  requirementKey: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only entries of this requirement.', examples: ['trade-qualification'] }),
  processing: ProcessingState.optional().meta({
    description: 'Only evidence whose newest version is in this state.',
    examples: ['pending_scan'],
  }),
});

const versionShape = {
  id: z.uuid().describe('Identifier of the evidence version.'),
  number: z
    .number()
    .int()
    .meta({ description: 'Number of the version, from 1.', examples: [1] }),
  mediaType: z.string().meta({
    description: 'Media type of the document: `application/pdf`, `image/jpeg`, `image/png` or `image/heic`.',
    examples: ['application/pdf'],
  }),
  sizeBytes: z
    .number()
    .int()
    .meta({
      description: 'Size in bytes. A document has 1 KiB to 15 MiB, or less if its requirement says so.',
      examples: [248113],
    }),
  label: z
    .string()
    .nullable()
    .meta({ description: 'The private name of the document; null if none.', examples: ['Certificate, both sides'] }),
  confirmedAt: ConfirmedAt,
  processing: ProcessingState.meta({
    description: 'Processing state: whether the version was scanned and can be reviewed.',
    examples: ['pending_scan'],
  }),
  review: z.enum(['unreviewed', ...evidenceReviews]).describe('How the case judged the document.'),
  refusal: EvidenceRefusal.describe('Why the document was not accepted and what to do; null if it was not refused.'),
  /** Grants used to open it, however many ranges were read, and the last read. */
  openings: z
    .object({
      count: z.number().int().describe('Number of review grants used to read it.'),
      lastAt: z.iso.datetime().nullable().describe('When it was last read; null if never.'),
    })
    .describe('Reads of the version by operators.'),
};

const itemShape = {
  id: z.uuid().describe('Identifier of the evidence.'),
  caseId: CaseId,
  categoryKey: CatalogKey,
  requirementKey: RequirementKey,
  documentKind: z
    .string()
    .meta({ description: 'Kind of the document, one that the requirement accepts.', examples: ['trade_certificate'] }),
  versionCount: z.number().int().describe('Number of versions.'),
  version: z.object(versionShape).meta({ id: 'EvidenceVersion' }).describe('The newest version.'),
  renewal: z
    .object({
      validUntil: z.iso
        .datetime()
        .meta({ description: 'When the evidence needs to be renewed.', examples: ['2027-11-03T00:00:00.000Z'] }),
      status: Status.describe('Whether the renewal is due.'),
    })
    .nullable()
    .describe('Until when the evidence supports a claim; null if it supports none.'),
};

export const EvidencePage = Page(z.object(itemShape).meta({ id: 'EvidenceSummary' })).meta({ id: 'EvidencePage' });

export const Evidence = z
  .object({
    ...itemShape,
    /** Newest first, redacted ones included. */
    versions: z
      .array(
        z
          .object({
            ...versionShape,
            receipts: z
              .array(
                z.object({
                  openedAt: z.iso.datetime().describe('When the reviewer first read the document.'),
                  lastReadAt: z.iso.datetime().describe('When the reviewer last read the document.'),
                }),
              )
              .describe('First and last read of each review, newest first.'),
          })
          .meta({ id: 'EvidenceVersionDetail' }),
      )
      .describe('All versions, newest first. For a redacted version only this entry remains.'),
  })
  .meta({ id: 'Evidence' });
