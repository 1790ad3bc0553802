import type { Trx } from '../../app.ts';
import { doubtsEveryClaim } from '../../case/refusals/grave-doubt.ts';
import { listRefusals } from '../../case/refusals/queries.ts';
import { isAboutPerson } from './doubt-queries.ts';
import type { ClaimRow } from './queries.ts';

/**
 * Whether operators refused for good what the claim says, by a decision in force or a final mark, from `since` on: by default since it was
 * granted. It then stays suspended, whatever suspended it first (docs/domain/claim.md 13, 15, docs/domain/appeal.md 10).
 */
export async function isRefusedSince(trx: Trx, claim: ClaimRow, since = claim.valid_from): Promise<boolean> {
  const isOfPerson = await isAboutPerson(trx, claim.id);
  const claims = [{ claim_type: claim.claim_type, claim_about: isOfPerson ? 'person' : 'business' } as const];
  const refusals = await listRefusals(trx, { providerId: claim.provider_id, claims });
  return refusals.some((one) => one.refused_at >= since && (doubtsEveryClaim(one) || (isOfPerson && one.is_grave)));
}
