import { createHash, randomUUID } from 'node:crypto';
import { seededRandom } from '@trust/service-testing/seeded-random';
import { sql } from 'kysely';
import { refreshPublicAreas } from '../src/registration/location/public-area.ts';
import { newPublicProviderId } from '../src/registration/providers/public-provider-id.ts';
import { estimates, pOfLess, type Ring } from './home-estimates.ts';
import type { ProviderService } from './service.ts';
import { distanceBetween, type Place } from './trilaterate.ts';
import { homesByVectors } from './vector-attack.ts';

type Home = Place & { id: string; publicId: string; key: string };
type Options = { providers: number; changes: number; seed: number };

/**
 * Draws homes and circles of 2 to 30 km around them, changes the circles, and guesses the homes from what is public.
 * Returns for each estimate p that guesses are closer to the home than a random point of its cell.
 */
export async function attackHomes(service: ProviderService, { providers, changes, seed }: Options) {
  const random = seededRandom(seed);
  const homes = Array.from({ length: providers }, (_, index) => homeOf(random, `${seed} ${index}`));
  await storeHomes(service, homes);
  const areas = homes.map((): Ring[] => []);
  let measured: Place[] = [];
  for (let change = 0; change < changes; change++) {
    const seen = await publishCircles(service, homes, random);
    for (const [index, { ring }] of seen.entries()) areas[index]?.push(ring);
    if (change === 0) measured = seen;
  }
  const fromHome = (guesses: readonly Place[]) =>
    guesses.map((guess, index) => distanceBetween(guess, homes[index] as Place));
  const atRandom = fromHome(homes.map((home) => inCellOf(home, random)));
  const guesses = Object.entries(estimates).map(([name, estimate]) => [
    name,
    areas.map((all) => estimate(all, random)),
  ]);
  const drawn = areas.map((all) => estimates['the centroid']?.(all, random) as Place);
  const ids = homes.map(({ id }) => id);
  const byVectors = await homesByVectors(service, ids, drawn);
  return Object.fromEntries(
    [...guesses, ['distances', measured], ['the vector that a colleague finds', byVectors]].map(([name, places]) => [
      name,
      pOfLess(fromHome(places as Place[]), atRandom),
    ]),
  ) as Record<string, number>;
}

/** In and around France. */
function homeOf(random: () => number, seed: string): Home {
  const place = { latitude: 42 + 9 * random(), longitude: -4 + 12 * random() };
  const key = createHash('sha256').update(seed).digest('hex');
  return { ...place, id: randomUUID(), publicId: newPublicProviderId(), key };
}

async function storeHomes({ db }: ProviderService, homes: readonly Home[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(homes)})
    as home (id uuid, "publicId" text, key text, latitude float8, longitude float8)`;
  await sql`
    insert into provider (id, public_provider_id, display_name, kind, operating_model, created_at, changed_at)
    select id, "publicId", 'Home', 'individual', 'travels', now(), now() from ${rows}`.execute(db);
  await sql`insert into area_key select id, decode(key, 'hex') from ${rows}`.execute(db);
  await sql`
    insert into private_base (provider_id, position, entered_by, changed_at)
    select id, st_setsrid(st_makepoint(longitude, latitude), 4326), id, now() from ${rows}`.execute(db);
}

async function publishCircles({ db }: ProviderService, homes: readonly Home[], random: () => number) {
  const ids = homes.map(({ id }) => id);
  const radii = homes.map(() => 2000 + 28_000 * random());
  await sql`delete from service_area where provider_id = any(${ids}::uuid[])`.execute(db);
  await sql`
    insert into service_area (provider_id, area, set_by, changed_at)
    select id, st_buffer(b.position, radius, 16), id, now() from unnest(${ids}::uuid[], ${radii}::float8[]) circle (id, radius)
    join private_base b on b.provider_id = id`.execute(db);
  for (let from = 0; from < ids.length; from += 200)
    await db.transact((trx) => refreshPublicAreas(trx, ids.slice(from, from + 200)));
  // Search measures from the centroid, as `refresh-listing.ts` stores it.
  const { rows } = await sql<Place & { ring: Ring }>`
    select st_y(centre) as latitude, st_x(centre) as longitude, st_asgeojson(area)::json -> 'coordinates' -> 0 as ring
    from unnest(${ids}::uuid[]) with ordinality asked (id, place) join public_area on provider_id = id,
    lateral (select st_centroid(area)) as c (centre) order by place`.execute(db);
  return rows;
}

const height = 0.02;

function inCellOf({ latitude, longitude }: Place, random: () => number): Place {
  const south = Math.floor(latitude / height) * height;
  const width = 360 / Math.floor((360 / height) * Math.cos(((south + height) * Math.PI) / 180));
  const west = Math.floor((longitude + 180) / width) * width - 180;
  return { latitude: south + random() * height, longitude: west + random() * width };
}
