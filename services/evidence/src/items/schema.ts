import { CaseId, CatalogKey, ConfirmedAt, OwnProviderId, RequirementKey } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { EvidenceReview } from '@trust/contracts/values/decision-values';
import { meaningsOf, valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { DocumentKind, DocumentMediaTypeName, PrivateLabel, SizeBytes } from './versions/document-fields.ts';
import { ProcessingState } from './versions/processing.ts';
import { EvidenceRefusal } from './versions/refusal-response.ts';

const RenewalStatus = valueList('evidenceRenewalStatus', {
  current: {
    en: 'Up to date',
    fr: 'À jour',
    means: { en: 'The claim is valid for more than 60 days.', fr: 'L’attestation est valable plus de 60 jours.' },
  },
  due: {
    en: 'To renew',
    fr: 'À renouveler',
    means: { en: 'The claim expires within 60 days.', fr: 'L’attestation expire dans les 60 jours.' },
  },
  overdue: { en: 'Expired', fr: 'Expiré', means: { en: 'The claim has expired.', fr: 'L’attestation a expiré.' } },
});

const VersionReview = valueList('evidenceVersionReview', {
  unreviewed: { en: 'Not judged yet', fr: 'Pas encore examiné', means: 'Not judged yet.' },
  ...meaningsOf(EvidenceReview),
});

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
    .meta({ description: 'Only evidence of this case.', examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'] }),
  requirementKey: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only evidence for the requirement with this key.', examples: ['trade-qualification'] }),
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
  mediaType: DocumentMediaTypeName,
  sizeBytes: SizeBytes,
  label: PrivateLabel,
  confirmedAt: ConfirmedAt,
  processing: ProcessingState.meta({
    description: 'Processing state: whether the version was scanned and can be reviewed.',
    examples: ['pending_scan'],
  }),
  review: VersionReview.describe('How the case judged the document.'),
  refusal: EvidenceRefusal.describe('Why the document was not accepted and what to do; null if it was not refused.'),
  openings: z
    .object({
      count: z.number().int().describe('Number of review grants used to read it, however often each was used.'),
      lastAt: z.iso.datetime().nullable().describe('When it was last read; null if never.'),
    })
    .describe('Reads of the version by operators.'),
};

const itemShape = {
  id: z.uuid().describe('Identifier of the evidence.'),
  caseId: CaseId,
  categoryKey: CatalogKey,
  requirementKey: RequirementKey,
  documentKind: DocumentKind,
  versionCount: z.number().int().describe('Number of versions.'),
  version: z.object(versionShape).meta({ id: 'EvidenceVersion' }).describe('The newest version.'),
  renewal: z
    .object({
      validUntil: z.iso.datetime().meta({
        description: 'When the claim that the evidence supports expires. Renew the evidence before.',
        examples: ['2027-11-03T00:00:00.000Z'],
      }),
      status: RenewalStatus.describe('Whether the renewal is due.'),
    })
    .nullable()
    .describe('Until when the evidence supports a claim; null if it supports none that is active.'),
};

export const EvidencePage = Page(z.object(itemShape).meta({ id: 'EvidenceSummary' })).meta({ id: 'EvidencePage' });

export const Evidence = z
  .object({
    ...itemShape,
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
              .describe('First and last read under each review grant that was used, newest first.'),
          })
          .meta({ id: 'EvidenceVersionDetail' }),
      )
      .describe('All versions, newest first. Of a redacted version only this entry remains: its file is deleted.'),
  })
  .meta({ id: 'Evidence' });
