import { Actions } from '@trust/contracts/actions/actions';
import { requirementLabels } from '@trust/contracts/cases/requirement-labels';
import { ClaimAbout, SubjectId } from '@trust/contracts/claim-about';
import { ClaimStatus } from '@trust/contracts/claims/claim-status';
import { CheckMethod } from '@trust/contracts/events/catalog';
import { CaseDuty, CaseKind, CaseOutcome, CaseState } from '@trust/contracts/events/verification';
import {
  CaseId,
  CatalogKey,
  ClaimId,
  ClaimLimitations,
  ClaimType,
  ClaimValidUntil,
  DecisionId,
  DisplayLabel,
  DocumentKindKey,
  ProviderId,
  RequirementVersionId,
} from '@trust/contracts/fields';
import { valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';
import { CorrectionRequest, RequirementCorrection } from '../corrections/schema.ts';
import { DecisionStatus } from '../record/decision-status.ts';
import { FieldVisit, PlannedVisit } from '../visits/schema.ts';
import { CaseCheck } from './check-schema.ts';
import { CaseEvidence, ClaimEvidence } from './evidence-schema.ts';
import { CaseRecommendation } from './recommendation-schema.ts';

const RequirementStatus = valueList('requirementStatus', {
  missing: { en: 'Missing', fr: 'Manquant', means: { en: 'No document yet.', fr: 'Pas encore de document.' } },
  submitted: {
    en: 'Being scanned',
    fr: 'Analyse en cours',
    means: {
      en: 'A document was confirmed and is being scanned.',
      fr: 'Un document a été confirmé et son analyse est en cours.',
    },
  },
  available: {
    en: 'Ready for review',
    fr: 'Prêt pour l’examen',
    means: { en: 'A document can be reviewed.', fr: 'Un document peut être examiné.' },
  },
});

const requirementFields = {
  key: z.string().meta({
    description: 'Key of the requirement, unique within its requirement version.',
    examples: ['trade-qualification'],
  }),
  label: DisplayLabel.meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] }),
  documentKinds: z
    .array(DocumentKindKey)
    .meta({ description: 'Accepted document kinds.', examples: [['trade_certificate', 'vocational_diploma']] }),
  ...requirementLabels,
  mediaTypes: z.array(z.string()).meta({
    description: 'Accepted media types.',
    examples: [['application/pdf', 'image/jpeg', 'image/png', 'image/heic']],
  }),
  maxSizeBytes: z
    .number()
    .int()
    .meta({ description: 'Maximum size of a document in bytes.', examples: [12582912] }),
  status: RequirementStatus.describe('Whether the evidence for the requirement is there and can be reviewed.'),
};
const caseFields = {
  id: z.uuid().meta({ description: 'Identifier of the case.', examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'] }),
  categoryKey: CatalogKey,
  kind: CaseKind.meta({ description: 'Why the case was opened.', examples: ['initial'] }),
  state: CaseState.meta({
    description: 'State of the case. A case whose correction period has ended is `expired`.',
    examples: ['in_review'],
  }),
  outcome: CaseOutcome.nullable().meta({
    description: 'Outcome of the last decision, which may be that of an appeal; null before one.',
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
  firstDocumentDueAt: z.iso
    .datetime()
    .nullable()
    .meta({
      description:
        'While an `initial` or `renewal` case has no document: when it expires, 30 days after its opening or its last removed document. Else null.',
      examples: [null],
    }),
  correctionDueAt: z.iso
    .datetime()
    .nullable()
    .meta({
      description:
        'Deadline of the correction: 14 days after its request, unless operators extended it; null while none is awaited.',
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

/** Representatives see no operators and no reasons (promise D1). */
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
    actions: Actions,
  })
  .meta({ id: 'VerificationCase' });

const operatorRequirement = z.object({
  ...requirementFields,
  fieldVisit: z.boolean().meta({ description: 'Whether the requirement needs a field visit.', examples: [false] }),
  claim: z
    .object({
      type: ClaimType,
      about: ClaimAbout.describe('What the claim is about.'),
      subjectId: SubjectId.nullable().describe(
        'The name, person or premises that the provider has now, for a check to confirm; null if it has named none. `GET /verification-cases/{caseId}/claim-subjects` shows it.',
      ),
      hasEarlierSubject: z.boolean().meta({
        description:
          'Whether an operator ended an earlier name or person, or the provider is one person and another name was checked before; until a claim about the present one is granted. A check that has not failed needs an `earlierSubjectReason`: compare `earlier` of `GET /verification-cases/{caseId}/claim-subjects`.',
        examples: [false],
      }),
      methods: z.array(CheckMethod).meta({
        description: 'Methods of checks that can support the claim. The claim card names the method used.',
        examples: [['document_review']],
      }),
      limitations: ClaimLimitations.describe('What no claim of this type covers. Checks and decisions add to it.'),
    })
    .describe('The claim that the requirement can support.'),
  claimEvidence: ClaimEvidence,
  evidence: CaseEvidence,
  check: CaseCheck.nullable().describe('The latest check of the requirement; null if there is none.'),
  doubts: z
    .array(CaseCheck)
    .describe(
      'Earlier checks of this document that were not `clear`, before somebody else checked it again, and failed ones of documents that the provider withdrew or replaced since, oldest first.',
    ),
  earlierRefusals: z
    .array(
      z.object({
        caseId: CaseId,
        isOfThisProvider: z
          .boolean()
          .describe('False if it was refused to another provider of a person who represents this one.'),
        categoryKey: CatalogKey,
        refusedAt: z.iso.datetime().describe('When it was refused.'),
        reasonCodes: z.array(z.string()).meta({ description: 'The reasons.', examples: [['document_not_authentic']] }),
      }),
    )
    .describe(
      'Documents that operators refused for a claim of this type in other cases of any category, the newest 5: by a decision after a failed check; or, in a case without a decision, marked as final, or failed when an outcome was recommended. Also those of another provider whom a person who represents this one represented then, or has come to represent since.',
    ),
});

export const CaseAssignment = z.object({
  duty: CaseDuty.describe('The duty of the case that the operator holds.'),
  assigneeId: z.uuid().describe('Identifier of the operator who holds the duty.'),
  assigneeName: OperatorName,
  assignedAt: z.iso.datetime().describe('When the operator was assigned or claimed the duty.'),
});

export const OperatorCase = z
  .object({
    view: z
      .literal('operator')
      .meta({ description: 'For whom this view of a case is.', 'x-values': { operator: { means: 'For operators.' } } }),
    ...caseFields,
    providerId: ProviderId,
    assignments: z
      .array(CaseAssignment)
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
      .meta({ description: 'The last decision of the case; null before one.', examples: [null] }),
    claims: z
      .array(
        z.object({
          id: ClaimId,
          type: ClaimType.describe('Type of the claim: `claim.type` of a requirement of the case.'),
          status: ClaimStatus.describe(
            'Status of the claim now. An active one that operators withhold is `suspended`.',
          ),
          validUntil: ClaimValidUntil.meta({
            description: 'When the claim expires. Limited by the requirement version.',
            examples: ['2027-11-03T00:00:00.000Z'],
          }),
        }),
      )
      .meta({ description: 'The claims that the last decision granted; empty before one.', examples: [[]] }),
    actions: Actions,
  })
  .meta({ id: 'OperatorCase' });

export const VerificationCaseView = z.discriminatedUnion('view', [VerificationCase, OperatorCase]);
