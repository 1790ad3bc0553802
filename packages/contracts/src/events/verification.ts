import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { caseRefusalReasons } from '../reasons/case-refusals.ts';
import { claimChangeReasons } from '../reasons/claim-change-reasons.ts';
import { checkMethods } from './provider.ts';

const ofCase = aggregate('case', (payload: { caseId: string }) => payload.caseId);

export const caseStates = [
  'awaiting_evidence',
  'in_review',
  'recommended',
  'awaiting_correction',
  'decided',
  'under_appeal',
  'closed',
  'withdrawn',
  'expired',
] as const;
/** Of an ended case no evidence is awaited or reviewed; an appeal may follow a decision. */
export const endedCaseStates = [
  'decided',
  'closed',
  'withdrawn',
  'expired',
] as const satisfies readonly (typeof caseStates)[number][];
/** Why a case was opened (ADR 0059). */
export const caseKinds = ['initial', 'renewal', 'review'] as const;
/** Different people hold the duties of a case (promise Z3). */
export const caseDuties = ['review', 'decide', 'appeal'] as const;
export const caseOutcomes = ['verified', 'verified_with_limitations', 'not_verified', 'inconclusive'] as const;
export const appealStates = [
  'submitted',
  'in_review',
  'upheld',
  'overturned',
  'partly_overturned',
  'inadmissible',
  'withdrawn',
] as const;
/** How a decision relates to the earlier one (ADR 0061). */
export const decisionRelations = ['sets_aside', 'supersedes'] as const;
export const claimStates = ['active', 'suspended', 'revoked', 'superseded'] as const;
const changeReasons = [...new Set(Object.values(claimChangeReasons).flat())];

/** How a case judged a document. Without one of them: `unreviewed`. */
export const evidenceReviews = ['accepted', 'correction_requested', 'rejected'] as const;

/** `duties` and `recommenderId` serve separation of duties and must not reach a provider. */
const caseShape = {
  caseId: z.uuid(),
  providerId: z.uuid(),
  categoryKey: z.string(),
  kind: z.enum(caseKinds).optional(),
  /** Of a review: operators who judged the reviewed case and get no duty of this one. */
  excludedIds: z.array(z.uuid()).optional(),
  requirementVersionId: z.uuid(),
  requirementKeys: z.array(z.string()),
  /** While `awaiting_correction`: the requirements that lack evidence. */
  awaitedKeys: z.array(z.string()).optional(),
  /** Versions that a decision or a correction request judged. */
  evidenceReviews: z.array(z.object({ evidenceVersionId: z.uuid(), review: z.enum(evidenceReviews) })).optional(),
  /** Of a review: versions of earlier cases on which it is judged, and which its assignees may read. */
  earlierVersionIds: z.array(z.uuid()).optional(),
  state: z.enum(caseStates),
  outcome: z.enum(caseOutcomes).nullable(),
  duties: z.array(z.object({ duty: z.enum(caseDuties), assigneeId: z.uuid() })),
  recommenderId: z.uuid().nullable(),
  dueAt: z.iso.datetime().nullable(),
  nextCaseAt: z.iso.datetime().nullable().optional(),
  openedAt: z.iso.datetime(),
  occurredAt: z.iso.datetime(),
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
    history: z.array(
      z.strictObject({ state: z.enum(caseStates), hasReviewer: z.boolean(), occurredAt: z.iso.datetime() }),
    ),
  },
  ofCase,
);

export const evidenceRefused = event(
  'verification.evidence.refused.v1',
  'A case refused a confirmed version. The intent stays submitted and shows the reason; a new intent can replace it.',
  {
    reason: z.enum(caseRefusalReasons),
    evidenceVersionId: z.uuid(),
    intentId: z.uuid(),
    caseId: z.uuid(),
    providerId: z.uuid(),
    requirementKey: z.string(),
    occurredAt: z.iso.datetime(),
  },
  ofCase,
);

export const decisionRecorded = event(
  'verification.decision.recorded.v1',
  'An immutable decision ended the review of a case.',
  {
    decisionId: z.uuid(),
    caseId: z.uuid(),
    providerId: z.uuid(),
    categoryKey: z.string(),
    outcome: z.enum(caseOutcomes),
    earlierDecisionId: z.uuid().optional(),
    relation: z.enum(decisionRelations).optional(),
    decidedAt: z.iso.datetime(),
  },
  ofCase,
);

export const appealChanged = event(
  'verification.appeal.changed.v1',
  'A representative appealed a decision, or the appeal changed its state. Without statement and reasons.',
  {
    appealId: z.uuid(),
    caseId: z.uuid(),
    decisionId: z.uuid(),
    evidenceCaseId: z.uuid().nullable(),
    providerId: z.uuid(),
    categoryKey: z.string(),
    state: z.enum(appealStates),
    submittedAt: z.iso.datetime(),
    occurredAt: z.iso.datetime(),
  },
  ofCase,
);

export const decisionSnapshot = snapshotOf(decisionRecorded);
export const appealSnapshot = snapshotOf(appealChanged);

const ofClaim = aggregate('claim', (payload: { claimId: string }) => payload.claimId);

const claimShape = {
  claimId: z.uuid(),
  decisionId: z.uuid(),
  caseId: z.uuid(),
  evidenceVersionId: z.uuid(),
  providerId: z.uuid(),
  categoryKey: z.string(),
  requirementKey: z.string(),
  type: z.string(),
  statement: z.record(z.string(), z.string()),
  method: z.enum(checkMethods),
  sourceKind: z.string(),
  state: z.enum(claimStates),
  limitations: z.array(z.string()).min(1),
  policyVersion: z.string(),
  checkedOn: z.iso.date(),
  validFrom: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  /** Absent when the claim is granted. */
  changeReason: z.enum(changeReasons).optional(),
  supersedingClaimId: z.uuid().optional(),
  occurredAt: z.iso.datetime(),
};

export const claimChanged = event(
  'verification.claim.changed.v1',
  'A claim was granted or changed its status. Contains all data of a public claim card, and nothing self-asserted.',
  claimShape,
  ofClaim,
);

export const claimSnapshot = event(
  'verification.claim.snapshot.v1',
  'Snapshot of a claim, for new projections.',
  {
    ...claimShape,
    /** Oldest first: the states since the grant. */
    history: z
      .array(
        z.strictObject({
          state: z.enum(claimStates),
          changeReason: z.enum(changeReasons).optional(),
          occurredAt: z.iso.datetime(),
        }),
      )
      .min(1),
  },
  ofClaim,
);
