import type { StandingRefusal } from '@trust/contracts/reasons/standing-refusals';
import type { Db } from '../../app.ts';
import { type Asked, listRefusalsWhileAnswering, type Refusal } from './queries.ts';

/** What hides categories of the provider from the public (docs/domain/publication-and-search.md 33), oldest first. */
export async function findStandingRefusals(db: Db, providerId: string): Promise<StandingRefusal[]> {
  const claims = await findClaimTypes(db);
  const refusals = await listRefusalsWhileAnswering(db, { providerId, claims });
  const standing = refusals
    .filter(({ is_decided, is_grave }) => is_decided && is_grave)
    .flatMap((refusal) => against(refusal, claims).map((claim) => ({ refusal, claim })))
    .map(({ refusal, claim }) => ({
      ...{ claimType: claim.claim_type, isAboutPerson: claim.claim_about === 'person' },
      ...(refusal.provider_id === providerId && { categoryKey: refusal.category_key }),
      firstRefusedAt: refusal.first_refused_at.toISOString(),
      refusedAt: refusal.refused_at.toISOString(),
    }));
  return standing.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Claims about a person, a forged identity each of them; of others only what ended for safety. */
function against(refusal: Refusal, claims: readonly Asked[]): Asked[] {
  return claims.filter(
    ({ claim_type, claim_about }) =>
      refusal.against.includes(claim_type) &&
      (claim_about === 'person' || refusal.claim_end_reason === 'safety_concern'),
  );
}

function keyOf({ refusedAt, categoryKey = '', claimType, isAboutPerson }: StandingRefusal): string {
  return `${refusedAt} ${categoryKey} ${claimType} ${isAboutPerson}`;
}

function findClaimTypes(db: Db): Promise<Asked[]> {
  return db.selectFrom('requirement').select(['claim_type', 'claim_about']).distinct().execute();
}
