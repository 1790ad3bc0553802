import { sql } from 'kysely';
import type { App, Trx } from '../../app.ts';
import type { ClaimChanged } from '../../case/effects/happened.ts';
import { staysSuspendedDuringAppeal } from '../../case/refusals/grave-doubt.ts';
import { hasSubjectEnded } from '../../from-other-services/claim-subjects.ts';
import { changeClaim } from './change-claim.ts';
import { type ClaimRow, findLastChange } from './queries.ts';
import { isRefusedSince } from './refused-since.ts';

type Restored = { reason: 'appeal_pending' | 'decision_overturned'; appealId: string };

/** An appeal makes suspended claims active again against which nothing stands any more (docs/domain/claim.md 13). */
export async function restoreClaims(
  trx: Trx,
  app: App,
  claims: readonly ClaimRow[],
  { reason, appealId }: Restored,
): Promise<ClaimChanged[]> {
  const restored: ClaimChanged[] = [];
  for (const claim of claims)
    if (claim.state === 'suspended' && !(await standsAgainst(trx, claim)))
      restored.push(await changeClaim(trx, app, claim, { to: 'active', reason, cause: { appealId } }));
  return restored;
}

/**
 * Whatever suspended the claim: what it is about ended; operators refused for good what it says; or a review did not confirm it.
 */
async function standsAgainst(trx: Trx, claim: ClaimRow): Promise<boolean> {
  if (await hasSubjectEnded(trx, claim)) return true;
  if (await isRefusedSince(trx, claim)) return true;
  if (!(await findLastChange(trx, claim.id))?.decision_id) return true;
  const reviews = await reviewsAgainst(trx, claim.id);
  return reviews.some((decision) => !decision.is_appealed || staysSuspendedDuringAppeal(decision));
}

/** Whether a review that was decided after `since` did not confirm the claim. */
export async function isUnconfirmedSince(trx: Trx, claimId: string, since: Date): Promise<boolean> {
  return (await reviewsAgainst(trx, claimId)).some(({ decided_at }) => decided_at > since);
}

type Adverse = { claim_end_reason: string | null; reason_codes: string[]; decided_at: Date; is_appealed: boolean };

/** An appeal that set such a decision aside granted the claim anew or revoked it: it is not suspended any more. */
async function reviewsAgainst(trx: Trx, claimId: string): Promise<Adverse[]> {
  const { rows } = await sql<Adverse>`
    select d.claim_end_reason, coalesce(l.reason_codes, '{}') as reason_codes, d.decided_at, k.state = 'under_appeal' as is_appealed
    from claim_revocation r join claim c on c.id = r.claim_id join decision d on d.id = r.decision_id
      join verification_case k on k.id = d.case_id
      left join decision_claim l on l.decision_id = d.id and l.claim_type = c.claim_type
    where r.claim_id = ${claimId}`.execute(trx);
  return rows;
}
