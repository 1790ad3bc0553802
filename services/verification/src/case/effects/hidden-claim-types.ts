import type { PayloadOf } from '@trust/contracts/event';
import type { caseChanged } from '@trust/contracts/events/verification';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Case } from '../record/queries.ts';
import type { Asked, Refusal } from '../refusals/queries.ts';

type Hidden = Pick<PayloadOf<typeof caseChanged>, 'refusedClaimTypes' | 'refusedElsewhere' | 'safetyClaimTypes'>;

/** What the case asks for, and what operators refused of it for good, newest first. */
type AskedFor = { claims: readonly Asked[]; refusals: readonly Refusal[] };

/** The public sees no category that asks for these, until a later decision grants them (docs/domain/publication-and-search.md 33). */
export async function hiddenClaimTypes(trx: Trx, found: Case, asked: AskedFor): Promise<Hidden> {
  if (found.outcome === null) return {};
  const { own, elsewhere } = await refusedAboutPerson(trx, found, asked);
  const safetyClaimTypes = await findTypesEndedForSafety(trx, found.id);
  return {
    ...(own.length > 0 && { refusedClaimTypes: own.map(({ claim_type }) => claim_type) }),
    ...(elsewhere.length > 0 && { refusedElsewhere: lastOfEachType(elsewhere) }),
    ...(safetyClaimTypes.length > 0 && { safetyClaimTypes }),
  };
}

/** `refusals`: newest first. */
function lastOfEachType(refusals: readonly Refusal[]) {
  return refusals
    .filter((one, index) => refusals.findIndex(({ claim_type }) => claim_type === one.claim_type) === index)
    .map(({ claim_type, refused_at }) => ({ claimType: claim_type, refusedAt: refused_at.toISOString() }));
}

async function refusedAboutPerson(
  trx: Trx,
  { id, provider_id: providerId, category_key }: Case,
  { claims, refusals: all }: AskedFor,
) {
  const ofPerson = claims.filter(({ claim_about }) => claim_about === 'person').map(({ claim_type }) => claim_type);
  const refusals = all.filter(({ is_decided, claim_type }) => is_decided && ofPerson.includes(claim_type));
  const grantedAt = await findLastGrants(trx, providerId, category_key);
  return {
    own: refusals.filter(({ case_id }) => case_id === id),
    elsewhere: refusals.filter(({ provider_id, claim_type, refused_at }) => {
      const granted = grantedAt.get(claim_type);
      return provider_id !== providerId && (!granted || granted <= refused_at);
    }),
  };
}

/** In the category, about the present person: of an earlier one they say nothing. */
async function findLastGrants(trx: Trx, providerId: string, categoryKey: string): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ claim_type: string; at: Date }>`
    select c.claim_type, max(c.valid_from) as at from claim c join claim_subject s on s.id = c.subject_id
    where c.provider_id = ${providerId} and c.category_key = ${categoryKey} and s.ended_at is null group by c.claim_type`.execute(
    trx,
  );
  return new Map(rows.map(({ claim_type, at }) => [claim_type, at]));
}

/** Also of a claim that was suspended before, such as by another registered name during the review. */
async function findTypesEndedForSafety(trx: Trx, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ claim_type: string }>`
    with ended as (
      select d from decision d where d.case_id = ${caseId} and d.claim_end_reason = 'safety_concern')
    select c.claim_type from ended join claim_revocation r on r.decision_id = (d).id join claim c on c.id = r.claim_id
      where says_still(d, c.claim_type)
    union select l.claim_type from ended join decision_claim l on l.decision_id = (d).id
      where l.result = 'refused' and l.check_result = 'failed' and says_still(d, l.claim_type)
    order by claim_type`.execute(trx);
  return rows.map(({ claim_type }) => claim_type);
}
