import { CheckMethod } from '@trust/contracts/events/provider';
import { CaseOutcome, DecisionRelation } from '@trust/contracts/events/verification';
import { CaseId, EvidenceVersionId, PolicyVersion, RequirementKey } from '@trust/contracts/fields';
import { Reason } from '@trust/contracts/free-text';
import { ClaimEndReason } from '@trust/contracts/reasons/claim-change-reasons';
import { DecisionReasonCodes } from '@trust/contracts/reasons/decision-reasons';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { DecisionStatus } from '../../case/record/decision-status.ts';
import { Limitations } from '../../case/views/schema.ts';

const Result = valueList({
  granted: { en: 'Granted', fr: 'Accordée', means: 'The claim was granted.' },
  refused: { en: 'Refused', fr: 'Refusée', means: 'The claim was not granted.' },
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
  result: Result.describe('Whether the claim was granted or refused.'),
  limitations: Limitations.optional().meta({
    description: 'What the claim does not cover. Never empty on a claim.',
    examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
  }),
  /** Shortens the validity of the requirement version; cannot extend it. */
  validUntil: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({
      description: 'When the claim expires. Limited by the requirement version; null if it was refused.',
      examples: ['2027-11-03T00:00:00.000Z'],
    }),
});

export const DecisionCreate = z
  .strictObject({
    outcome: CaseOutcome.meta({
      description: 'The outcome of the case. Both `verified` outcomes require a granted claim; the others allow none.',
      examples: ['verified'],
    }),
    claims: z
      .array(ClaimDecision)
      .max(50)
      .describe('The claims to grant or refuse, one entry per type. Missing types are refused.'),
    reasonCodes: DecisionReasonCodes.meta({
      description:
        '1 to 10 reasons, whose texts the receipt of the provider shows. Older decisions may have other codes.\n\n- `all_checks_clear`: All checks were clear.\n- `documents_consistent`: The documents agree with each other and with the profile.\n- `register_confirmed`: The official register confirms the documents.\n- `field_visit_confirmed`: A visit on site confirmed what was to be verified.\n- `copy_only`: Only a copy of a document was shown, not the original.\n- `document_expired`: A document had expired, or expires before the verification would end.\n- `document_illegible`: A document, or part of it, could not be read.\n- `document_incomplete`: Pages or details of a document were missing.\n- `document_not_accepted`: A document is not of a kind that the requirement accepts.\n- `document_not_authentic`: The authenticity of a document could not be confirmed.\n- `name_mismatch`: The name in a document differs from the name of the provider.\n- `scope_not_covered`: A document does not cover the service that is offered.\n- `register_entry_missing`: The official register has no matching entry.\n- `register_entry_differs`: The entry in the official register differs from the documents.\n- `field_visit_not_confirmed`: A visit on site did not confirm what was to be verified.\n- `evidence_conflicts`: The pieces of evidence contradict each other.\n- `evidence_insufficient`: The evidence was not sufficient for a result.\n- `requirement_not_met`: The evidence shows that a requirement is not met.\n- `decision_confirmed`: The appeal was examined, and the decision was correct.\n- `new_evidence_accepted`: New evidence changed the result.\n- `evidence_misjudged`: The evidence had been judged incorrectly.\n- `procedure_not_followed`: The verification had not followed its rules.\n- `appeal_not_substantiated`: The appeal gives nothing that could change the decision.\n- `appeal_out_of_scope`: The appeal concerns a matter that this decision did not settle.',
      examples: [['all_checks_clear']],
    }),
    claimEndReason: ClaimEndReason.optional().meta({
      description: 'Why a review ends claims that it does not grant again. Without a reason: it did not confirm them.',
      'x-no-example': true,
    }),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['All checks of the case are done and nothing contradicts them.'],
    }),
  })
  .meta({ id: 'DecisionCreate' });

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
          result: Result.describe('Whether the claim was granted or refused.'),
          limitations: z.array(z.string()).meta({
            description: 'What the claim does not cover. Never empty on a claim.',
            examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
          }),
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
    reasonCodes: z.array(z.string()).meta({
      description:
        '1 to 10 reasons, whose texts the receipt of the provider shows. Older decisions may have other codes.\n\n- `all_checks_clear`: All checks were clear.\n- `documents_consistent`: The documents agree with each other and with the profile.\n- `register_confirmed`: The official register confirms the documents.\n- `field_visit_confirmed`: A visit on site confirmed what was to be verified.\n- `copy_only`: Only a copy of a document was shown, not the original.\n- `document_expired`: A document had expired, or expires before the verification would end.\n- `document_illegible`: A document, or part of it, could not be read.\n- `document_incomplete`: Pages or details of a document were missing.\n- `document_not_accepted`: A document is not of a kind that the requirement accepts.\n- `document_not_authentic`: The authenticity of a document could not be confirmed.\n- `name_mismatch`: The name in a document differs from the name of the provider.\n- `scope_not_covered`: A document does not cover the service that is offered.\n- `register_entry_missing`: The official register has no matching entry.\n- `register_entry_differs`: The entry in the official register differs from the documents.\n- `field_visit_not_confirmed`: A visit on site did not confirm what was to be verified.\n- `evidence_conflicts`: The pieces of evidence contradict each other.\n- `evidence_insufficient`: The evidence was not sufficient for a result.\n- `requirement_not_met`: The evidence shows that a requirement is not met.\n- `decision_confirmed`: The appeal was examined, and the decision was correct.\n- `new_evidence_accepted`: New evidence changed the result.\n- `evidence_misjudged`: The evidence had been judged incorrectly.\n- `procedure_not_followed`: The verification had not followed its rules.\n- `appeal_not_substantiated`: The appeal gives nothing that could change the decision.\n- `appeal_out_of_scope`: The appeal concerns a matter that this decision did not settle.',
      examples: [['all_checks_clear']],
    }),
    claimEndReason: ClaimEndReason.nullable().describe(
      'Why a review ends claims that it does not grant again. Without a reason: it did not confirm them.',
    ),
    reason: z.string().meta({
      description: 'Reason of the operator who decided. Private.',
      examples: ['All checks of the case are done and nothing contradicts them.'],
    }),
    separationOfDuties: z
      .object({
        recommenderId: z.uuid().describe('Identifier of the operator who recommended.'),
        deciderId: z.uuid().describe('Identifier of the operator who decided.'),
        distinct: z.boolean().describe('Always true: the decider is never the recommender.'),
      })
      .describe('Who recommended and who decided. Always different people.'),
    policyVersion: PolicyVersion,
    /** Null for older decisions. */
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
