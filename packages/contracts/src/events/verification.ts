import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import {
  AppealId,
  CaseId,
  CatalogKey,
  ClaimId,
  ClaimType,
  ClaimValidUntil,
  DecisionId,
  EvidenceVersionId,
  OccurredAt,
  OperatorId,
  PolicyVersion,
  ProviderId,
  RequirementKey,
  RequirementVersionId,
} from '../fields.ts';
import { CaseRefusalReason } from '../reasons/case-refusals.ts';
import { ClaimChangeReason } from '../reasons/claim-change-reasons.ts';
import { valueList } from '../value-list.ts';
import { CheckMethod } from './provider.ts';

const ofCase = aggregate('case', (payload: { caseId: string }) => payload.caseId);

export const CaseState = valueList({
  awaiting_evidence: {
    en: 'Waiting for evidence',
    fr: 'En attente de pièces',
    means: 'Waiting for evidence from the provider.',
  },
  in_review: { en: 'In review', fr: 'En cours d’examen', means: 'In review.' },
  recommended: {
    en: 'Recommended',
    fr: 'Recommandation émise',
    means: 'An outcome is recommended; the decision is pending.',
  },
  awaiting_correction: {
    en: 'Waiting for a correction',
    fr: 'En attente de correction',
    means: 'Waiting for a correction by the provider.',
  },
  decided: { en: 'Decided', fr: 'Décidé', means: 'Decided. Only an appeal can change the outcome.' },
  under_appeal: { en: 'Under appeal', fr: 'En recours', means: 'An appeal is being reviewed.' },
  closed: { en: 'Closed', fr: 'Clos', means: 'Closed after an appeal. Final.' },
  withdrawn: { en: 'Withdrawn', fr: 'Retiré', means: 'Withdrawn by the provider or an operator. Final.' },
  expired: { en: 'Expired', fr: 'Expiré', means: 'The correction period has ended. Final.' },
});
export const caseStates = CaseState.options;
/** Of an ended case no evidence is awaited or reviewed; an appeal may follow a decision. */
export const endedCaseStates = [
  'decided',
  'closed',
  'withdrawn',
  'expired',
] as const satisfies readonly (typeof caseStates)[number][];
/** Why a case was opened (ADR 0059). */
export const CaseKind = valueList({
  initial: {
    en: 'First verification',
    fr: 'Première vérification',
    means: 'First verification of a service, or a new attempt.',
  },
  renewal: {
    en: 'Renewal',
    fr: 'Renouvellement',
    means: 'Renews claims that expire soon, have expired or follow an older requirement version.',
  },
  review: { en: 'Review', fr: 'Réexamen', means: 'Reviews an earlier decision. Opened by operators only.' },
});
/** Different people hold the duties of a case (promise Z3). */
export const CaseDuty = valueList({
  review: { en: 'Review', fr: 'Examen', means: 'Check the evidence and recommend an outcome.' },
  decide: { en: 'Decision', fr: 'Décision', means: 'Decide the case.' },
  appeal: { en: 'Appeal', fr: 'Recours', means: 'Review an appeal.' },
});
export const caseDuties = CaseDuty.options;
export const CaseOutcome = valueList({
  verified: { en: 'Verified', fr: 'Vérifié', means: 'The case was verified.' },
  verified_with_limitations: {
    en: 'Verified with limitations',
    fr: 'Vérifié avec limites',
    means: 'Verified, with the limitations in the claims.',
  },
  not_verified: { en: 'Not verified', fr: 'Non vérifié', means: 'Not verified.' },
  inconclusive: { en: 'Inconclusive', fr: 'Non concluant', means: 'The evidence allows no conclusion.' },
});
export const AppealState = valueList({
  submitted: { en: 'Submitted', fr: 'Déposé', means: 'Submitted; nobody examines it yet.' },
  in_review: { en: 'In review', fr: 'En cours d’examen', means: 'Somebody examines it.' },
  upheld: { en: 'Upheld', fr: 'Confirmée', means: 'The appealed decision was confirmed. Final.' },
  overturned: { en: 'Overturned', fr: 'Annulée', means: 'A new decision replaces the appealed one. Final.' },
  partly_overturned: {
    en: 'Partly overturned',
    fr: 'Annulée en partie',
    means: 'A new decision replaces a part of the appealed one. Final.',
  },
  inadmissible: { en: 'Inadmissible', fr: 'Irrecevable', means: 'The appeal could not be examined. Final.' },
  withdrawn: { en: 'Withdrawn', fr: 'Retiré', means: 'A representative withdrew it. Final.' },
});
/** How a decision relates to the earlier one (ADR 0061). */
export const DecisionRelation = valueList({
  sets_aside: { en: 'Sets aside', fr: 'Annule', means: 'It is the result of an appeal against the earlier decision.' },
  supersedes: { en: 'Supersedes', fr: 'Remplace', means: 'It decides a later case of the same provider and category.' },
});
export const ClaimState = valueList({
  active: { en: 'Active', fr: 'Active', means: 'In force.' },
  suspended: { en: 'Suspended', fr: 'Suspendue', means: 'Temporarily suspended.' },
  revoked: { en: 'Revoked', fr: 'Révoquée', means: 'Revoked. Final.' },
  superseded: { en: 'Superseded', fr: 'Remplacée', means: 'Replaced by a later claim. Final.' },
});
export const claimStates = ClaimState.options;

/** How a case judged a document. Without one of them: `unreviewed`. */
export const EvidenceReview = valueList({
  accepted: { en: 'Accepted', fr: 'Accepté', means: 'A decision accepted it.' },
  correction_requested: {
    en: 'Correction requested',
    fr: 'Correction demandée',
    means: 'An operator asked for another document in its place.',
  },
  rejected: { en: 'Rejected', fr: 'Rejeté', means: 'A decision or a final reason rejected it.' },
});
export const evidenceReviews = EvidenceReview.options;

/** `duties` and `recommenderId` serve separation of duties and must not reach a provider. */
const caseShape = {
  caseId: CaseId,
  providerId: ProviderId,
  categoryKey: CatalogKey,
  kind: CaseKind.optional().describe('Why the case was opened. Absent in earlier events: `initial`.'),
  /** Of a review: operators who judged the reviewed case and get no duty of this one. */
  excludedIds: z
    .array(z.uuid())
    .optional()
    .describe('Of a review: operators who judged the reviewed case and get no duty of this one.'),
  requirementVersionId: RequirementVersionId,
  requirementKeys: z.array(z.string()).meta({
    description: 'Keys of the requirements of the case.',
    examples: [['trade-qualification', 'liability-insurance']],
  }),
  /** While `awaiting_correction`: the requirements that lack evidence. */
  awaitedKeys: z
    .array(z.string())
    .optional()
    .meta({
      description: 'While the case is `awaiting_correction`: the requirements that lack evidence.',
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
  /** Of a review: versions of earlier cases on which it is judged, and which its assignees may read. */
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
    .array(z.object({ duty: CaseDuty.describe('The duty of the operator.'), assigneeId: OperatorId }))
    .describe(
      'The active assignees of the case, by duty, for separation of duties. Never in a response to a provider.',
    ),
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
    .describe('When a provider can open the next case after an unsuccessful one; null without a wait.'),
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

export const appealChanged = event(
  'verification.appeal.changed.v1',
  'A representative appealed a decision, or the appeal changed its state. Without statement and reasons.',
  {
    appealId: AppealId,
    caseId: CaseId,
    decisionId: DecisionId,
    evidenceCaseId: z
      .uuid()
      .nullable()
      .describe('The case that takes new evidence of the appeal; null if there is none.'),
    providerId: ProviderId,
    categoryKey: CatalogKey,
    state: AppealState.describe('The new state of the appeal.'),
    submittedAt: z.iso.datetime().describe('When the appeal was submitted.'),
    occurredAt: OccurredAt,
  },
  ofCase,
);

export const decisionSnapshot = snapshotOf(decisionRecorded);
export const appealSnapshot = snapshotOf(appealChanged);

const ofClaim = aggregate('claim', (payload: { claimId: string }) => payload.claimId);

const claimShape = {
  claimId: ClaimId,
  decisionId: DecisionId,
  caseId: CaseId,
  evidenceVersionId: EvidenceVersionId,
  providerId: ProviderId,
  categoryKey: CatalogKey,
  requirementKey: RequirementKey,
  type: ClaimType,
  statement: z.record(z.string(), z.string()).meta({
    description: 'What the representative wrote.',
    examples: [
      {
        en: 'The person responsible holds a recognised qualification for low-voltage electrical installation.',
        fr: 'La personne responsable détient une qualification reconnue pour les installations électriques basse tension.',
      },
    ],
  }),
  method: CheckMethod.meta({ description: 'Method of the check.', examples: ['document_review'] }),
  sourceKind: z.string().meta({
    description: 'Kind of source of the check, such as a document or a register.',
    examples: ['training_certificate'],
  }),
  state: ClaimState.meta({ description: 'State of the claim.', examples: ['active'] }),
  limitations: z
    .array(z.string())
    .min(1)
    .meta({
      description: 'What the claim does not cover. Never empty on a claim.',
      examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
    }),
  policyVersion: PolicyVersion,
  checkedOn: z.iso.date().meta({ description: 'The day of the check.', examples: ['2026-11-03'] }),
  validFrom: z.iso.datetime().describe('When the validity of the claim starts.'),
  validUntil: ClaimValidUntil,
  /** Absent when the claim is granted. */
  changeReason: ClaimChangeReason.optional().describe('Why the claim went into its state. Absent when it is granted.'),
  supersedingClaimId: z.uuid().optional().describe('Identifier of the later claim. Only in the state `superseded`.'),
  occurredAt: OccurredAt,
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
          state: ClaimState.meta({ description: 'State from `occurredAt` on.', examples: ['active'] }),
          changeReason: ClaimChangeReason.optional().describe(
            'Why the claim went into its state. Absent when it is granted.',
          ),
          occurredAt: OccurredAt,
        }),
      )
      .min(1)
      .describe('States since the grant, oldest first.'),
  },
  ofClaim,
);
