import { evidenceReviews } from '@trust/contracts/events/verification';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { EvidenceRefusal } from './versions/refusal-response.ts';

const ProcessingState = z.enum([
  'pending_scan',
  'available',
  'quarantined',
  'refused',
  'unscannable',
  'withdrawn',
  'lost',
  'redacted',
]);

export const EvidenceId = z.object({ providerId: z.uuid(), evidenceId: z.uuid() });

export const EvidenceQuery = PageQuery.extend({
  caseId: z.uuid().optional(),
  requirementKey: z.string().min(1).max(100).optional(),
  processing: ProcessingState.optional(),
});

const versionShape = {
  id: z.uuid(),
  number: z.number().int(),
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  label: z.string().nullable(),
  confirmedAt: z.iso.datetime(),
  processing: ProcessingState,
  review: z.enum(['unreviewed', ...evidenceReviews]),
  refusal: EvidenceRefusal,
  /** Grants used to open it, however many ranges were read, and the last read. */
  openings: z.object({ count: z.number().int(), lastAt: z.iso.datetime().nullable() }),
};

const itemShape = {
  id: z.uuid(),
  caseId: z.uuid(),
  categoryKey: z.string(),
  requirementKey: z.string(),
  documentKind: z.string(),
  versionCount: z.number().int(),
  version: z.object(versionShape).meta({ id: 'EvidenceVersion' }),
  renewal: z.object({ validUntil: z.iso.datetime(), status: z.enum(['current', 'due', 'overdue']) }).nullable(),
};

export const EvidencePage = Page(z.object(itemShape).meta({ id: 'EvidenceSummary' })).meta({ id: 'EvidencePage' });

export const Evidence = z
  .object({
    ...itemShape,
    /** Newest first, redacted ones included. */
    versions: z.array(
      z
        .object({
          ...versionShape,
          receipts: z.array(z.object({ openedAt: z.iso.datetime(), lastReadAt: z.iso.datetime() })),
        })
        .meta({ id: 'EvidenceVersionDetail' }),
    ),
  })
  .meta({ id: 'Evidence' });
