import type { Requirement } from '@trust/contracts/events/catalog';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import { limitationTexts } from '../../catalog/limitations.ts';
import type { ClaimStatus } from '../../db/schema.ts';
import type { ClaimRow } from '../../from-other-services/claims/active-claims.ts';
import { hasCurrentClaim } from '../../from-other-services/claims/public-claim.ts';
import { isNotWithheld, wasNotWithheld } from '../../from-other-services/emergency-actions/in-force.ts';
import { isHeldBack, wasHeldBack } from '../../listing/is-held-back.ts';
import { isInEffect, wasInEffect } from '../../listing/is-in-effect.ts';
import type { SealedSubject } from '../../provider-record/checked-name.ts';
import type { Offer } from '../../registration/availability/takes-work.ts';
import { endOfSubject } from './end-of-subject.ts';

type Labels = Record<string, string>;

export type OfferedService = {
  category_key: string;
  label: Labels;
  requirements: Requirement[];
  is_held_back: boolean;
} & Offer;

export async function listOfferedServices(db: Db, providerId: string, at: Date): Promise<OfferedService[]> {
  const category = { providerId: sql`s.provider_id`, categoryKey: sql`s.category_key` };
  const { rows } = await sql<OfferedService>`
    select s.category_key, c.label, v.requirements, a.state, ${hasCurrentClaim(category, at)} and not h.is_held_back as has_public_claim, h.is_held_back
    from service_selection s
    cross join lateral (select ${isHeldBack(category.providerId, category.categoryKey)} as is_held_back offset 0) h
    join category c on c.key = s.category_key
    join requirement_version v on v.id = s.requirement_version_id
    left join availability a on a.selection_id = s.id
    where s.provider_id = ${providerId} and s.selected_at <= ${at} and (s.removed_at is null or s.removed_at > ${at})
    order by s.category_key`.execute(db);
  return rows;
}

export type CardRow = ClaimRow &
  SealedSubject & { public_provider_id: string; verified_keys: string[]; status_now: ClaimStatus; changed_at: Date };
type CardPosition = readonly [categoryKey: string, type: string, claimId: string];
type CardQuery = {
  providerId: string;
  at: Date;
  now: Date;
  /** The versions that were in force `at`, not the current ones. */
  isPast: boolean;
  onlyCurrent: boolean;
  /** Also of categories of which the public sees nothing: for who has the id of a claim. */
  withHeldBack: boolean;
  after: CardPosition | undefined;
  limit: number;
};

/** Cards of the services that the provider offered `at`, with the requirements verified in each category. */
export async function listCards(db: Db, query: CardQuery): Promise<CardRow[]> {
  const { providerId, at, now, isPast, onlyCurrent, withHeldBack, after, limit } = query;
  const version = sql`lateral (
    select status, limitations, valid_until from claim_version
    where claim_id = c.claim_id and at <= ${at} order by at desc, position desc limit 1)`;
  const current = sql`lateral (select c.status, c.limitations, c.valid_until)`;
  const category = [sql`c.provider_id`, sql`c.category_key`] as const;
  const { rows } = await sql<CardRow>`
    select *, ${limitationTexts(sql.ref('limitations'))} as limitation_texts from (
      select c.claim_id, c.provider_id, c.category_key, c.requirement_key, c.type, c.statement, c.method, c.source_kind,
        v.status, v.limitations, v.valid_until, case when e.ended_at is null then c.status else 'suspended' end as status_now,
        coalesce(e.ended_at, c.changed_at) as changed_at, c.policy_version, c.checked_on, p.public_provider_id,
        s.id as subject_id, s.about, s.sealed_name, s.public_form, k.owner_id as name_owner_id, k.wrapped,
        coalesce(array_agg(c.requirement_key) filter (where v.valid_until > ${at}) over (partition by c.category_key), '{}')
          as verified_keys
      from claim c
      join provider p on p.id = c.provider_id
      join ${isPast ? version : current} v on true
      left join claim_subject s on s.id = c.subject_id
      cross join lateral (select ${endOfSubject} as ended_at) e
      left join name_key k on k.owner_id = coalesce(s.key_owner_id, s.user_id, s.provider_id)
      where c.provider_id = ${providerId} and v.status = 'active' and ${isNotFalse} and ${isOffered(at)}
        and ${isNotWithheld(sql`c.claim_id`, now)} and ${wasNotWithheld(sql`c.claim_id`, at)}
        and (${withHeldBack}::boolean or not ${at < now ? wasHeldBack(...category, at) : isHeldBack(...category)})
        and ${isPast ? wasInEffect(sql`c.subject_id`, at) : isInEffect(sql`c.subject_id`)}
    ) card
    where (not ${onlyCurrent}::boolean or valid_until > ${at})
      and (${after === undefined}::boolean or (category_key, type, claim_id) > (${after?.[0] ?? ''}, ${after?.[1] ?? ''}, ${after?.[2] ?? null}::uuid))
    order by category_key, type, claim_id limit ${limit}`.execute(db);
  return rows;
}

/** Whoever shows what was said on an earlier day must not show what the platform knows to be false. */
const isNotFalse = sql`(c.status <> 'revoked' or c.change_reason is null
  or c.change_reason not in ('evidence_not_authentic', 'granted_in_error'))`;

function isOffered(at: Date) {
  return sql`exists (
    select from service_selection s where s.provider_id = c.provider_id and s.category_key = c.category_key
      and s.selected_at <= ${at} and (s.removed_at is null or s.removed_at > ${at}))`;
}
