import type { App, Trx } from '../../app.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import type { ClaimChanged } from '../../case/effects/happened.ts';
import type { DecisionRow } from '../../case/record/decisions.ts';
import { type Case, lockCase } from '../../case/record/queries.ts';
import { type Change, changeClaim } from './change-claim.ts';
import {
  type ClaimRow,
  findRevoking,
  insertRevocation,
  listDueRevocations,
  lockClaim,
  lockClaimsToRevoke,
  lockUnconfirmedClaims,
} from './queries.ts';
import { restoreClaims } from './stands-against.ts';

/** A suspension is open to appeal, so it names a doubt where the revocation names a result. */
const suspensionFor = {
  evidence_not_authentic: 'evidence_in_doubt',
  conditions_not_met: 'conditions_changed',
  granted_in_error: 'not_confirmed_by_review',
  safety_concern: 'safety_concern',
  not_confirmed_by_review: 'not_confirmed_by_review',
} as const;
type EndReason = keyof typeof suspensionFor;

function endReasonOf(decision: Pick<DecisionRow, 'claim_end_reason'>): EndReason {
  return (decision.claim_end_reason as EndReason | null) ?? 'not_confirmed_by_review';
}

/**
 * Ends current claims that a review, or an appeal against it, does not grant again (docs/domain/claim.md 12, 13).
 * A review suspends them at once; they are revoked when its decision can no longer be appealed.
 */
export async function endUnconfirmedClaims(
  trx: Trx,
  app: App,
  found: Case,
  decision: DecisionRow,
): Promise<ClaimChanged[]> {
  const cause = { decisionId: decision.id };
  if (decision.relation === 'sets_aside') {
    const left = await lockClaimsToRevoke(trx, decision.earlier_id ?? decision.id);
    return revoke(trx, app, left, { to: 'revoked', reason: endReasonOf(decision), cause });
  }
  if (found.kind !== 'review') return [];
  const reason = suspensionFor[endReasonOf(decision)];
  const suspended: ClaimChanged[] = [];
  for (const claim of await lockUnconfirmedClaims(trx, found, decision.id)) {
    await insertRevocation(trx, { decision_id: decision.id, claim_id: claim.id });
    if (claim.state === 'active')
      suspended.push(await changeClaim(trx, app, claim, { to: 'suspended', reason, cause }));
  }
  return suspended;
}

/** A pending appeal freezes the decision: claims that it left to revoke are active again. */
export async function restoreAppealedClaims(
  trx: Trx,
  app: App,
  decisionId: string,
  appealId: string,
): Promise<ClaimChanged[]> {
  return restoreClaims(trx, app, await lockClaimsToRevoke(trx, decisionId), { reason: 'appeal_pending', appealId });
}

/** Revokes what the decision of a review has left to revoke. */
export async function revokeClaims(
  trx: Trx,
  app: App,
  decisionId: string,
  cause: { decisionId: string } | { appealId: string },
): Promise<ClaimChanged[]> {
  const reason = endReasonOf(await findRevoking(trx, decisionId));
  return revoke(trx, app, await lockClaimsToRevoke(trx, decisionId), { to: 'revoked', reason, cause });
}

async function revoke(trx: Trx, app: App, claims: readonly ClaimRow[], change: Change): Promise<ClaimChanged[]> {
  const revoked: ClaimChanged[] = [];
  for (const claim of claims) revoked.push(await changeClaim(trx, app, claim, change));
  return revoked;
}

/** Revokes claims whose decision was not appealed in time. Runs hourly; until then they are suspended. */
export async function revokeDueClaims(trx: Trx, app: App): Promise<number> {
  const due = await listDueRevocations(trx, app.now());
  for (const { case_id, claim_id, decision_id: decisionId } of due) {
    await lockCase(trx, case_id);
    const claim: ClaimRow | undefined = await lockClaim(trx, claim_id);
    // An appeal or a newer claim may have come before the lock.
    const isDue = (await listDueRevocations(trx, app.now())).some((one) => one.claim_id === claim_id);
    const reason = endReasonOf(await findRevoking(trx, decisionId));
    if (claim && isDue)
      await applyEffects(trx, app, [
        await changeClaim(trx, app, claim, { to: 'revoked', reason, cause: { decisionId } }),
      ]);
  }
  return due.length;
}
