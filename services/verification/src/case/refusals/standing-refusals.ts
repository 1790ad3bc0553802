import type { CaseWait, StandingRefusal } from '@trust/contracts/reasons/standing-refusals';
import type { Db } from '../../app.ts';
import { type Asked, listGraveRefusals, listRefusalsWhileAnswering, type Refusal } from './queries.ts';
import { waitAfterRefusals } from './wait-after-refusals.ts';

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

/** Until when a representative opens no case of a category that asks for the type (docs/domain/case.md 18), as the 409 of each category says. */
export async function findWaits(db: Db, providerId: string): Promise<CaseWait[]> {
  const claims = await findClaimTypes(db);
  const against = new Map<string, { claimType: string; isAboutPerson: boolean; refusals: Refusal[] }>();
  for (const refusal of await listGraveRefusals(db, { providerId, claims }))
    for (const claimType of refusal.against) {
      const isAboutPerson = claimType !== refusal.claim_type;
      const key = `${claimType} ${isAboutPerson}`;
      const { refusals = [] } = against.get(key) ?? {};
      against.set(key, { claimType, isAboutPerson, refusals: [...refusals, refusal] });
    }
  return [...against]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, { refusals, ...of }]) => {
      const endsAt = waitAfterRefusals(refusals, providerId)?.toISOString();
      return endsAt ? [{ ...of, endsAt }] : [];
    });
}

function keyOf({ refusedAt, categoryKey = '', claimType, isAboutPerson }: StandingRefusal): string {
  return `${refusedAt} ${categoryKey} ${claimType} ${isAboutPerson}`;
}

function findClaimTypes(db: Db): Promise<Asked[]> {
  return db.selectFrom('requirement').select(['claim_type', 'claim_about']).distinct().execute();
}
