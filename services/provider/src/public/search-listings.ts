import { sql } from 'kysely';
import type { Db } from '../app.ts';
import type { OperatingModel, ProviderKind } from '../db/schema.ts';
import type { GeoJsonPolygon } from '../location/schema.ts';

export type ListingRow = {
  provider_id: string;
  distance: number;
  public_provider_id: string;
  display_name: string;
  kind: ProviderKind;
  operating_model: OperatingModel;
  service_area: GeoJsonPolygon | null;
};

export type Search = {
  category: string;
  latitude: number;
  longitude: number;
  radius: number;
  operatingModel: OperatingModel | undefined;
  claims: readonly string[];
  at: Date;
  /** Distance and id of the last row of the page before. */
  after: readonly [number, string] | undefined;
  limit: number;
};

const beforeAll: readonly [number, string] = [-1, '00000000-0000-0000-0000-000000000000'];

/**
 * Nearest first. The inner query walks the index in order of distance and stops early, with ties; the outer one makes the order
 * exact. Ordering by both in one level would read the whole category (`performance.md`, search design). The bound is the radius,
 * or as far as the widest service area of the category reaches.
 */
export async function searchListings(db: Db, search: Search): Promise<ListingRow[]> {
  const { category, latitude, longitude, radius, operatingModel, claims, at, limit } = search;
  const [afterDistance, afterId] = search.after ?? beforeAll;
  const place = sql`st_setsrid(st_makepoint(${longitude}::float8, ${latitude}::float8), 4326)`;
  const { rows } = await sql<ListingRow>`
    select near.provider_id, near.distance, p.public_provider_id, p.display_name, p.kind, p.operating_model,
      st_asgeojson(near.area, 3)::jsonb as service_area
    from (
      select provider_id, area, geog <-> ${place}::geography as distance from public_listing
      where category_key = ${category}
        and st_dwithin(geog, ${place}::geography, greatest(${radius}::float8,
          (select max(reach) from public_listing where category_key = ${category})), false)
        and (geog <-> ${place}::geography <= ${radius}::float8 or st_intersects(area, ${place}))
        and live_until > ${at}
        and (${operatingModel ?? null}::operating_model is null or operating_model = ${operatingModel ?? null}::operating_model)
        and claim_types @> ${claims}::text[]
        and not exists (
          select from unnest(${claims}::text[]) wanted
          where not exists (
            select from unnest(claim_types, claim_expiries) held (type, until) where held.type = wanted and held.until > ${at}))
        and (geog <-> ${place}::geography, provider_id) > (${afterDistance}::float8, ${afterId}::uuid)
      order by geog <-> ${place}::geography fetch first (${limit}::int) rows with ties
    ) near
    join provider p on p.id = near.provider_id
    order by near.distance, near.provider_id limit ${limit}::int`.execute(db);
  return rows;
}
