import type { StandingRefusal } from '@trust/contracts/reasons/standing-refusals';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import { listRefusalsWhileAnswering } from './queries.ts';

/** What hides categories of the provider from the public (docs/domain/publication-and-search.md 33), oldest first. */
export async function findStandingRefusals(db: Db, providerId: string): Promise<StandingRefusal[]> {
  const refusals = await listRefusalsWhileAnswering(db, { providerId, claims: await claimsAboutPeople(db) });
  const decided = refusals.filter(({ is_decided, is_grave }) => is_decided && is_grave);
  // A forged identity speaks against every claim about the person.
  const ofPeople = decided.flatMap((one) =>
    one.against.map((claimType) => ({
      ...{ claimType, isAboutPerson: true },
      ...(one.provider_id === providerId && { categoryKey: one.category_key }),
      firstRefusedAt: one.first_refused_at.toISOString(),
      refusedAt: one.refused_at.toISOString(),
    })),
  );
  return [...ofPeople, ...(await findEndedForSafety(db, providerId))].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : 1,
  );
}

function keyOf({ refusedAt, categoryKey = '', claimType, isAboutPerson }: StandingRefusal): string {
  return `${refusedAt} ${categoryKey} ${claimType} ${isAboutPerson}`;
}

async function claimsAboutPeople(db: Db) {
  const types = db.selectFrom('requirement').select('claim_type').where('claim_about', '=', 'person').distinct();
  return (await types.execute()).map(({ claim_type }) => ({ claim_type, claim_about: 'person' as const }));
}

/** Also of a claim that was suspended before, such as by another registered name during the review. */
async function findEndedForSafety(db: Db, providerId: string): Promise<StandingRefusal[]> {
  const { rows } = await sql<{ claim_type: string; category_key: string; first_at: Date; decided_at: Date }>`
    with review as (
      select d, k.category_key, (select min(first.decided_at) from decision first where first.case_id = k.id) as first_at
      from verification_case k join decision d on d.case_id = k.id
      where k.provider_id = ${providerId} and d.claim_end_reason = 'safety_concern'
    ), ended as (
      select review.*, c.claim_type from review join claim_revocation r on r.decision_id = (d).id join claim c on c.id = r.claim_id
      union select review.*, l.claim_type from review join decision_claim l on l.decision_id = (d).id
        where l.result = 'refused' and l.check_result = 'failed'
    )
    select claim_type, category_key, first_at, (d).decided_at from ended where says_still(d, claim_type)`.execute(db);
  return rows.map(({ claim_type: claimType, category_key: categoryKey, first_at: firstAt, decided_at: decidedAt }) => ({
    ...{ claimType, isAboutPerson: false, categoryKey },
    ...{ firstRefusedAt: firstAt.toISOString(), refusedAt: decidedAt.toISOString() },
  }));
}
