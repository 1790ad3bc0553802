import type { Trx } from '../../app.ts';
import { doubtsEveryClaim, identityType } from '../../case/refusals/grave-doubt.ts';
import { listRefusals } from '../../case/refusals/queries.ts';
import { isAboutPerson } from './doubt-queries.ts';
import type { ClaimRow } from './queries.ts';

/**
 * Whether operators refused for good what the claim says, by a decision in force or a final mark, from `since` on: by default since it was
 * granted. It then stays suspended, whatever suspended it first (docs/domain/claim.md 13, 15, docs/domain/appeal.md 10).
 */
export async function isRefusedSince(trx: Trx, claim: ClaimRow, since = claim.valid_from): Promise<boolean> {
  const isOfPerson = await isAboutPerson(trx, claim.id);
  const claimTypes = [claim.claim_type, ...(isOfPerson ? [identityType] : [])];
  const refusals = await listRefusals(trx, { providerId: claim.provider_id, claimTypes });
  return refusals.some((refusal) => {
    if (refusal.refused_at < since) return false;
    if (doubtsEveryClaim(refusal)) return true;
    return isOfPerson && refusal.is_grave && refusal.claim_type === claim.claim_type;
  });
}
