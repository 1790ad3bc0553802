import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { refreshPublicAreas } from '../src/registration/location/public-area.ts';
import type { ProviderService } from './service.ts';
import type { Place } from './trilaterate.ts';

type Box = { west: number; east: number; south: number; north: number };

const rounds = 11;
/** Degrees: half the side of a square of 4 m, and more than a cell is wide in and around France. */
const [half, span] = [0.00002, 0.035];

/**
 * A colleague draws squares and bisects where the public cell of each ends: so far is an area moved. They guess the home from
 * there and the drawn points, the centres of the areas that its owner drew around it.
 */
export async function homesByVectors(
  service: ProviderService,
  ids: string[],
  drawn: readonly Place[],
): Promise<Place[]> {
  const colleague = randomUUID();
  const at = (steps: readonly Place[]) =>
    drawn.map((place, index) => sum(place, steps[index] ?? { latitude: 0, longitude: 0 }));
  const first = await publishSquares(service, { ids, at: at([]), by: colleague });
  const inside = drawn.map(() => ({ latitude: 0, longitude: 0 }));
  for (let [round, step] = [0, span / 2]; round < rounds; round++, step /= 2) {
    const tried = inside.map((place) => sum(place, { latitude: step, longitude: step }));
    const seen = await publishSquares(service, { ids, at: at(tried), by: colleague });
    for (const [index, box] of seen.entries()) {
      const [place, cell] = [inside[index] as Place, first[index] as Box];
      if (Math.abs(box.south - cell.south) < 0.002) place.latitude += step;
      if (Math.abs(box.west - cell.west) < 0.002) place.longitude += step;
    }
  }
  // Home = drawn - (edge - (drawn + step)).
  return drawn.map((place, index) => {
    const [{ north, east }, step] = [first[index] as Box, inside[index] as Place];
    return {
      latitude: 2 * place.latitude + step.latitude - north,
      longitude: 2 * place.longitude + step.longitude - east,
    };
  });
}

const sum = (one: Place, other: Place) => ({
  latitude: one.latitude + other.latitude,
  longitude: one.longitude + other.longitude,
});

type Squares = { ids: string[]; at: readonly Place[]; by: string };

async function publishSquares({ db }: ProviderService, { ids, at, by }: Squares): Promise<Box[]> {
  const centres = [at.map(({ longitude }) => longitude), at.map(({ latitude }) => latitude)];
  await sql`delete from service_area where provider_id = any(${ids}::uuid[])`.execute(db);
  await sql`
    insert into service_area (provider_id, area, set_by, changed_at)
    select id, st_expand(st_setsrid(st_makepoint(x, y), 4326), ${half}::float8)::geography, ${by}, now()
    from unnest(${ids}::uuid[], ${centres[0]}::float8[], ${centres[1]}::float8[]) square (id, x, y)`.execute(db);
  for (let from = 0; from < ids.length; from += 200)
    await db.transact((trx) => refreshPublicAreas(trx, ids.slice(from, from + 200)));
  const { rows } = await sql<Box>`
    select st_xmin(area) as west, st_xmax(area) as east, st_ymin(area) as south, st_ymax(area) as north
    from unnest(${ids}::uuid[]) with ordinality asked (id, place) join public_area on provider_id = id
    order by place`.execute(db);
  return rows;
}
