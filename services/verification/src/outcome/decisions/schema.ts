import { CheckMethod } from '@trust/contracts/events/catalog';
import { CaseOutcome } from '@trust/contracts/events/verification';
import { CaseId, ClaimLimitations, EvidenceVersionId, PolicyVersion, RequirementKey } from '@trust/contracts/fields';
import { ClaimEndReason } from '@trust/contracts/reasons/claim-change-reasons';
import { DecisionReasonCodes, RecordedDecisionReason } from '@trust/contracts/reasons/decision-reasons';
import { DecisionRelation } from '@trust/contracts/values/decision-values';
import { Reason } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';
import { decisionReasonList } from '../../case/record/decision-reason-list.ts';
import { DecisionStatus } from '../../case/record/decision-status.ts';
import { Limitations, limitationExamples } from '../../case/record/limitations.ts';

export const LineResult = valueList('claimDecisionResult', {
  granted: { en: 'Granted', fr: 'Accordée', means: 'The claim was granted.' },
  refused: { en: 'Not granted', fr: 'Non accordée', means: 'The claim was not granted.' },
});

export const ClaimDecision = z.strictObject({
  type: z
    .string()
    .min(1)
    .max(60)
    .meta({
      description: 'Type of the claim: `claim.type` of a requirement of the case.',
      examples: ['trade_qualification'],
    }),
  evidenceVersionId: EvidenceVersionId.nullable().meta({
    description:
      'The version that the decision rests on: `evidence.evidenceVersionId` of the requirement, or `check.evidenceVersionId` where its check judged `claimEvidence`; null if it has no evidence. If it rests on another version, the response is 409 and `allowed` names it.',
    examples: ['019a490c-4e68-7d91-a7c3-6b2f10e8d945'],
  }),
  result: LineResult.describe('Whether to grant the claim or refuse it.'),
  limitations: Limitations.optional().meta({
    description:
      'What the claim does not cover: up to 10 texts. In a decision each is, word for word, one of its type, its check or the recommendation, which the claim has anyway; another is 400 `limitation_not_recommended`. Who recommends on an appeal writes up to 500 characters, without contact data, links and signs of a check. Public.',
    examples: limitationExamples,
  }),
  reasonCodes: DecisionReasonCodes.optional().meta({
    description:
      'Why the claim is refused, of the reasons of the decision; all of them if left out. Required where the decision refuses several claims for several reasons: what one document lacks says nothing of another. Not allowed if the claim is granted.',
    examples: [['document_expired']],
  }),
  validUntil: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({
      description:
        'When the claim expires, in the future. It shortens the validity of the requirement version, at most a year; a later time is refused with the latest. Not allowed if the claim is refused.',
      examples: ['2027-11-03T00:00:00.000Z'],
    }),
});

export const NotReadReason = Reason.meta({
  description:
    'Why you decide without having read every document since you got the duty: 10 to 500 characters. For the audit log; the receipt of the provider says only that the decision relies on what the reviewer has read. Ignored if you have read all of them.',
  examples: ['The reviewer and I read the certificate together at her desk.'],
});

export const DecisionCreate = z
  .strictObject({
    outcome: CaseOutcome.meta({
      description:
        'The outcome of the case. Both `verified` outcomes require a granted claim, `verified_with_limitations` one with a limitation beyond those of its type; the others allow none.',
      examples: ['verified'],
    }),
    claims: z
      .array(ClaimDecision)
      .max(50)
      .describe(
        'The claims to grant or refuse: one entry for each type whose requirement has a document. Other types are refused.',
      ),
    reasonCodes: DecisionReasonCodes.meta({
      description: 'The reasons, 1 to 10. The receipt of the provider shows their texts.',
      examples: [['all_checks_clear']],
    }),
    claimEndReason: ClaimEndReason.optional().meta({
      description:
        'Why a review ends claims that it does not grant again; only for a `review`. Without a reason: it did not confirm them.',
    }),
    notReadReason: NotReadReason.optional(),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['All checks of the case are done and nothing contradicts them.'],
    }),
  })
  .meta({
    id: 'DecisionCreate',
    examples: [
      {
        outcome: 'verified',
        claims: [
          {
            type: 'trade_qualification',
            evidenceVersionId: '019a490c-4e68-7d91-a7c3-6b2f10e8d945',
            result: 'granted',
            limitations: limitationExamples[0],
            validUntil: '2027-11-03T00:00:00.000Z',
          },
        ],
        reasonCodes: ['all_checks_clear'],
        reason: 'All checks of the case are done and nothing contradicts them.',
      },
    ],
  });

export const Decision = z
  .object({
    id: z.uuid().describe('Identifier of the immutable decision.'),
    caseId: CaseId,
    outcome: CaseOutcome.meta({ description: 'The outcome of the case.', examples: ['verified'] }),
    claims: z
      .array(
        z.object({
          claimId: z
            .uuid()
            .nullable()
            .meta({
              description: 'Identifier of the claim; null if it was refused.',
              examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'],
            }),
          type: z.string().meta({
            description: 'Type of the claim: `claim.type` of a requirement of the case.',
            examples: ['trade_qualification'],
          }),
          requirementKey: RequirementKey,
          evidenceVersionId: EvidenceVersionId,
          checkId: z.uuid().describe('Identifier of the check that supports the claim.'),
          method: CheckMethod.meta({
            description: 'Method of the check that supports the claim.',
            examples: ['document_review'],
          }),
          result: LineResult.describe('Whether the claim was granted or refused.'),
          reasonCodes: z.array(RecordedDecisionReason).meta({
            description: 'Why the claim was refused, of the reasons of the decision; empty if it was granted.',
            examples: [['document_expired']],
          }),
          limitations: ClaimLimitations.describe(
            'What the claim does not cover: the limitations of its type, its check, the recommendation and this decision. Those of the decision alone if the claim was refused.',
          ),
          validUntil: z.iso
            .datetime()
            .nullable()
            .meta({
              description: 'When the claim expires. Limited by the requirement version; null if it was refused.',
              examples: ['2027-11-03T00:00:00.000Z'],
            }),
        }),
      )
      .describe('The result for each claim.'),
    reasonCodes: z.array(RecordedDecisionReason).meta({
      description: `The reasons, 1 to 10. The receipt of the provider shows their texts. Older decisions may have other codes.\n\n${decisionReasonList}`,
      examples: [['all_checks_clear']],
    }),
    claimEndReason: ClaimEndReason.nullable().describe(
      'Why a review ended claims that it did not grant again; null if it did not confirm them, and for other cases.',
    ),
    reason: z.string().meta({
      description: 'Reason of the operator who decided. Private.',
      examples: ['All checks of the case are done and nothing contradicts them.'],
    }),
    notReadReason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the decider relied on the reading of the reviewer; null if they read every document themselves. Private.',
        examples: [null],
      }),
    separationOfDuties: z
      .object({
        recommenderId: z.uuid().describe('Identifier of the operator who recommended.'),
        recommenderName: OperatorName,
        deciderId: z.uuid().describe('Identifier of the operator who decided.'),
        deciderName: OperatorName,
        distinct: z.boolean().describe('Always true: the decider is never the recommender.'),
      })
      .describe('Who recommended and who decided. Always different people.'),
    policyVersion: PolicyVersion,
    auditEntryId: z
      .uuid()
      .nullable()
      .describe(
        'Identifier of the audit entry of the decision; null for decisions recorded before this field existed.',
      ),
    status: DecisionStatus.describe(
      'Whether the decision is in force, from the later decision and the state of the case.',
    ),
    earlier: z
      .object({
        decisionId: z.uuid().describe('The earlier decision.'),
        relation: DecisionRelation.describe('How the decision relates to the earlier one.'),
      })
      .nullable()
      .describe('The decision that this one sets aside or supersedes; null if there is none.'),
    laterDecisionId: z
      .uuid()
      .nullable()
      .describe('The decision that sets this one aside or supersedes it; null if there is none.'),
    appealEndsAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'Until when the decision can be appealed, exclusive: the end of the 15th working day. Null if it cannot be, and for older decisions.',
      ),
    decidedAt: z.iso.datetime().describe('When the decision was recorded.'),
  })
  .meta({ id: 'VerificationDecision' });
