import type { claimChangeReasons } from '@trust/contracts/reasons/claim-change-reasons';
import type { App, Trx } from '../../app.ts';
import type { ClaimChanged } from '../../case/effects/happened.ts';
import type { ClaimState } from '../../db/schema.ts';
import { type ClaimRow, findCaseOfDecision, insertClaimChange, updateClaim } from './queries.ts';
import { claimTransitions } from './transitions.ts';

type Reason<To extends ClaimState> = (typeof claimChangeReasons)[To][number];
type Cause =
  | { decisionId: string }
  | { appealId: string }
  | { emergencyActionId: string }
  | { overrideId: string }
  | { subjectId: string };
type To =
  | { to: 'suspended'; reason: Reason<'suspended'> }
  | { to: 'active'; reason: Reason<'active'> }
  | { to: 'revoked'; reason: Reason<'revoked'> }
  | { to: 'superseded'; reason: Reason<'superseded'>; supersededBy: string };
export type Change = To & { cause: Cause };

/** Only this changes a claim; call it with the claim locked, after its case. Pass the result to `applyEffects`. */
export async function changeClaim(trx: Trx, app: App, claim: ClaimRow, change: Change): Promise<ClaimChanged> {
  const { to, reason, cause } = change;
  if (!claimTransitions[claim.state].includes(to))
    throw new Error(`Claim ${claim.id} is ${claim.state} and cannot change to ${to}.`);
  const at = app.now();
  await insertClaimChange(trx, {
    id: app.newId(),
    claim_id: claim.id,
    from_state: claim.state,
    to_state: to,
    reason,
    decision_id: 'decisionId' in cause ? cause.decisionId : null,
    appeal_id: 'appealId' in cause ? cause.appealId : null,
    emergency_action_id: 'emergencyActionId' in cause ? cause.emergencyActionId : null,
    override_id: 'overrideId' in cause ? cause.overrideId : null,
    subject_id: 'subjectId' in cause ? cause.subjectId : null,
    changed_at: at,
  });
  const superseded_by = change.to === 'superseded' ? change.supersededBy : null;
  const changed = await updateClaim(trx, claim.id, { state: to, superseded_by });
  const ofCause = await findCaseOfDecision(trx, 'decisionId' in cause ? cause.decisionId : claim.decision_id);
  // Nobody reads of a case of another provider (promise D1).
  const isOwn = ofCause.provider_id === claim.provider_id;
  const about = isOwn ? ofCause : await findCaseOfDecision(trx, claim.decision_id);
  return { type: 'claim_changed', about, claim: changed, reason, at };
}
