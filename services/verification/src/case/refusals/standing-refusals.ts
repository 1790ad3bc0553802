import type { StandingRefusal } from '@trust/contracts/reasons/standing-refusals';
import type { Db } from '../../app.ts';
import { type Asked, listRefusalsWhileAnswering } from './queries.ts';

/** What hides categories of the provider from the public (docs/domain/publication-and-search.md 33), oldest first. */
export async function findStandingRefusals(db: Db, providerId: string): Promise<StandingRefusal[]> {
  const claims = await findClaimTypes(db);
  const refusals = await listRefusalsWhileAnswering(db, { providerId, claims });
  const standing = refusals
    .filter(({ is_decided, is_grave }) => is_decided && is_grave)
    // Of a claim that is not about a person only what ended for safety.
    .filter(({ claim_about, claim_end_reason }) => claim_about === 'person' || claim_end_reason === 'safety_concern')
    .flatMap(({ against, ...refusal }) => [...new Set(against)].map((claimType) => ({ ...refusal, claimType })))
    .map(({ claimType, ...refusal }) => ({
      ...{ claimType, isAboutPerson: refusal.claim_about === 'person' },
      ...(refusal.provider_id === providerId && { categoryKey: refusal.category_key }),
      firstRefusedAt: refusal.first_refused_at.toISOString(),
      refusedAt: refusal.refused_at.toISOString(),
    }));
  return standing.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function keyOf({ refusedAt, categoryKey = '', claimType, isAboutPerson }: StandingRefusal): string {
  return `${refusedAt} ${categoryKey} ${claimType} ${isAboutPerson}`;
}

function findClaimTypes(db: Db): Promise<Asked[]> {
  return db.selectFrom('requirement').select(['claim_type', 'claim_about']).distinct().execute();
}
