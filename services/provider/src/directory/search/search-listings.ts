import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../app.ts';
import { limitationTexts } from '../../catalog/limitations.ts';
import type { AvailabilityState, OperatingModel, ProviderKind } from '../../db/schema.ts';
import type { ClaimRow } from '../../from-other-services/claims/active-claims.ts';
import { isNotSuspended, isNotWithheld } from '../../from-other-services/emergency-actions/in-force.ts';
import type { MediaRow } from '../../from-other-services/public-media/media-of.ts';
import { dueDays } from '../../listing/freshness.ts';
import { isInEffect } from '../../listing/is-in-effect.ts';
import type { GeoJsonPolygon } from '../../registration/location/schema.ts';

export type SummaryRow = Pick<ClaimRow, 'claim_id' | 'type' | 'statement' | 'limitation_texts'> & {
  valid_until: string;
};

export type ListingRow = {
  provider_id: string;
  /** In the order of the search: metres, more for a pin, or the end of the last claim. */
  position: number | string;
  public_provider_id: string;
  display_name: string;
  kind: ProviderKind;
  operating_model: OperatingModel;
  service_area: GeoJsonPolygon | null;
  claims: SummaryRow[];
  image: MediaRow | null;
  availability: AvailabilityState | null;
};

export type Where = { latitude: number; longitude: number; radius: number } | { polygon: GeoJsonPolygon } | undefined;

export type Search = {
  category: string;
  where: Where;
  sort: 'distance' | 'freshness';
  operatingModel: OperatingModel | undefined;
  /** Takes new work at this time, or earlier. */
  availableBy: Date | undefined;
  claims: readonly string[];
  freshness: 'fresh' | 'due' | undefined;
  language: string | undefined;
  q: string | undefined;
  at: Date;
  after: readonly [number | string, string] | undefined;
  limit: number;
};

const nobody = '00000000-0000-0000-0000-000000000000';

export async function searchListings(db: Db, search: Search): Promise<ListingRow[]> {
  return (await searchQuery(search).execute(db)).rows;
}

/**
 * Two levels: the inner stops early by an index in the order of the search; one would sort the whole category.
 * One statement, so that a listing and its claims are of the same moment.
 */
export function searchQuery(search: Search): RawBuilder<ListingRow> {
  const { where, sort, limit } = search;
  const centre = where && centreOf(where);
  const isByDistance = sort === 'distance' && centre !== undefined;
  const parts = isByDistance ? [nearest(centre, false), nearest(centre, true)] : [newest];
  return sql<ListingRow>`
    select near.provider_id, near.position, p.public_provider_id, p.public_name as display_name, p.kind, p.operating_model,
      st_asgeojson(near.area, 3)::json as service_area, ${currentClaims(search)} as claims,
      ${profileImage} as image, ${availability(search)} as availability
    from (${sql.join(
      parts.map(
        ({ order, position, isPart }) => sql`(
          select l.provider_id, l.area, ${position} as position from public_listing l
          where l.category_key = ${search.category} and ${isPart} and ${isWithin(search, centre)} and ${isLive(search)}
            and ${isAsked(search)} and ${isAfter(search, position, isByDistance)}
          order by ${order} fetch first (${limit}::int) rows with ties)`,
      ),
      sql` union all `,
    )}) near
    join provider p on p.id = near.provider_id
    order by near.position ${isByDistance ? sql`, near.provider_id` : sql`desc, near.provider_id desc`} limit ${limit}::int`;
}

/** Listings in the order of an index. `position` orders those of all parts. */
type Part = { order: RawBuilder<unknown>; position: RawBuilder<unknown>; isPart: RawBuilder<boolean> };

const newest: Part = { order: sql`l.live_until desc`, position: sql`l.live_until`, isPart: sql`true` };
/** Metres; no two places are as far apart. */
const behindAll = 1e8;

/** Nobody ranks first by premises that nobody checked (docs/domain/publication-and-search.md 15). */
function nearest(centre: RawBuilder<unknown>, isPinned: boolean): Part {
  const order = sql`l.geog <-> ${centre}`;
  if (!isPinned) return { order, position: order, isPart: sql`not l.is_pinned` };
  return { order, position: sql`(l.geog <-> ${centre}) + ${behindAll}::float8`, isPart: sql`l.is_pinned` };
}

/** The claims of each listing in `near`, as JSON. */
function currentClaims({ category, at }: Search): RawBuilder<SummaryRow[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('claim_id', claim_id, 'type', type, 'statement', statement,
        'valid_until', valid_until, 'limitation_texts', ${limitationTexts(sql.ref('limitations'))})
      order by type, valid_until desc, claim_id), '[]')
    from claim where provider_id = near.provider_id and category_key = ${category} and status = 'active'
      and valid_until > ${at} and ${isNotWithheld(sql`claim_id`, at)} and ${isInEffect(sql`subject_id`)})`;
}

const profileImage = sql`(
  select json_build_object('kind', kind, 'alt', alt, 'sizes', sizes) from public_media
  where provider_id = near.provider_id and kind = 'profile' order by published_at desc, media_id limit 1)`;

function availability({ category }: Search): RawBuilder<AvailabilityState | null> {
  return sql`(
    select a.state from service_selection s join availability a on a.selection_id = s.id
    where s.provider_id = near.provider_id and s.category_key = ${category} and s.state = 'active')`;
}

function pointOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  return sql`st_setsrid(st_makepoint(${longitude}::float8, ${latitude}::float8), 4326)`;
}

function geometryOf(polygon: GeoJsonPolygon) {
  return sql`st_makevalid(st_setsrid(st_geomfromgeojson(${JSON.stringify(polygon)}), 4326))`;
}

function centreOf(where: NonNullable<Where>): RawBuilder<unknown> {
  return 'polygon' in where
    ? sql`st_centroid(${geometryOf(where.polygon)})::geography`
    : sql`${pointOf(where)}::geography`;
}

/**
 * Public premises and service areas only (promise D1). Premises match by distance, providers that travel or work
 * remotely by their service area. The first condition uses the distance index.
 */
function isWithin({ where, category }: Search, centre: RawBuilder<unknown> | undefined): RawBuilder<boolean> {
  if (!where || !centre) return sql`true`;
  const isAtPremises = sql`(l.operating_model = 'premises' or l.area is null)`;
  const reach = sql`(select max(reach) from public_listing where category_key = ${category})`;
  if (!('polygon' in where))
    return sql`st_dwithin(l.geog, ${centre}, greatest(${where.radius}::float8, ${reach}), false)
      and (${isAtPremises} and l.geog <-> ${centre} <= ${where.radius}::float8 or st_intersects(l.area, ${pointOf(where)}))`;
  const area = geometryOf(where.polygon);
  // 5 % more: an edge that is straight on the map is curved on the globe.
  return sql`st_dwithin(l.geog, ${centre}, ${reach} + 1.05 * (
      select max(st_distance(${centre}, corner.geom::geography, false)) from st_dumppoints(${area}) corner), false)
    and (${isAtPremises} and st_intersects(l.geog::geometry, ${area}) or st_intersects(l.area, ${area}))`;
}

/** A current claim of the wanted freshness, and one of each wanted type. */
function isLive({ at, claims, freshness }: Search): RawBuilder<boolean> {
  const dueFrom = new Date(at.getTime() + dueDays * 86_400_000);
  const from = freshness === 'fresh' ? dueFrom : at;
  const isDue = freshness === 'due' ? sql`held.until <= ${dueFrom}` : sql`true`;
  const isHeld = sql`held.until > ${from} and ${isDue} and ${isNotWithheld(sql`held.id`, at)}`;
  return sql`l.live_until > ${from} and ${isNotSuspended(sql`l.provider_id`, at)}
    and exists (select from unnest(l.claim_expiries, l.claim_ids) held (until, id) where ${isHeld})
    and not exists (
      select from unnest(${claims}::text[]) required
      where not exists (
        select from unnest(l.claim_types, l.claim_expiries, l.claim_ids) held (type, until, id)
        where held.type = required and ${isHeld}))`;
}

/** Each condition has an index. Facets select claims by type and month; `isLive` compares exactly. */
function isAsked({ operatingModel, claims, freshness, language, availableBy, q, at }: Search): RawBuilder<boolean> {
  const facets = [
    ...(operatingModel ? [`model:${operatingModel}`] : []),
    ...(language ? [`language:${language}`] : []),
    ...claims.map((type) => `claim:${type}`),
  ];
  const ends = Array.from({ length: 3 }, (_, month) => `ends:${monthAfter(at, month)}`);
  const conditions = [
    ...(facets.length > 0 ? [sql`l.facets @> ${facets}::text[]`] : []),
    ...(freshness === 'due' ? [sql`l.facets && ${ends}::text[]`] : []),
    ...(availableBy ? [sql`l.available_from <= ${availableBy}`] : []),
    ...(q ? [sql`l.words @@ plainto_tsquery('simple', provider_name_words(${q}))`] : []),
  ];
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`;
}

/** As `YYYY-MM`, in UTC. */
function monthAfter(at: Date, months: number): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months)).toISOString().slice(0, 7);
}

function isAfter({ after }: Search, own: RawBuilder<unknown>, isByDistance: boolean): RawBuilder<boolean> {
  const [position, id] = after ?? [undefined, nobody];
  if (position === undefined) return sql`true`;
  return isByDistance
    ? sql`(${own}, l.provider_id) > (${position}::float8, ${id}::uuid)`
    : sql`(${own}, l.provider_id) < (${position}::timestamptz, ${id}::uuid)`;
}
