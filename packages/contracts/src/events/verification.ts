import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import {
  CaseId,
  CatalogKey,
  DecisionId,
  DutyAssignmentId,
  EvidenceVersionId,
  OccurredAt,
  OperatorId,
  ProviderId,
  RequirementKey,
  RequirementVersionId,
} from '../fields.ts';
import { CaseRefusalReason } from '../reasons/case-refusals.ts';
import { LostDuties } from '../reasons/lost-work.ts';
import { refusalsOfProvider } from '../reasons/standing-refusals.ts';
import { CaseDuty, CaseKind, CaseOutcome, CaseState } from '../states/case-values.ts';
import { DecisionRelation, EvidenceReview } from '../values/decision-values.ts';

export { CaseDuty, CaseKind, CaseOutcome, CaseState } from '../states/case-values.ts';

const ofCase = aggregate('case', (payload: { caseId: string }) => payload.caseId);

export const caseStates = CaseState.options;
/** An ended case neither awaits nor reviews evidence; an appeal may follow a decision. */
export const endedCaseStates = [
  'decided',
  'closed',
  'withdrawn',
  'expired',
] as const satisfies readonly (typeof caseStates)[number][];
export const caseDuties = CaseDuty.options;
/** `duties` and `recommenderId` serve separation of duties and must not reach a provider. */
const caseShape = {
  caseId: CaseId,
  providerId: ProviderId,
  categoryKey: CatalogKey,
  kind: CaseKind.optional().describe('Why the case was opened. Absent in earlier events: `initial`.'),
  excludedIds: z
    .array(z.uuid())
    .optional()
    .describe(
      'Operators who may not hold the duty that the case waits for: they judged it, a case that it reviews or a review of it, took part in its field work, or stand with its provider or another one of its people.',
    ),
  requirementVersionId: RequirementVersionId,
  requirementKeys: z.array(z.string()).meta({
    description: 'Keys of the requirements of the case.',
    examples: [['trade-qualification', 'liability-insurance']],
  }),
  /** While `awaiting_correction`: the requirements that lack evidence and may get some. */
  awaitedKeys: z
    .array(z.string())
    .optional()
    .meta({
      description: 'While `awaiting_correction`: the requirements that lack evidence and are not marked as final.',
      examples: [['identity']],
    }),
  /** Versions that a decision or a correction request judged. */
  evidenceReviews: z
    .array(
      z.object({
        evidenceVersionId: z.uuid().meta({
          description: 'Identifier of the evidence version.',
          examples: ['019a490c-4e68-7d91-a7c3-6b2f10e8d945'],
        }),
        review: EvidenceReview.describe('How the case judged the document.'),
      }),
    )
    .optional()
    .describe('How decisions and corrections judged the documents of the case. Others are not reviewed.'),
  earlierVersionIds: z
    .array(z.uuid())
    .optional()
    .describe('Evidence versions of earlier cases on which a review is judged. Its assignees may read them.'),
  state: CaseState.describe('State of the case.'),
  outcome: CaseOutcome.nullable().meta({
    description: 'Outcome of the verification; null before a decision.',
    examples: ['verified'],
  }),
  duties: z
    .array(
      z.object({
        duty: CaseDuty.describe('The duty of the operator.'),
        assigneeId: OperatorId,
        assignmentId: DutyAssignmentId.optional().describe(
          'Identifier of the assignment: another one each time that the duty is assigned. Absent in earlier events.',
        ),
      }),
    )
    .describe(
      'The active assignees of the case, by duty, for separation of duties. Never in a response to a provider.',
    ),
  lostDuties: LostDuties.optional(),
  recommenderId: z.uuid().nullable().describe('Identifier of the operator who recommended.'),
  dueAt: z.iso
    .datetime()
    .nullable()
    .meta({
      description: 'Deadline for the correction; null if none is requested.',
      examples: ['2026-11-06T17:00:00.000Z'],
    }),
  nextCaseAt: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe(
      'When a provider can open the next case after an unsuccessful one of the category; null without a wait. The wait for a refused document is in `verification.refusals.changed.v1`.',
    ),
  refusedForGoodAt: z.iso
    .datetime()
    .optional()
    .describe(
      'When operators last refused a document of the case for a reason that no document cures: by its decision, marked as final, or recommended. Absent without such a refusal, once an appeal set it aside, and in earlier events.',
    ),
  decidedAt: z.iso
    .datetime()
    .optional()
    .describe('When its outcome was decided, by the decision or on appeal. Absent before, and in earlier events.'),
  openedAt: z.iso.datetime().describe('When the case was opened.'),
  occurredAt: OccurredAt,
};

export const caseOpened = event(
  'verification.case.opened.v1',
  'A case was opened and waits for evidence.',
  caseShape,
  ofCase,
);
export const caseChanged = event(
  'verification.case.changed.v1',
  'A case changed its state, its outcome or the assignee of a duty.',
  caseShape,
  ofCase,
);

export const caseSnapshot = event(
  'verification.case.snapshot.v1',
  'Snapshot of a case, for new projections.',
  {
    ...caseShape,
    /** Oldest first: what a projection computes from earlier changes. */
    history: z
      .array(
        z.strictObject({
          state: CaseState.describe('State from `occurredAt` on.'),
          hasReviewer: z.boolean().describe('Whether an operator has the duty `review`.'),
          occurredAt: OccurredAt,
        }),
      )
      .describe('States since the opening, oldest first, with whether a reviewer was assigned.'),
  },
  ofCase,
);

export const evidenceRefused = event(
  'verification.evidence.refused.v1',
  'A case refused a confirmed version. The intent stays submitted and shows the reason; a new intent can replace it.',
  {
    reason: CaseRefusalReason.describe('Why the case refused the document.'),
    evidenceVersionId: EvidenceVersionId,
    intentId: z.uuid().describe('Identifier of the upload intent.'),
    caseId: CaseId,
    providerId: ProviderId,
    requirementKey: RequirementKey,
    occurredAt: OccurredAt,
  },
  ofCase,
);

export const decisionRecorded = event(
  'verification.decision.recorded.v1',
  'An immutable decision ended the review of a case.',
  {
    decisionId: DecisionId,
    caseId: CaseId,
    providerId: ProviderId,
    categoryKey: CatalogKey,
    outcome: CaseOutcome.meta({
      description: 'Outcome of the verification; null before a decision.',
      examples: ['verified'],
    }),
    earlierDecisionId: z.uuid().optional().describe('The decision that this one sets aside or supersedes.'),
    relation: DecisionRelation.optional().describe('How the decision relates to the earlier one.'),
    decidedAt: z.iso.datetime().describe('When the decision was recorded.'),
  },
  ofCase,
);

export const decisionSnapshot = snapshotOf(decisionRecorded);

export const refusalsChanged = event(
  'verification.refusals.changed.v1',
  'What hides categories of a provider from the public, or lets its next case wait, changed.',
  refusalsOfProvider,
  aggregate('refusals', ({ providerId }) => providerId),
);

export const refusalsSnapshot = snapshotOf(refusalsChanged);
