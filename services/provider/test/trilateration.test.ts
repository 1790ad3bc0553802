import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeIdOf } from '../src/directory/places/place-id.ts';
import { type Ring as Corners, estimates } from './home-estimates.ts';
import { inAYear, makeActive, makeClaim, type Owner, squareAround, transition } from './make.ts';
import { type ProviderService, setGate, startProvider } from './service.ts';
import { distanceBetween, misfit, type Place, placeFrom, type Ring, trilaterate } from './trilaterate.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 8 });
  await setGate(service, 'open');
});
afterAll(() => service[Symbol.asyncDispose]());

const premises: Place = { latitude: 47.5, longitude: 0.5 };
const areaCentre: Place = { latitude: 47.2, longitude: 1.4 };
const homes: Place[] = [placeFrom(premises, 24, 20), placeFrom(premises, 31, 140)];

async function makeListed(location: Record<string, unknown>): Promise<Owner> {
  const owner = await makeActive(service, { location });
  await makeClaim(service, owner.id, { validUntil: inAYear() });
  const { status } = await transition(service, owner.actor, owner.id, 'publish');
  expect(status).toBe(200);
  return owner;
}

// In one cell with `areaCentre`.
const homesInArea: Place[] = [areaCentre, { ...areaCentre, longitude: areaCentre.longitude + 0.02 }];

async function moveHome({ actor }: Owner, body: Record<string, unknown>): Promise<void> {
  const { status } = await service.put('/provider-workspace/me/location', { actor, body });
  expect(status).toBe(200);
}

type Search = { from: Place; radiusKm: number; sees: string[] };

function searcher(names: Record<string, string>) {
  const searches: Search[] = [];
  const transcript: string[] = [];
  async function find(where: string): Promise<string[]> {
    const { status, body, headers } = await service.get(`/public/providers/search?category=electrician&${where}`);
    expect(status).toBe(200);
    const seen = [...headers].filter(
      ([name]) => name !== 'date' && name !== 'x-request-id' && !name.startsWith('ratelimit'),
    );
    transcript.push(JSON.stringify([where, status, body, seen]));
    return body.items.map(({ publicProviderId }: { publicProviderId: string }) => names[publicProviderId]);
  }
  async function search(from: Place, radiusKm: number): Promise<string[]> {
    const at = `latitude=${from.latitude.toFixed(9)}&longitude=${from.longitude.toFixed(9)}`;
    const sees = await find(`${at}&radiusKm=${radiusKm.toFixed(6)}`);
    searches.push({ from, radiusKm, sees });
    return sees;
  }
  return { searches, transcript, find, search };
}
type Searcher = ReturnType<typeof searcher>;

async function ringAround({ search }: Searcher, who: string, from: Place): Promise<Ring> {
  let [min, max] = [1, 100];
  for (let tries = 0; tries < 12; tries++) {
    const radius = (min + max) / 2;
    if ((await search(from, radius)).includes(who)) max = radius;
    else min = radius;
  }
  return { from, min, max };
}

async function attack(outside: Searcher, who: string, about: Place): Promise<Ring[]> {
  const places = Array.from({ length: 20 }, (_, index) => placeFrom(about, 55 + (index % 4) * 9, index * 18 + 5));
  return Promise.all(places.map((from) => ringAround(outside, who, from)));
}

/** Moves one side of an area until it meets `who`. */
async function edgeOf({ find }: Searcher, who: string, axis: keyof Place, sort: string): Promise<number> {
  const centre = { latitude: premises.latitude - 0.5, longitude: premises.longitude - 0.5 };
  let [min, max] = [0.1, 0.9];
  for (let tries = 0; tries < 12; tries++) {
    const side = (min + max) / 2;
    const reach = { latitude: 0.9, longitude: 0.9, [axis]: side };
    if ((await find(`area=${JSON.stringify(rectangle(centre, reach))}&sort=${sort}`)).includes(who)) max = side;
    else min = side;
  }
  return centre[axis] + max;
}

function rectangle({ latitude, longitude }: Place, reach: Place) {
  const [west, east] = [longitude - reach.longitude, longitude + reach.longitude];
  const [south, north] = [latitude - reach.latitude, latitude + reach.latitude];
  const ring = [west, east, east, west, west].map((x, index) => [x, index < 2 || index === 4 ? south : north]);
  return { type: 'Polygon', coordinates: [ring] };
}

test('D1 searches by place, radius, area and sort locate premises and service areas, but no private base', async () => {
  const atPremises = await makeListed({
    publicPremises: { ...premises, consent: true },
    privateBase: homes[0],
  });
  const inArea = await makeListed({ serviceArea: squareAround(areaCentre, 0.1), privateBase: areaCentre });
  const shown = (await service.get(`/public/providers/${inArea.publicId}`)).body.serviceArea.coordinates[0];
  const centre = estimates['the centroid']?.([shown as Corners], Math.random) as Place;
  const decoys = Array.from({ length: 6 }, (_, index) => placeFrom(premises, 12 + index * 6, index * 60));
  const ids: Record<string, string> = { [atPremises.publicId]: 'premises', [inArea.publicId]: 'area' };
  for (const [index, place] of decoys.entries())
    ids[(await makeListed({ publicPremises: { ...place, consent: true } })).publicId] = `decoy ${index}`;
  const placeOf: Record<string, Place> = { premises, area: centre };
  decoys.forEach((place, index) => {
    placeOf[`decoy ${index}`] = place;
  });

  const transcripts: string[][] = [];
  for (const [index, home] of homes.entries()) {
    const around = homesInArea[index] as Place;
    await moveHome(atPremises, { privateBase: home });
    await moveHome(inArea, { privateBase: around, serviceArea: squareAround(around, 0.1) });
    const outside = searcher(ids);
    const rings = {
      premises: await attack(outside, 'premises', premises),
      area: await attack(outside, 'area', areaCentre),
    };
    for (let index = 0; index < 20; index++) await outside.search(placeFrom(premises, 2 + index * 2, index * 77), 100);
    expect(outside.searches).toHaveLength(500);
    for (const sort of ['distance', 'freshness'])
      for (const axis of ['latitude', 'longitude'] as const) {
        const edge = await edgeOf(outside, 'premises', axis, sort);
        expect(Math.abs(edge - premises[axis])).toBeLessThan(0.001);
        for (const other of homes) expect(Math.abs(edge - other[axis])).toBeGreaterThan(0.1);
      }
    for (const [from, radiusKm] of [
      [premises, 30],
      [areaCentre, 60],
      [homes[1], 1],
    ] as const)
      for (const place of [
        `latitude=${from?.latitude}&longitude=${from?.longitude}`,
        `placeId=${placeIdOf(from as Place)}`,
      ])
        await outside.find(`${place}&radiusKm=${radiusKm}&sort=freshness`);

    expect(distanceBetween(trilaterate(rings.premises), premises)).toBeLessThan(0.1);
    expect(misfit(premises, rings.premises)).toBeLessThan(0.1);
    for (const other of homes) expect(misfit(other, rings.premises)).toBeGreaterThan(5);
    // No radius reaches a provider that travels from outside its service area.
    for (const { min } of rings.area) expect(min).toBeGreaterThan(99);
    expect(outOfOrder(outside.searches, placeOf)).toEqual([]);
    // If distances used the private base, the order would differ.
    expect(outOfOrder(outside.searches, { ...placeOf, premises: home }).length).toBeGreaterThan(20);
    transcripts.push([...outside.transcript].sort());
  }
  expect(transcripts[1]).toEqual(transcripts[0]);
}, 120_000);

function outOfOrder(searches: readonly Search[], placeOf: Record<string, Place>): Search[] {
  return searches.filter(({ from, sees }) => {
    const distances = sees.map((who) => distanceBetween(from, placeOf[who] as Place));
    return distances.some((distance, index) => index > 0 && distance < (distances[index - 1] as number) - 0.1);
  });
}
