import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../app.ts';
import { curableReasons, graveReasons } from './grave-doubt.ts';

export type Refusal = {
  case_id: string;
  provider_id: string;
  category_key: string;
  claim_type: string;
  refused_at: Date;
  reason_codes: string[];
  is_grave: boolean;
};

type Refused = { providerId: string; claimTypes: readonly string[]; exceptCase?: string };

/** Documents of this provider. */
export async function listRefusals(db: Db, of: Refused): Promise<Refusal[]> {
  return refusalsOf(db, of, sql`select ${of.providerId}::uuid as provider_id, 'infinity'::timestamptz as until`);
}

/** Of each provider too that a person who represents this one represented when it was refused, or came to represent since. */
export async function listRefusalsOfPeople(db: Db, of: Refused): Promise<Refusal[]> {
  const related = sql`
    select theirs.provider_id, max(coalesce(theirs.ended_at, 'infinity')) as until
    from representative own join representative theirs using (user_id)
    where own.provider_id = ${of.providerId} and own.ended_at is null
      and theirs.provider_id <> ${of.providerId}
    group by theirs.provider_id
    union all select ${of.providerId}::uuid, 'infinity'`;
  return refusalsOf(db, of, related);
}

/**
 * Documents that operators refused for claims of these types, in every category, newest first: by a decision after a failed
 * check; or in a case without a decision, marked as final or as failed when an outcome was recommended that counts no more. What an
 * appeal set aside refuses nothing.
 */
async function refusalsOf(
  db: Db,
  { claimTypes, exceptCase }: Refused,
  providers: RawBuilder<unknown>,
): Promise<Refusal[]> {
  const { rows } = await sql<Refusal>`
    with related as (${providers}),
    refusal as (
      select c.id as case_id, c.provider_id, c.category_key, l.claim_type, d.decided_at as refused_at, d.reason_codes
      from related join verification_case c using (provider_id) join decision d on d.case_id = c.id
        join decision_claim l on l.decision_id = d.id and l.result = 'refused' and l.check_result = 'failed'
      where d.decided_at < related.until
        and not exists (select from decision later where later.earlier_id = d.id and later.relation = 'sets_aside')
      union all
      select c.id, c.provider_id, c.category_key, r.claim_type, q.requested_at, i.reason_codes
      from related join verification_case c using (provider_id) join correction_request q on q.case_id = c.id and q.state <> 'withdrawn'
        join correction_item i on i.correction_request_id = q.id and i.is_final
        join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = i.requirement_key
      where q.requested_at < related.until and c.outcome is null
      union all
      select c.id, c.provider_id, c.category_key, r.claim_type, recommended.recommended_at, recommended.reason_codes
      from related join verification_case c using (provider_id)
        join lateral (
          select recommended_at, reason_codes from recommendation where case_id = c.id order by recommended_at desc limit 1
        ) recommended on c.outcome is null and c.recommendation_id is null
        join lateral (
          select distinct on (requirement_key) requirement_key, result from case_check where case_id = c.id
          order by requirement_key, position desc
        ) last on last.result = 'failed'
        join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = last.requirement_key
      where recommended.recommended_at < related.until and not is_marked_final(c.id, r.key)
    )
    select *, (reason_codes && ${graveReasons}::text[] or not reason_codes && ${curableReasons}::text[]) as is_grave from refusal
    where claim_type = any(${claimTypes}::text[]) and case_id is distinct from ${exceptCase ?? null}::uuid
    order by refused_at desc, case_id, claim_type limit 100`.execute(db);
  return rows;
}

/** When a document was last refused for a reason that no other document cures; null if never. */
export async function findLastGraveRefusal(
  db: Db,
  of: { providerId: string; claimTypes: readonly string[] },
): Promise<Date | null> {
  return (await listRefusals(db, of)).find(({ is_grave }) => is_grave)?.refused_at ?? null;
}
