import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { ClaimAbout } from '../../db/schema.ts';
import type { DecisionRow } from '../record/decisions.ts';
import { doubtsEveryClaim, identityType, isGrave } from './grave-doubt.ts';

export type Refusal = {
  case_id: string;
  provider_id: string;
  category_key: string;
  claim_type: string;
  claim_about: ClaimAbout;
  refused_at: Date;
  /** By its case: an appeal may have refused it again since. */
  first_refused_at: Date;
  /** Empty: a failed check in a case that ended before a recommendation. */
  reason_codes: string[];
  claim_end_reason: DecisionRow['claim_end_reason'];
  is_grave: boolean;
  /** By a decision; else by a final mark or a failed check of a case without one. */
  is_decided: boolean;
  /** The types asked about that it speaks against: its own, and of a forged identity each about the person. */
  against: string[];
};

/** A claim that the answer is about. */
export type Asked = { claim_type: string; claim_about: ClaimAbout };
type Refused = { providerId: string; claims: readonly Asked[]; exceptCase?: string };

/** Refusals of this provider, and those about its person responsible in other providers, of documents that they answer for here. */
export async function listRefusals(db: Db, of: Refused): Promise<Refusal[]> {
  return refusalsOf(db, of, aboutThePersonOf(of), answeredFor);
}

/** As `listRefusals`, whoever sent the document, and those of each provider that a person who represents it represented then or has come to represent since. */
export async function listRefusalsOfPeople(db: Db, of: Refused): Promise<Refusal[]> {
  const elsewhere = sql`
    select theirs.provider_id, '-infinity'::timestamptz as since, max(coalesce(theirs.ended_at, 'infinity')) as until, null::uuid as person_id
    from representative own join representative theirs using (user_id)
    where own.ended_at is null and own.provider_id = ${of.providerId} and theirs.provider_id <> own.provider_id
    group by theirs.provider_id
    union all ${aboutThePersonOf(of)}`;
  return refusalsOf(db, of, elsewhere);
}

/**
 * As `listRefusals`, also about a person who answered for the provider when the document was refused, and does no more. Leaves out what
 * a later decision of the other provider granted, as the last word there.
 */
export async function listRefusalsWhileAnswering(db: Db, of: Refused): Promise<Refusal[]> {
  const earlier = sql`
    select distinct theirs.provider_id, own.named_at as since, own.ended_at as until, own.person_id
    from claim_subject own join claim_subject theirs using (person_id)
    where own.provider_id = ${of.providerId} and own.ended_at is not null and theirs.provider_id <> own.provider_id`;
  return refusalsOf(db, of, sql`${aboutThePersonOf(of)} union all ${earlier}`, sql`${answeredFor} ${notGrantedThere}`);
}

const answeredFor = sql`and (f.person_id is null or answers_elsewhere(f.provider_id, f.version, f.person_id))`;

const notGrantedThere = sql`and (f.person_id is null or not exists (
  select from verification_case c join decision d on d.case_id = c.id
    join decision_claim l on l.decision_id = d.id and l.claim_type = r.claim_type and l.result = 'granted'
    join case_check k on k.id = l.check_id
  where c.provider_id = f.provider_id and c.category_key = f.category_key
    and is_in_force(d, l.claim_type) and not is_judged_later(d, l.claim_type)
    and person_of_document(c.provider_id, k.evidence_version_id, k.subject_id) = f.person_id))`;

function aboutThePersonOf({ providerId }: Refused): RawBuilder<unknown> {
  return sql`
    select distinct theirs.provider_id, '-infinity'::timestamptz as since, 'infinity'::timestamptz as until, own.person_id
    from claim_subject own join claim_subject theirs using (person_id)
    where own.provider_id = ${providerId} and own.ended_at is null and theirs.provider_id <> own.provider_id`;
}

/**
 * Documents that operators refused for claims of these types, in every category, newest first: by a decision after a failed
 * check, or that ended the claim for safety; or in a case without a decision, also of the evidence of an appeal, marked as final or as failed. Without a recommendation a failed check has no reason and is
 * not grave. What an appeal set aside refuses nothing.
 */
async function refusalsOf(
  db: Db,
  { providerId, claims, exceptCase }: Refused,
  elsewhere: RawBuilder<unknown>,
  only = sql``,
): Promise<Refusal[]> {
  const isOfPerson = claims.some(({ claim_about }) => claim_about === 'person');
  const types = [...claims.map(({ claim_type }) => claim_type), ...(isOfPerson ? [identityType] : [])];
  const { rows } = await sql<Omit<Refusal, 'is_grave' | 'against'>>`
    with related as (
      select ${providerId}::uuid as provider_id, '-infinity'::timestamptz as since, 'infinity'::timestamptz as until, null::uuid as person_id
      union all ${elsewhere}
    ), candidate as (
      select c.*, related.since, related.until, related.person_id
      from related join verification_case c using (provider_id)
    ), refusal as (
      select c.*, l.requirement_version_id as version_id, l.requirement_key, d.decided_at as refused_at, l.reason_codes, d.claim_end_reason,
        k.evidence_version_id as version, k.subject_id, true as is_decided
      from candidate c join decision d on d.case_id = c.id
        join decision_claim l on l.decision_id = d.id and l.result = 'refused'
          and (l.check_result = 'failed' or d.claim_end_reason = 'safety_concern')
        join case_check k on k.id = l.check_id
      where is_in_force(d, l.claim_type)
      union all
      select c.*, d.requirement_version_id, g.requirement_key, d.decided_at, d.reason_codes, d.claim_end_reason, null, g.subject_id, true
      from candidate c join decision d on d.case_id = c.id and d.claim_end_reason = 'safety_concern'
        join claim_revocation v on v.decision_id = d.id join claim g on g.id = v.claim_id
      where is_in_force(d, g.claim_type)
        and not exists (select from decision_claim l where l.decision_id = d.id and l.claim_type = g.claim_type)
      union all
      select c.*, c.requirement_version_id, i.requirement_key, q.requested_at, i.reason_codes, null, i.evidence_version_id, null, false
      from candidate c join correction_request q on q.case_id = c.id and q.state <> 'withdrawn'
        join correction_item i on i.correction_request_id = q.id and i.is_final
      where c.outcome is null
      union all
      select c.*, c.requirement_version_id, last.requirement_key, coalesce(recommended.recommended_at, appealed.decided_at, last.checked_at),
        coalesce(recommended.reason_codes, appealed.reason_codes, '{}'), null, last.evidence_version_id, last.subject_id, false
      from candidate c
        join lateral (
          select distinct on (requirement_key) * from case_check where case_id = c.id
          order by requirement_key, position desc
        ) last on last.result = 'failed'
        left join lateral (
          select recommended_at, reason_codes from recommendation where case_id = c.id order by recommended_at desc limit 1
        ) recommended on true
        left join lateral (
          select h.decided_at, h.reason_codes from appeal a join appeal_decision h on h.appeal_id = a.id where a.evidence_case_id = c.id
        ) appealed on true
      where not is_marked_final(c.id, last.requirement_key)
        and not exists (select from decision_claim where check_id = last.id)
        and (c.state in ('withdrawn', 'expired') or c.for_appeal and c.state = 'closed'
          or c.recommendation_id is null and recommended.recommended_at is not null)
    )
    select distinct f.id as case_id, f.provider_id, f.category_key, r.claim_type, r.claim_about, f.refused_at, first.at as first_refused_at,
      f.reason_codes, f.claim_end_reason, f.is_decided
    from refusal f join requirement r on r.requirement_version_id = f.version_id and r.key = f.requirement_key
      cross join lateral (
        select least(f.refused_at, min(d.decided_at)) as at from decision d
          join decision_claim l on l.decision_id = d.id and l.result = 'refused' and l.check_result = 'failed'
        where d.case_id = f.id and l.claim_type = r.claim_type
      ) first
    where r.claim_type = any(${types}::text[]) and f.id is distinct from ${exceptCase ?? null}::uuid
      and first.at >= f.since and first.at < f.until and (f.person_id is null or r.claim_about = 'person'
        and f.person_id = person_of_document(f.provider_id, f.version, f.subject_id))
      ${only}
    order by f.refused_at desc, f.id, r.claim_type limit 100`.execute(db);
  return rows
    .map((row) => ({ ...row, is_grave: isGrave(row), against: claimsAgainst(row, claims) }))
    .filter(({ against }) => against.length > 0);
}

function claimsAgainst(refusal: Omit<Refusal, 'is_grave' | 'against'>, claims: readonly Asked[]): string[] {
  const isForgedIdentity = refusal.claim_type === identityType && doubtsEveryClaim(refusal);
  return claims
    .filter((one) => one.claim_type === refusal.claim_type || (isForgedIdentity && one.claim_about === 'person'))
    .map(({ claim_type }) => claim_type);
}

/** For a reason that no other document cures. */
export async function listGraveRefusals(db: Db, of: Refused): Promise<Refusal[]> {
  return (await listRefusals(db, of)).filter(({ is_grave }) => is_grave);
}
