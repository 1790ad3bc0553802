import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makePublished, type Owner, squareAround } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

// In one cell of 0.02° with the second; the third is in the next one to the north.
const [home, nearby, elsewhere] = [
  { latitude: 30.001, longitude: 10.001 },
  { latitude: 30.001, longitude: 10.012 },
  { latitude: 30.021, longitude: 10.001 },
];
type Place = typeof home;
type Corner = [number, number];

const around = (privateBase: Place) => ({ privateBase, serviceArea: squareAround(privateBase, 0.1) });
const put = ({ actor }: Owner, body: object) => service.put('/provider-workspace/me/location', { actor, body });
const publicAreaOf = async ({ publicId }: Owner) =>
  (await service.get(`/public/providers/${publicId}`)).body.serviceArea;
const findAt = async ([longitude, latitude]: readonly [number, number]) =>
  (await service.get(`/public/providers/search?category=electrician&latitude=${latitude}&longitude=${longitude}`)).body
    .items as { publicProviderId: string; serviceArea: { coordinates: Corner[][] } }[];

test('T6 profile, search, match and distance follow one area, which is not the exact one', async () => {
  const owner = await makePublished(service, { location: around(home) });
  const area = await publicAreaOf(owner);
  const ring: Corner[] = area.coordinates[0];
  expect(area).not.toEqual(squareAround(home, 0.1));
  const [inside] = await findAt([home.longitude, home.latitude]);
  expect(inside).toMatchObject({ publicProviderId: owner.publicId, serviceArea: area });
  const { rows } = await sql`
    select st_asgeojson(l.area)::jsonb as matched, st_asgeojson(p.area)::jsonb as stored, st_distance(l.geog, st_centroid(p.area)) as metres
    from public_listing l join public_area p using (provider_id) where l.provider_id = ${owner.id}`.execute(service.db);
  expect(rows).toEqual([{ matched: area, stored: area, metres: 0 }]);

  // The exact area ends between these points.
  const [north, south] = [1, -1].map((side) => Math.max(...ring.map(([, y]) => side * y)) * side) as [number, number];
  const isFound = async (latitude: number) => (await findAt([home.longitude, latitude])).length > 0;
  expect([await isFound(north - 0.001), await isFound(south + 0.001)]).toEqual([true, true]);
  expect([await isFound(north + 0.001), await isFound(south - 0.001)]).toEqual([false, false]);
});

test('T6 corners have three decimals and are at least 2 km apart', async () => {
  const owner = await makePublished(service, { location: around(home) });
  const ring: Corner[] = (await publicAreaOf(owner)).coordinates[0];
  for (const value of ring.flat()) expect(value).toBe(Number(value.toFixed(3)));
  for (const axis of [0, 1] as const) {
    const values = [...new Set(ring.map((corner) => corner[axis]))].sort((one, other) => one - other);
    for (const [index, value] of values.slice(1).entries())
      expect(value - (values[index] as number)).toBeGreaterThan(0.018);
  }
});

test('T6 an area around another home of the cell is the same, also after a time in another cell', async () => {
  const owner = await makePublished(service, { location: around(home) });
  const before = await publicAreaOf(owner);
  await put(owner, around(nearby));
  expect(await publicAreaOf(owner)).toEqual(before);
  await put(owner, around(elsewhere));
  const north = await publicAreaOf(owner);
  const moved = {
    ...before,
    coordinates: before.coordinates.map((ring: Corner[]) => ring.map(([x, y]) => [x, Number((y + 0.02).toFixed(3))])),
  };
  expect(north).not.toEqual(before);
  expect(JSON.stringify(north)).not.toBe(JSON.stringify(moved));
  await put(owner, { serviceArea: null });
  expect(await publicAreaOf(owner)).toBeNull();
  await put(owner, around(home));
  expect(await publicAreaOf(owner)).toEqual(before);
});

test('T6 without a base the cell of the centroid counts, and a base alone moves the area', async () => {
  const owner = await makePublished(service, { location: around(home) });
  await put(owner, { privateBase: null });
  const before = await publicAreaOf(owner);
  await put(owner, { serviceArea: squareAround(nearby, 0.1) });
  expect(await publicAreaOf(owner)).toEqual(before);
  await put(owner, { privateBase: home });
  const moved = await publicAreaOf(owner);
  await put(owner, { privateBase: elsewhere });
  expect(await publicAreaOf(owner)).not.toEqual(moved);
});

test('T6 a colleague who enters or removes a base learns nothing about the drawn point of another home', async () => {
  const owner = await makePublished(service, { location: around(home) });
  const { actor } = await addRepresentative(service, owner.id, 'manager');
  /** In two cells: two drawn points may be the same by chance, four hardly. */
  const areasOf = async (by: Owner, locations: object[]) => {
    const areas: unknown[] = [];
    for (const location of locations) {
      await put(by, location);
      areas.push(await publicAreaOf(owner));
    }
    return areas;
  };
  const homes = [around(home), around(elsewhere)];
  const drawn = await areasOf(owner, homes);
  const manager = { ...owner, actor };
  // With the drawn points of the homes, each would be the same as there.
  const nextDoor = [around(nearby), around({ ...elsewhere, longitude: nearby.longitude })];
  expect(await areasOf(manager, nextDoor)).not.toEqual(drawn);
  const withoutBase = homes.map(({ serviceArea }) => ({ privateBase: null, serviceArea }));
  expect(await areasOf(manager, withoutBase)).not.toEqual(drawn);
  expect(await areasOf(owner, homes)).toEqual(drawn);
});

test('T6 the area of a colleague tells nothing of a base: another, none or a later one move it alike', async () => {
  const owner = await makePublished(service, { location: around(home) });
  const manager = { ...owner, actor: (await addRepresentative(service, owner.id, 'manager')).actor };
  const third = { ...owner, actor: (await addRepresentative(service, owner.id, 'owner')).actor };
  const drawn = await publicAreaOf(owner);
  const areas: unknown[] = [];
  const serviceArea = squareAround(home, 0.1);
  await put(manager, { serviceArea: squareAround(elsewhere, 0.1) });
  await put(manager, { serviceArea });
  areas.push(await publicAreaOf(owner));
  for (const privateBase of [home, nearby, elsewhere, { latitude: 31.5, longitude: 11.5 }, null]) {
    await put(owner, { privateBase });
    areas.push(await publicAreaOf(owner));
  }
  await put(third, { privateBase: home });
  areas.push(await publicAreaOf(owner));
  expect(new Set(areas.map((area) => JSON.stringify(area))).size).toBe(1);
  expect(areas[0]).not.toEqual(drawn);
  // The drawn point of one colleague is not that of another, nor that of a base of theirs.
  const ofOthers = [];
  for (const location of [{ serviceArea: null }, { serviceArea }]) await put(third, location);
  ofOthers.push(await publicAreaOf(owner));
  await put(third, { privateBase: null });
  ofOthers.push(await publicAreaOf(owner));
  expect(ofOthers).not.toContainEqual(areas[0]);
  expect(ofOthers[0]).not.toEqual(ofOthers[1]);
});

test('T6 a colleague who repeats an area does not move it, and one from before is moved as theirs', async () => {
  const owner = await makePublished(service, { location: around(home) });
  const manager = { ...owner, actor: (await addRepresentative(service, owner.id, 'manager')).actor };
  const drawn = await publicAreaOf(owner);
  const { serviceArea } = around(home);
  await put(manager, { serviceArea });
  expect(await publicAreaOf(owner)).toEqual(drawn);
  const forget = service.db.updateTable('service_area').set({ set_by: null }).where('provider_id', '=', owner.id);
  await forget.execute();
  await put(owner, { privateBase: home });
  expect(await publicAreaOf(owner)).not.toEqual(drawn);
  await put(owner, { serviceArea });
  expect(await publicAreaOf(owner)).toEqual(drawn);
});

test('T6 three providers with the same home and area have different public areas', async () => {
  const areas: string[] = [];
  for (let more = 0; more < 3; more += 1)
    areas.push(JSON.stringify(await publicAreaOf(await makePublished(service, { location: around(home) }))));
  expect(new Set(areas).size).toBeGreaterThan(1);
});

test.each([
  ['the antimeridian', [179.981, 10], [179.9995, 10]],
  ['the antimeridian in the west', [-179.981, -10], [-179.9995, -10]],
  ['the pole', [20, 89.981], [20, 89.9995]],
  ['the south pole', [20, -89.981], [20, -89.9995]],
])('a public area at %s stays on the map', async (_name, [baseX, baseY], [x, y]) => {
  const { rows } = await sql<{ isInside: boolean; isValid: boolean }>`
    select area @ st_makeenvelope(-180, -90, 180, 90, 4326) as "isInside", st_isvalid(area) and not st_isempty(area) as "isValid"
    from generate_series(1, 50) n, lateral (select generalised_area(
      st_expand(st_setsrid(st_makepoint(${x}::float8, ${y}::float8), 4326), 0.0004),
      st_setsrid(st_makepoint(${baseX}::float8, ${baseY}::float8), 4326), sha256(n::text::bytea))) as a (area)`.execute(
    service.db,
  );
  expect(rows).toHaveLength(50);
  for (const row of rows) expect(row).toEqual({ isInside: true, isValid: true });
});

async function sidesOf(side: 'st_xmin' | 'st_ymin', base: string, key: string): Promise<number> {
  const { rows } = await sql<{ sides: number }>`
    select count(distinct ${sql.raw(side)}(generalised_area(st_expand(base, 0.0004), base, ${sql.raw(key)})))::int as sides
    from generate_series(1, 40) n, lateral (select st_setsrid(${sql.raw(base)}, 4326)) as b (base)`.execute(service.db);
  return rows[0]?.sides ?? 0;
}

test('T6 each cell has its own drawn point', async () => {
  expect(await sidesOf('st_ymin', 'st_makepoint(10 + n * 0.03, 30.01)', `sha256('one key')`)).toBeGreaterThan(10);
});

test('T6 the grid of a small area is not that of the cells of homes', async () => {
  expect(await sidesOf('st_xmin', 'st_makepoint(10.001, 30.01)', 'sha256(n::text::bytea)')).toBeGreaterThan(10);
});
