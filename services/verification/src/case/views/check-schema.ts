import { SubjectId } from '@trust/contracts/claim-about';
import { CheckMethod } from '@trust/contracts/events/catalog';
import { ProviderKind } from '@trust/contracts/events/provider';
import { ClaimLimitations, EvidenceVersionId } from '@trust/contracts/fields';
import { valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';

export const CheckResult = valueList('checkResult', {
  clear: { en: 'Clear', fr: 'Conforme', means: { en: 'No concerns.', fr: 'Aucune réserve.' } },
  consider: {
    en: 'With reservations',
    fr: 'Avec réserves',
    means: { en: 'Has points to consider.', fr: 'Des points sont à prendre en compte.' },
  },
  failed: {
    en: 'Failed',
    fr: 'Non conforme',
    means: { en: 'The requirement is not met.', fr: 'L’exigence n’est pas remplie.' },
  },
});

export const CaseCheck = z
  .object({
    id: z.uuid().describe('Identifier of the check.'),
    requirementKey: z
      .string()
      .meta({ description: 'Key of the requirement that was checked.', examples: ['trade-qualification'] }),
    evidenceVersionId: EvidenceVersionId,
    subjectId: SubjectId.nullable().describe(
      'The name, person or premises that the document confirmed; null for a failed check without one.',
    ),
    providerKind: ProviderKind.nullable().describe(
      'Of a claim about the business: whether the reviewer found one person or an organisation; null for other claims, and for checks before release 1.',
    ),
    method: CheckMethod.meta({ description: 'Method of the check.', examples: ['document_review'] }),
    result: CheckResult.meta({ description: 'Result of the check.', examples: ['clear'] }),
    observations: z
      .string()
      .nullable()
      .meta({
        description: 'Observations of the reviewer, up to 4000 characters; null if there are none. Never public.',
        examples: ['Name, number and date agree with the register of the issuing school.'],
      }),
    limitations: ClaimLimitations.describe(
      'What the check did not cover, as the operator wrote it. A claim that it supports has these limitations.',
    ),
    reason: z.string().meta({
      description: 'Why, as the operator wrote it. Private.',
      examples: ['The number is in the register, under the same name.'],
    }),
    earlierDocumentReason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why a document that was sent before the earlier name, person or premises ended confirms the present one, as the operator wrote it; null for other documents. Private.',
        examples: [null],
      }),
    earlierSubjectReason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the present name or person is confirmed after what ended before, as the operator wrote it; null for other claims. Private.',
        examples: [null],
      }),
    sharedContentReason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why a document that was submitted for another provider too confirms the claim, as the operator wrote it; null for other documents, and if it arrived there after the check. Private.',
        examples: [null],
      }),
    fieldSubmissionId: z
      .uuid()
      .nullable()
      .describe('Identifier of the field submission behind a check by `field_visit`; null for other methods.'),
    checkerId: z.uuid().describe('Identifier of the operator who recorded the check.'),
    checkerName: OperatorName,
    checkedAt: z.iso.datetime().describe('When the check was recorded.'),
  })
  .meta({ id: 'CaseCheck' });
