import { CheckMethod } from '@trust/contracts/events/provider';
import { CaseDuty, CaseKind, CaseOutcome, CaseState, claimStates } from '@trust/contracts/events/verification';
import {
  ClaimType,
  ConfirmedAt,
  DecisionId,
  DisplayLabel,
  EvidenceId,
  EvidenceVersionId,
  ProviderId,
  RequirementVersionId,
} from '@trust/contracts/fields';
import { multiLine } from '@trust/contracts/free-text';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { CorrectionRequest, RequirementCorrection } from '../corrections/schema.ts';
import { DecisionStatus } from '../record/decision-status.ts';
import { FieldVisit, PlannedVisit } from '../visits/schema.ts';

const StateValueValue = valueList({
  pending_scan: { en: 'Being scanned', fr: 'Analyse en cours', means: 'Waiting for its malware scan.' },
  available: { en: 'Available', fr: 'Disponible', means: 'Scanned and ready for review.' },
});

const StateValue = valueList({
  missing: { en: 'Missing', fr: 'Manquant', means: 'No document yet.' },
  submitted: { en: 'Submitted', fr: 'Envoyé', means: 'A document was confirmed and is being scanned.' },
  available: { en: 'Available', fr: 'Disponible', means: 'A document can be reviewed.' },
});

const keys = z.string();

export const CheckResult = valueList({
  clear: { en: 'Clear', fr: 'Concluant', means: 'No concerns.' },
  consider: { en: 'To consider', fr: 'À considérer', means: 'Has points to consider.' },
  failed: { en: 'Failed', fr: 'Non conforme', means: 'The requirement is not met.' },
});

/** What a claim does not state. Shown on the public card, so it must not contain personal data. */
export const Limitations = z.array(multiLine(1, 500)).max(10);

const requirementState = StateValue;
const requirementFields = {
  key: keys.meta({
    description: 'Key of the requirement, unique within its requirement version.',
    examples: ['trade-qualification'],
  }),
  label: DisplayLabel.meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] }),
  documentKinds: z
    .array(z.string())
    .meta({ description: 'Accepted document kinds.', examples: [['trade_certificate', 'vocational_diploma']] }),
  mediaTypes: z.array(z.string()).meta({
    description: 'Accepted media types.',
    examples: [['application/pdf', 'image/jpeg', 'image/png', 'image/heic']],
  }),
  maxSizeBytes: z
    .number()
    .int()
    .meta({ description: 'Maximum size of a document in bytes.', examples: [12582912] }),
  state: requirementState.describe('State of the evidence for the requirement.'),
};
const caseFields = {
  id: z.uuid().meta({ description: 'Identifier of the case.', examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'] }),
  categoryKey: keys.meta({ description: 'Key of the category, as in the catalog.', examples: ['electrician'] }),
  kind: CaseKind.meta({ description: 'Why the case was opened.', examples: ['initial'] }),
  state: CaseState.meta({
    description: 'State of the case. A case whose correction period has ended is `expired`.',
    examples: ['in_review'],
  }),
  outcome: CaseOutcome.nullable().meta({
    description: 'Outcome of the verification; null before a decision.',
    examples: [null],
  }),
  requirementVersion: z
    .object({
      id: RequirementVersionId,
      number: z
        .number()
        .int()
        .meta({ description: 'Number of the version within its category, from 1.', examples: [1] }),
    })
    .describe('The immutable version of the requirements that applies.'),
  openedAt: z.iso.datetime().describe('When the case was opened.'),
  correctionDueAt: z.iso
    .datetime()
    .nullable()
    .meta({
      description: 'Deadline of the correction: 14 days after its request; null if none is requested.',
      examples: [null],
    }),
};

const decisionFields = {
  id: DecisionId,
  decidedAt: z.iso.datetime().describe('When the decision was recorded.'),
  appealEndsAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'Until when the decision can be appealed, exclusive: the end of the 15th working day. Null if it cannot be, and for older decisions.',
    ),
};

/** For representatives: no operators, no reasons (promise D1). */
export const VerificationCase = z
  .object({
    view: z.literal('provider').meta({
      description: 'For whom this view of a case is.',
      'x-values': { provider: { means: 'For representatives of the provider.' } },
    }),
    ...caseFields,
    decision: z.object(decisionFields).nullable().describe('The last decision of the case; null before one.'),
    requirements: z
      .array(
        z.object({
          ...requirementFields,
          correction: RequirementCorrection.nullable().describe(
            'What to correct; null if nothing is marked. A final mark stays and cannot be corrected by an upload.',
          ),
          visit: PlannedVisit.nullable().describe(
            'The last visit on site for the requirement; null if none was requested.',
          ),
        }),
      )
      .describe('The requirements of the case and what was submitted for each.'),
  })
  .meta({ id: 'VerificationCase' });

export const CaseCheck = z
  .object({
    id: z.uuid().describe('Identifier of the check.'),
    requirementKey: keys.meta({
      description: 'Key of the requirement that the document or check is for.',
      examples: ['trade-qualification'],
    }),
    evidenceVersionId: EvidenceVersionId,
    method: CheckMethod.meta({ description: 'Method of the check.', examples: ['document_review'] }),
    result: CheckResult.meta({ description: 'Result of the check.', examples: ['clear'] }),
    observations: z
      .string()
      .nullable()
      .meta({
        description: 'Observations of the reviewer, up to 4000 characters. Never public.',
        examples: ['Name, number and date agree with the register of the issuing school.'],
      }),
    limitations: z.array(z.string()).meta({
      description: 'What the claim does not cover. Never empty on a claim.',
      examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
    }),
    reason: z.string().meta({
      description: 'Why, as the operator wrote it. Private.',
      examples: ['The number is in the register, under the same name.'],
    }),
    fieldSubmissionId: z
      .uuid()
      .nullable()
      .describe('Identifier of the field submission behind a check by `field_visit`; null for other methods.'),
    checkerId: z.uuid().describe('Identifier of the operator who recorded the check.'),
    checkedAt: z.iso.datetime().describe('When the check was recorded.'),
  })
  .meta({ id: 'CaseCheck' });

export const CaseRecommendation = z
  .object({
    id: z.uuid().describe('Identifier of the recommendation.'),
    outcome: CaseOutcome.meta({ description: 'The outcome that the reviewer recommended.', examples: ['verified'] }),
    limitations: z.array(z.string()).meta({
      description: 'What the claim does not cover. Never empty on a claim.',
      examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
    }),
    reasonCodes: z.array(z.string()).meta({
      description:
        '1 to 10 reasons, whose texts the receipt of the provider shows. Older decisions may have other codes.\n\n- `all_checks_clear`: All checks were clear.\n- `documents_consistent`: The documents agree with each other and with the profile.\n- `register_confirmed`: The official register confirms the documents.\n- `field_visit_confirmed`: A visit on site confirmed what was to be verified.\n- `copy_only`: Only a copy of a document was shown, not the original.\n- `document_expired`: A document had expired, or expires before the verification would end.\n- `document_illegible`: A document, or part of it, could not be read.\n- `document_incomplete`: Pages or details of a document were missing.\n- `document_not_accepted`: A document is not of a kind that the requirement accepts.\n- `document_not_authentic`: The authenticity of a document could not be confirmed.\n- `name_mismatch`: The name in a document differs from the name of the provider.\n- `scope_not_covered`: A document does not cover the service that is offered.\n- `register_entry_missing`: The official register has no matching entry.\n- `register_entry_differs`: The entry in the official register differs from the documents.\n- `field_visit_not_confirmed`: A visit on site did not confirm what was to be verified.\n- `evidence_conflicts`: The pieces of evidence contradict each other.\n- `evidence_insufficient`: The evidence was not sufficient for a result.\n- `requirement_not_met`: The evidence shows that a requirement is not met.\n- `decision_confirmed`: The appeal was examined, and the decision was correct.\n- `new_evidence_accepted`: New evidence changed the result.\n- `evidence_misjudged`: The evidence had been judged incorrectly.\n- `procedure_not_followed`: The verification had not followed its rules.\n- `appeal_not_substantiated`: The appeal gives nothing that could change the decision.\n- `appeal_out_of_scope`: The appeal concerns a matter that this decision did not settle.',
      examples: [['all_checks_clear']],
    }),
    reason: z.string().meta({
      description: 'Why, as the reviewer wrote it. Private.',
      examples: ['Both documents agree with the register.'],
    }),
    recommendedAt: z.iso.datetime().describe('When the recommendation was recorded.'),
  })
  .meta({ id: 'CaseRecommendation' });

const operatorRequirement = z.object({
  ...requirementFields,
  fieldVisit: z.boolean().meta({ description: 'Whether the requirement needs a field visit.', examples: [false] }),
  claim: z
    .object({
      type: ClaimType,
      methods: z.array(CheckMethod).meta({
        description: 'Methods of checks that can support the claim. The claim card names the method used.',
        examples: [['document_review']],
      }),
      limitations: z.array(z.string()).meta({
        description: 'What the claim does not cover. Never empty on a claim.',
        examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
      }),
    })
    .describe('The claim that the requirement can support.'),
  evidence: z
    .object({
      evidenceId: EvidenceId,
      evidenceVersionId: EvidenceVersionId,
      sentInCaseId: z
        .uuid()
        .describe(
          'The case in which the document was sent. Another one than this if a review is judged on the evidence of a current claim.',
        ),
      documentKind: z.string().meta({
        description: 'Kind of the document, one that the requirement accepts.',
        examples: ['trade_certificate'],
      }),
      state: StateValueValue.meta({ description: 'Whether the version was scanned.', examples: ['available'] }),
      confirmedAt: ConfirmedAt,
    })
    .nullable()
    .describe('The newest evidence version for the requirement; null if there is none.'),
  check: CaseCheck.nullable().describe('The latest check of the requirement; null if there is none.'),
});

export const OperatorCase = z
  .object({
    view: z
      .literal('operator')
      .meta({ description: 'For whom this view of a case is.', 'x-values': { operator: { means: 'For operators.' } } }),
    ...caseFields,
    providerId: ProviderId,
    assignments: z
      .array(
        z.object({
          duty: CaseDuty.describe('The duty: `review`, `decide` or `appeal`.'),
          assigneeId: z.uuid().describe('Identifier of the operator who holds the duty.'),
          assignedAt: z.iso.datetime().describe('When the operator was assigned or claimed the duty.'),
        }),
      )
      .describe('The active assignee of each duty of the case. Unassigned duties are not listed.'),
    requirements: z
      .array(operatorRequirement)
      .describe('The requirements of the case with their evidence and the latest check.'),
    corrections: z.array(CorrectionRequest).describe('The correction requests of the case, oldest first.'),
    fieldVisits: z.array(FieldVisit).describe('The field visits that were requested, oldest first.'),
    recommendation: CaseRecommendation.nullable().meta({
      description: 'The recommendation of the reviewer; null if there is none.',
      examples: [null],
    }),
    decision: z
      .object({ ...decisionFields, status: DecisionStatus.describe('Whether the decision is in force.') })
      .nullable()
      .meta({ description: 'The decision of the case; null if there is none.', examples: [null] }),
    claims: z
      .array(
        z.object({
          id: z.uuid().describe('Identifier of the entry.'),
          type: z.string().meta({
            description: 'Type of the claim: `claim.type` of a requirement of the case.',
            examples: ['trade_qualification'],
          }),
          status: z.enum([...claimStates, 'expiring', 'expired']).describe('Status of the claim now.'),
          validUntil: z.iso.datetime().meta({
            description: 'When the claim expires. Limited by the requirement version; null if it was refused.',
            examples: ['2027-11-03T00:00:00.000Z'],
          }),
        }),
      )
      .meta({ description: 'Claims of the case.', examples: [[]] }),
  })
  .meta({ id: 'OperatorCase' });

export const VerificationCaseView = z.discriminatedUnion('view', [VerificationCase, OperatorCase]);
