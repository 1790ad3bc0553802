import type { PayloadOf } from '@trust/contracts/event';
import type { claimChanged } from '@trust/contracts/events/claims';
import type { fieldVisitCancelled } from '@trust/contracts/events/field-visits';
import type { Selectable } from 'kysely';
import type { Appeal, Claim, Decision, FieldVisit } from '../../db/schema.ts';
import type { CaseMoved } from '../record/move-case.ts';
import type { Case } from '../record/queries.ts';

/** A function that writes returns these, for `applyEffects`. */
export type Happened =
  | CaseMoved
  | CaseOpened
  | DecisionRecorded
  | ClaimGranted
  | ClaimNotGranted
  | ClaimChanged
  | AppealChanged
  | VisitCancelled;

/** Of a review that no operator opened: an appeal with evidence of its own, or the end of what claims are about. */
export type ReviewCause = 'appeal' | 'subject_ended';
export type CaseOpened = { type: 'case_opened'; opened: Case; cause: ReviewCause | null };

/** `found` is the case before the decision moved it. */
export type DecisionRecorded = { type: 'decision_recorded'; found: Case; decision: Selectable<Decision> };

export type ClaimGranted = { type: 'claim_granted'; found: Case; claim: Selectable<Claim> };

export type ClaimNotGranted = { type: 'claim_not_granted'; found: Case; claimType: string };

/** `about` is the case whose decision or appeal changed the claim. */
export type ClaimChanged = {
  type: 'claim_changed';
  about: Pick<Case, 'id' | 'provider_id' | 'category_key'>;
  claim: Selectable<Claim>;
  reason: NonNullable<PayloadOf<typeof claimChanged>['changeReason']>;
  at: Date;
};

export type AppealChanged = { type: 'appeal_changed'; found: Case; appeal: Selectable<Appeal> };

export type VisitCancelled = {
  type: 'visit_cancelled';
  found: Case;
  visit: Selectable<FieldVisit>;
  reason: PayloadOf<typeof fieldVisitCancelled>['reason'];
  at: Date;
};
