import type { claimChangeReasons } from '@trust/contracts/reasons/claim-change-reasons';
import { conflict } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { emitClaimChanged } from '../../case/effects/claim-payload.ts';
import { notifyProvider } from '../../case/effects/notify-provider.ts';
import type { ClaimState } from '../../db/schema.ts';
import { addEntry } from '../../timeline/queries.ts';
import { type ClaimRow, findCaseOfDecision, insertClaimChange, updateClaim } from './queries.ts';
import { claimTransitions } from './transitions.ts';

type Reason<To extends ClaimState> = (typeof claimChangeReasons)[To][number];
type Cause = { decisionId: string } | { appealId: string } | { emergencyActionId: string } | { overrideId: string };
type To =
  | { to: 'suspended'; reason: Reason<'suspended'> }
  | { to: 'active'; reason: Reason<'active'> }
  | { to: 'revoked'; reason: Reason<'revoked'> }
  | { to: 'superseded'; reason: Reason<'superseded'>; supersededBy: string };
export type Change = To & { cause: Cause };

const entryOf = {
  suspended: 'claim_suspended',
  active: 'claim_restored',
  revoked: 'claim_revoked',
  superseded: 'claim_superseded',
} as const;

/** The only code that changes a claim; call it with the claim locked, after its case. */
export async function changeClaim(trx: Trx, app: App, claim: ClaimRow, change: Change): Promise<ClaimRow> {
  const { to, reason, cause } = change;
  if (!claimTransitions[claim.state].includes(to))
    throw conflict({
      en: `The claim is \`${claim.state}\` and cannot change to \`${to}\`. Read it again.`,
      fr: `L’attestation est dans l’état \`${claim.state}\` et ne peut pas passer à \`${to}\`. Relisez-la.`,
    });
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
    changed_at: at,
  });
  const superseded_by = change.to === 'superseded' ? change.supersededBy : null;
  const changed = await updateClaim(trx, claim.id, { state: to, superseded_by });
  await emitClaimChanged(trx, changed, { at, reason });
  const about = await findCaseOfDecision(trx, 'decisionId' in cause ? cause.decisionId : claim.decision_id);
  await notifyProvider(trx, about, entryOf[to], { claimId: claim.id });
  await addEntry(
    trx,
    app,
    about,
    { type: entryOf[to], status: to, claimType: claim.claim_type, claimId: claim.id },
    at,
  );
  return changed;
}
