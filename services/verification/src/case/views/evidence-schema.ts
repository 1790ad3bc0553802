import { CaseDuty } from '@trust/contracts/events/verification';
import { ConfirmedAt, DocumentKindKey, EvidenceId, EvidenceVersionId, OperatorId } from '@trust/contracts/fields';
import { valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';

const VersionState = valueList('caseEvidenceState', {
  pending_scan: { en: 'Being scanned', fr: 'Analyse en cours', means: 'Waiting for its malware scan.' },
  available: { en: 'Ready for review', fr: 'Prêt pour l’examen', means: 'Scanned and ready for review.' },
});

export const ClaimEvidence = z
  .object({
    evidenceId: EvidenceId,
    evidenceVersionId: EvidenceVersionId,
    sentInCaseId: z.uuid().describe('The case in which the document was sent.'),
  })
  .nullable()
  .describe(
    'In a review: the document that the current claim rests on, if the provider has sent another one. You may open and check it.',
  );

export const CaseEvidence = z
  .object({
    evidenceId: EvidenceId,
    evidenceVersionId: EvidenceVersionId,
    sentInCaseId: z
      .uuid()
      .describe(
        'The case in which the document was sent. Another one than this if a review is judged on the evidence of a current claim.',
      ),
    documentKind: DocumentKindKey.meta({
      description: 'Kind of the document, one that the requirement accepts.',
      examples: ['trade_certificate'],
    }),
    state: VersionState.meta({ description: 'Whether the version was scanned.', examples: ['available'] }),
    confirmedAt: ConfirmedAt,
    predatesSubject: z.boolean().meta({
      description:
        'Whether it was sent before an earlier name, person or premises ended, so it may show that one: compare `namedAt` of `GET /verification-cases/{caseId}/claim-subjects`. A check of it that has not failed needs an `earlierDocumentReason`.',
      examples: [false],
    }),
    isSubmittedElsewhere: z.boolean().meta({
      description:
        'Whether the same bytes were submitted for another provider too, before or after; not for which. A check of it by `document_review` that has not failed needs a `sharedContentReason`.',
      examples: [false],
    }),
    readBy: z
      .array(
        z.object({
          operatorId: OperatorId,
          operatorName: OperatorName,
          duty: CaseDuty.describe('The duty for which the operator read it.'),
          readAt: z.iso.datetime().describe('When the last byte of the version was sent to the operator.'),
        }),
      )
      .describe('Who has read the whole version, for which duty and when, in that order. Empty: nobody yet.'),
  })
  .nullable()
  .describe('The newest evidence version for the requirement; null if there is none.');
