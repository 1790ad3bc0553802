import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { ClaimMethod, ClaimStatus } from '../../db/schema.ts';
import { withheldClaims } from '../../from-other-services/emergency-actions/in-force.ts';
import { isHeldBack } from '../../listing/is-held-back.ts';
import type { SealedSubject } from '../../provider-record/checked-name.ts';
import { endOfSubject } from '../public-providers/end-of-subject.ts';
import { isPublic } from '../public-providers/is-public.ts';

export type Wanted = { claimId?: string; publicProviderId?: string; type?: string; categoryKey?: string };

export type PublicClaim = SealedSubject & {
  claim_id: string;
  provider_id: string;
  /** Of a claim about a person. */
  subject_user_id: string | null;
  public_provider_id: string;
  type: string;
  category_key: string;
  method: ClaimMethod;
  status: ClaimStatus;
  valid_until: Date;
  changed_at: Date;
  superseded_by: string | null;
  policy_version: string;
  /** What the claim is about ended, which suspends it whatever verification has recorded by now (promise T1). */
  has_subject_ended: boolean;
};

/**
 * One row for each item, in their order; undefined if no public card ever showed the claim: the provider must be
 * published and offer the service, as for a card, and by type the category must not be held back (promise D2). Of several claims the most current one counts.
 */
export async function findPublicClaims(
  db: Db,
  wanted: readonly Wanted[],
  at: Date,
): Promise<(PublicClaim | undefined)[]> {
  const column = (key: keyof Wanted) => wanted.map((one) => one[key] ?? null);
  const { rows } = await sql<PublicClaim | { claim_id: null }>`
    select found.*
    from unnest(${column('claimId')}::uuid[], ${column('publicProviderId')}::text[], ${column('type')}::text[],
      ${column('categoryKey')}::text[]) with ordinality as w (claim_id, public_provider_id, type, category_key, place)
    left join lateral (
      select c.claim_id, c.provider_id, p.public_provider_id, c.type, c.category_key, c.method, c.valid_until,
        case when e.ended_at is not null or c.status = 'active' and withheld.since is not null then 'suspended' else c.status end
          as status,
        e.ended_at is not null as has_subject_ended,
        coalesce(e.ended_at, greatest(c.changed_at, withheld.since)) as changed_at,
        case when e.ended_at is null then c.superseded_by end as superseded_by, c.policy_version,
        s.id as subject_id, s.about, s.user_id as subject_user_id, s.sealed_name, s.public_form, k.owner_id as name_owner_id, k.wrapped
      from (
        select * from claim where claim_id = w.claim_id
        union all
        select own.* from provider named join claim own on own.provider_id = named.id
        where w.claim_id is null and named.public_provider_id = w.public_provider_id and own.type = w.type
          and (w.category_key is null or own.category_key = w.category_key)
          and not ${isHeldBack(sql`own.provider_id`, sql`own.category_key`)}
      ) c
      join provider p on p.id = c.provider_id and ${isPublic(at)}
      left join lateral (
        select max(action.started_at) as since ${withheldClaims(at)} and same.claim_id = c.claim_id
      ) withheld on true
      left join claim_subject s on s.id = c.subject_id
      cross join lateral (select ${endOfSubject} as ended_at) e
      left join name_key k on k.owner_id = coalesce(s.key_owner_id, s.user_id, s.provider_id)
      where exists (
        select from service_selection o
        where o.provider_id = c.provider_id and o.category_key = c.category_key and o.state = 'active')
        -- Nothing about a person is public without their consent, not even that there was a claim.
        and (c.subject_id is null or s.about <> 'person' or s.public_form is not null)
      order by c.status = 'active' and withheld.since is null and s.ended_at is null and c.valid_until > ${at} desc, c.changed_at desc, c.claim_id desc limit 1
    ) found on true
    order by w.place`.execute(db);
  return rows.map((row) => (row.claim_id === null ? undefined : row));
}
