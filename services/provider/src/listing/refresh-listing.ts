import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import { isHeldBack } from './is-held-back.ts';
import { isInEffect } from './is-in-effect.ts';
import { recordHolds } from './record-holds.ts';

type Changes = { written: number; removed: number };

/**
 * Call with the provider locked, after each change of what the public sees; it tells representatives and customers what that hides.
 * Reads the public area only, never the exact one or the private base (promise T6).
 */
export async function refreshListing(trx: Trx, providerId: string, at: Date): Promise<void> {
  await refreshListings(trx, [providerId]);
  await recordHolds(trx, providerId, at);
}

/** Call with the providers locked. One statement, so that a reader sees each listing before or after it. */
export async function refreshListings(trx: Trx, providerIds: readonly string[]): Promise<Changes> {
  const { rows } = await sql<Changes>`
    with wanted as materialized (${wantedListings(providerIds)}),
    removed as (
      delete from public_listing l where l.provider_id = any(${providerIds}::uuid[])
        and not exists (select from wanted w where (w.provider_id, w.category_key) = (l.provider_id, l.category_key))
      returning l.provider_id
    ),
    written as (
      insert into public_listing as l (provider_id, category_key, ${columns()})
      select provider_id, category_key, ${columns()} from wanted
      on conflict (provider_id, category_key) do update set (${columns()}) = row (${columns('excluded')})
      where (${columns('l')}) is distinct from (${columns('excluded')})
      returning l.provider_id
    )
    select (select count(*)::int from written) as written, (select count(*)::int from removed) as removed`.execute(trx);
  return rows[0] ?? { written: 0, removed: 0 };
}

const derived = [
  'operating_model',
  'geog',
  'area',
  'reach',
  'is_pinned',
  'claim_types',
  'claim_expiries',
  'claim_ids',
  'live_until',
  'facets',
  'words',
  'available_from',
];

function columns(table?: 'l' | 'excluded') {
  return sql.join(derived.map((name) => sql.ref(table ? `${table}.${name}` : name)));
}

/** A current claim rests on a check of the premises as they are now. */
const arePremisesChecked = sql`exists (
  select from claim_subject s join claim k on k.subject_id = s.id
  where s.provider_id = p.id and s.about = 'premises' and s.ended_at is null and k.status = 'active' and k.valid_until > now())`;

function wantedListings(providerIds: readonly string[]) {
  return sql`
    select p.id as provider_id, s.category_key, p.operating_model, place.geog, place.area, place.reach, place.is_pinned,
      claims.claim_types, claims.claim_expiries, claims.claim_ids, claims.live_until,
      array(
        select distinct facet from (
          select 'model:' || p.operating_model
          union all select 'claim:' || type from unnest(claims.claim_types) type
          union all select 'ends:' || to_char(until at time zone 'UTC', 'YYYY-MM') from unnest(claims.claim_expiries) until
          union all select 'language:' || part
          from unnest(p.languages) tag
          cross join lateral (values (lower(tag)), (split_part(lower(tag), '-', 1))) part (part)
        ) one (facet) order by facet) as facets,
      provider_search_text(p.public_name, p.public_summary) as words,
      case a.state when 'available' then '-infinity' when 'limited' then a.next_available_at end as available_from
    from provider p
    join service_selection s on s.provider_id = p.id and s.state = 'active'
    left join availability a on a.selection_id = s.id
    cross join lateral (
      select array_agg(c.type order by c.claim_id) as claim_types, array_agg(c.valid_until order by c.claim_id) as claim_expiries,
        array_agg(c.claim_id order by c.claim_id) as claim_ids, max(c.valid_until) as live_until
      from claim c where c.provider_id = p.id and c.category_key = s.category_key and c.status = 'active'
        and ${isInEffect(sql`c.subject_id`)}
    ) claims
    cross join lateral (
      select point.geog, a.area, point.is_pinned,
        -- 5 % more: an edge that is straight on the map is curved on the globe.
        coalesce((select max(st_distance(point.geog, corner.geom::geography, false)) * 1.05
                  from st_dumppoints(a.area) corner), 0) as reach
      from (values (p.id)) as this (provider_id)
      left join public_premises m using (provider_id)
      left join public_area a using (provider_id)
      -- Because of offset 0 the centre is computed once, not for each corner.
      cross join lateral (
        select coalesce(case when checked.are then m.position end, st_centroid(a.area)::geography,
          case when p.operating_model = 'premises' then m.position end) as geog,
          a.area is null and not checked.are as is_pinned
        from (select ${arePremisesChecked} as are) checked offset 0
      ) point
      where m.position is not null or a.area is not null
    ) place
    where p.id = any(${providerIds}::uuid[]) and p.state = 'active' and p.publication = 'published'
      and claims.live_until is not null and not ${isHeldBack(sql`s.provider_id`, sql`s.category_key`)}`;
}
