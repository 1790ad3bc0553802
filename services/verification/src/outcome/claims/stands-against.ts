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
 * Whatever suspended the claim: what it is about ended; operators refused for good what it says; or a decision in force, of whatever
 * case, suspended it or did not confirm it.
 */
async function standsAgainst(trx: Trx, claim: ClaimRow): Promise<boolean> {
  if (await hasSubjectEnded(trx, claim)) return true;
  if (await isRefusedSince(trx, claim)) return true;
  if (!(await findLastChange(trx, claim.id))?.decision_id) return true;
  const decisions = await decisionsAgainst(trx, claim.id);
  return decisions.some((decision) => !decision.is_appealed || staysSuspendedDuringAppeal(decision));
}

/** Whether a decision in force that came after `since` suspended the claim or, as a review, did not confirm it. */
export async function isDecidedAgainstSince(trx: Trx, claimId: string, since: Date): Promise<boolean> {
  return (await decisionsAgainst(trx, claimId)).some(({ decided_at }) => decided_at > since);
}

type Adverse = { claim_end_reason: string | null; reason_codes: string[]; decided_at: Date; is_appealed: boolean };

async function decisionsAgainst(trx: Trx, claimId: string): Promise<Adverse[]> {
  const { rows } = await sql<Adverse>`
    select d.claim_end_reason, d.reason_codes, d.decided_at, k.state = 'under_appeal' as is_appealed
    from decision d join verification_case k on k.id = d.case_id
    where d.id in (
      select decision_id from claim_revocation where claim_id = ${claimId}
      union all
      (select decision_id from claim_change where claim_id = ${claimId} order by position desc limit 1)
    ) and not exists (select from decision later where later.earlier_id = d.id and later.relation = 'sets_aside')`.execute(
    trx,
  );
  return rows;
}
