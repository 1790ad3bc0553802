import { checkMethods } from '@trust/contracts/events/provider';
import { caseDuties, caseKinds, caseOutcomes, caseStates, claimStates } from '@trust/contracts/events/verification';
import { multiLine } from '@trust/contracts/free-text';
import { LocalisedText } from '@trust/contracts/localised-text';
import { z } from 'zod';
import { CorrectionRequest, RequirementCorrection } from '../corrections/schema.ts';
import { decisionStatuses } from '../record/decision-status.ts';
import { FieldVisit, PlannedVisit } from '../visits/schema.ts';

const keys = z.string();

export const checkResults = ['clear', 'consider', 'failed'] as const;

/** What a claim does not state. Shown on the public card, so it must not contain personal data. */
export const Limitations = z.array(multiLine(1, 500)).max(10);

const requirementState = z.enum(['missing', 'submitted', 'available']);
const requirementFields = {
  key: keys,
  label: LocalisedText,
  documentKinds: z.array(z.string()),
  mediaTypes: z.array(z.string()),
  maxSizeBytes: z.number().int(),
  state: requirementState,
};
const caseFields = {
  id: z.uuid(),
  categoryKey: keys,
  kind: z.enum(caseKinds),
  state: z.enum(caseStates),
  outcome: z.enum(caseOutcomes).nullable(),
  requirementVersion: z.object({ id: z.uuid(), number: z.number().int() }),
  openedAt: z.iso.datetime(),
  correctionDueAt: z.iso.datetime().nullable(),
};

const decisionFields = { id: z.uuid(), decidedAt: z.iso.datetime(), appealEndsAt: z.iso.datetime().nullable() };

/** For representatives: no operators, no reasons (promise D1). */
export const VerificationCase = z
  .object({
    view: z.literal('provider'),
    ...caseFields,
    decision: z.object(decisionFields).nullable(),
    requirements: z.array(
      z.object({
        ...requirementFields,
        correction: RequirementCorrection.nullable(),
        visit: PlannedVisit.nullable(),
      }),
    ),
  })
  .meta({ id: 'VerificationCase' });

export const CaseCheck = z
  .object({
    id: z.uuid(),
    requirementKey: keys,
    evidenceVersionId: z.uuid(),
    method: z.enum(checkMethods),
    result: z.enum(checkResults),
    observations: z.string().nullable(),
    limitations: z.array(z.string()),
    reason: z.string(),
    fieldSubmissionId: z.uuid().nullable(),
    checkerId: z.uuid(),
    checkedAt: z.iso.datetime(),
  })
  .meta({ id: 'CaseCheck' });

export const CaseRecommendation = z
  .object({
    id: z.uuid(),
    outcome: z.enum(caseOutcomes),
    limitations: z.array(z.string()),
    reasonCodes: z.array(z.string()),
    reason: z.string(),
    recommendedAt: z.iso.datetime(),
  })
  .meta({ id: 'CaseRecommendation' });

const operatorRequirement = z.object({
  ...requirementFields,
  fieldVisit: z.boolean(),
  claim: z.object({
    type: z.string(),
    methods: z.array(z.enum(checkMethods)),
    limitations: z.array(z.string()),
  }),
  evidence: z
    .object({
      evidenceId: z.uuid(),
      evidenceVersionId: z.uuid(),
      sentInCaseId: z.uuid(),
      documentKind: z.string(),
      state: z.enum(['pending_scan', 'available']),
      confirmedAt: z.iso.datetime(),
    })
    .nullable(),
  check: CaseCheck.nullable(),
});

export const OperatorCase = z
  .object({
    view: z.literal('operator'),
    ...caseFields,
    providerId: z.uuid(),
    assignments: z.array(z.object({ duty: z.enum(caseDuties), assigneeId: z.uuid(), assignedAt: z.iso.datetime() })),
    requirements: z.array(operatorRequirement),
    corrections: z.array(CorrectionRequest),
    fieldVisits: z.array(FieldVisit),
    recommendation: CaseRecommendation.nullable(),
    decision: z.object({ ...decisionFields, status: z.enum(decisionStatuses) }).nullable(),
    claims: z.array(
      z.object({
        id: z.uuid(),
        type: z.string(),
        status: z.enum([...claimStates, 'expiring', 'expired']),
        validUntil: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'OperatorCase' });

export const VerificationCaseView = z.discriminatedUnion('view', [VerificationCase, OperatorCase]);
