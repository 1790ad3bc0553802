import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Position } from '../../geocoder.ts';

export type GazetteerRow = {
  name: string;
  country_code: string;
  latitude: number;
  longitude: number;
};

const columns = sql`name, country_code, st_y(position::geometry) as latitude, st_x(position::geometry) as longitude`;

type PlaceSearch = { name: string; exactFirst: boolean; countryCode: string | undefined; limit: number };

export async function listPlaces(
  db: Db,
  { name, exactFirst, countryCode, limit }: PlaceSearch,
): Promise<GazetteerRow[]> {
  const prefix = `${name.replace(/[\\%_]/g, '\\$&')}%`;
  const country = countryCode ?? null;
  const { rows } = await sql<GazetteerRow>`
    with prefixed as (
      select id, ${columns}, case when ${exactFirst} and search_name = ${name} then 0 else 1 end as rank, population, 0::real as distance
      from gazetteer_place
      where search_name like ${prefix} and (${country}::text is null or country_code = ${country})
      order by 6, population desc limit ${limit}
    ), similar_ones as (
      select id, ${columns}, 2 as rank, population, search_name <-> ${name} as distance
      from gazetteer_place
      where search_name % ${name} and (${country}::text is null or country_code = ${country})
      order by search_name <-> ${name} limit ${limit}
    )
    select name, country_code, latitude, longitude from (
      select distinct on (id) * from (select * from prefixed union all select * from similar_ones) as found order by id, rank
    ) as each_once
    order by rank, distance, population desc limit ${limit}`.execute(db);
  return rows;
}

export async function findNearestPlace(db: Db, { latitude, longitude }: Position, metres: number) {
  const point = sql`st_setsrid(st_makepoint(${longitude}, ${latitude}), 4326)::geography`;
  const { rows } = await sql<GazetteerRow>`
    select ${columns} from gazetteer_place where st_dwithin(position, ${point}, ${metres})
    order by position <-> ${point} limit 1`.execute(db);
  return rows[0];
}

export type NewPlace = {
  id: number;
  name: string;
  searchName: string;
  countryCode: string;
  population: number;
  longitude: number;
  latitude: number;
};

export async function hasPlaces(db: Db): Promise<boolean> {
  return (await db.selectFrom('gazetteer_place').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertPlaces(trx: Trx, places: NewPlace[]): Promise<void> {
  const column = <Key extends keyof NewPlace>(key: Key) => places.map((place) => place[key]);
  await sql`
    insert into gazetteer_place (id, name, search_name, country_code, population, position)
    select id, name, search_name, country_code, population, st_setsrid(st_makepoint(longitude, latitude), 4326)::geography
    from unnest(${column('id')}::int[], ${column('name')}::text[], ${column('searchName')}::text[], ${column('countryCode')}::text[],
      ${column('population')}::int[], ${column('longitude')}::float[], ${column('latitude')}::float[])
      as place (id, name, search_name, country_code, population, longitude, latitude)`.execute(trx);
}
