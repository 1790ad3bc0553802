import { sql } from 'kysely';
import type { Db } from '../app.ts';
import type { OperatingModel, ProviderKind } from '../db/schema.ts';
import { isNotSuspended, isNotWithheld } from '../emergency-actions/in-force.ts';
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
  after: readonly [number, string] | undefined;
  limit: number;
};

const beforeFirst: readonly [number, string] = [-1, '00000000-0000-0000-0000-000000000000'];

/** Two levels: the inner stops early by the distance index; one would sort the whole category. */
export async function searchListings(db: Db, search: Search): Promise<ListingRow[]> {
  const { category, latitude, longitude, radius, operatingModel, claims, at, limit } = search;
  const [afterDistance, afterId] = search.after ?? beforeFirst;
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
        and live_until > ${at} and ${isNotSuspended(sql`provider_id`, at)}
        and exists (
          select from unnest(claim_expiries, claim_ids) held (until, id)
          where held.until > ${at} and ${isNotWithheld(sql`held.id`, at)})
        and (${operatingModel ?? null}::operating_model is null or operating_model = ${operatingModel ?? null}::operating_model)
        and claim_types @> ${claims}::text[]
        and not exists (
          select from unnest(${claims}::text[]) required
          where not exists (
            select from unnest(claim_types, claim_expiries, claim_ids) held (type, until, id)
            where held.type = required and held.until > ${at} and ${isNotWithheld(sql`held.id`, at)}))
        and (geog <-> ${place}::geography, provider_id) > (${afterDistance}::float8, ${afterId}::uuid)
      order by geog <-> ${place}::geography fetch first (${limit}::int) rows with ties
    ) near
    join provider p on p.id = near.provider_id
    order by near.distance, near.provider_id limit ${limit}::int`.execute(db);
  return rows;
}
