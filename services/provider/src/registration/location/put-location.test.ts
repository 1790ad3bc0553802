import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { providerChanged } from '@trust/contracts/events/provider';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeOwner, squareAround } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const path = '/provider-workspace/me/location';
const place = { latitude: 45.764043, longitude: 4.835659 };

test('stores each part separately: absence keeps it, null removes it, and no coordinate is echoed', async () => {
  const { actor, id } = await makeOwner(service);
  const put = async (body: object) => (await service.put(path, { actor, body })).body;
  const flags = (
    privateBaseConfigured: boolean,
    publicPremisesConfigured: boolean,
    serviceAreaConfigured: boolean,
  ) => ({
    privateBaseConfigured,
    publicPremisesConfigured,
    serviceAreaConfigured,
  });
  expect(await put({ privateBase: { ...place, addressLabel: 'Home' } })).toEqual({
    ...flags(true, false, false),
    publicAddressStatus: null,
  });
  expect(await put({ publicPremises: { ...place, consent: true } })).toEqual({
    ...flags(true, true, false),
    publicAddressStatus: null,
  });
  expect(await put({ serviceArea: squareAround(place) })).toEqual({
    ...flags(true, true, true),
    publicAddressStatus: null,
  });
  expect(await put({})).toEqual({ ...flags(true, true, true), publicAddressStatus: null });
  expect(await put({ privateBase: null, publicPremises: null })).toEqual({
    ...flags(false, false, true),
    publicAddressStatus: null,
  });

  const announced = (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === id);
  expect(announced.at(-1)?.location).toEqual(flags(false, false, true));
  const entries = (await service.audited('putLocation')).filter(({ objectId }) => objectId === id);
  expect(entries).toHaveLength(5);
  for (const { before, after } of entries) {
    expect(Object.values(before).every((value) => typeof value === 'boolean')).toBe(true);
    expect(after).toMatchObject({ state: 'draft' });
  }
});

test.each([
  ['a latitude alone', { privateBase: { latitude: 45 } }, 'privateBase.longitude', 'required'],
  ['a longitude alone', { publicPremises: { longitude: 4, consent: true } }, 'publicPremises.latitude', 'required'],
  ['premises without consent', { publicPremises: place }, 'publicPremises.consent', 'required'],
  [
    'premises with consent `false`',
    { publicPremises: { ...place, consent: false } },
    'publicPremises.consent',
    'invalid_value',
  ],
  ['a latitude beyond 90', { privateBase: { latitude: 90.1, longitude: 0 } }, 'privateBase.latitude', 'too_big'],
  [
    'a string instead of a number',
    { privateBase: { latitude: '45', longitude: 4 } },
    'privateBase.latitude',
    'invalid_type',
  ],
  [
    'a consent on the private base',
    { privateBase: { ...place, consent: true } },
    'privateBase.consent',
    'unknown_field',
  ],
  [
    'a point for an area',
    { serviceArea: { type: 'Point', coordinates: [4, 45] } },
    'serviceArea.type',
    'invalid_value',
  ],
])('returns 400 for %s', async (_name, body, field, code) => {
  const { actor, id } = await makeOwner(service);
  const answer = await service.put(path, { actor, body });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }));
  const { rows } = await sql`select from private_base where provider_id = ${id}
    union all select from public_premises where provider_id = ${id}`.execute(service.db);
  expect(rows).toEqual([]);
});

test('tells whose private base somebody else replaced or removed, and nobody else', async () => {
  const { actor, id } = await makeOwner(service);
  const { actor: manager } = await addRepresentative(service, id, 'manager');
  const told = async () =>
    (await service.emitted(notificationRequested.provider))
      .filter(({ template }) => template === 'private_base_changed')
      .map(({ userId }) => userId);
  const put = (by: Actor, privateBase: object | null) => service.put(path, { actor: by, body: { privateBase } });
  await put(actor, place);
  await put(actor, { ...place, latitude: place.latitude + 0.1 });
  await put(manager, { ...place, latitude: place.latitude + 0.1 });
  expect(await told()).toEqual([]);
  await put(manager, place);
  expect(await told()).toEqual([actor.userId]);
  await put(actor, null);
  expect(await told()).toEqual([actor.userId, manager.userId]);
});

test('tells who entered the base that somebody else replaced or removed the area, and nobody else', async () => {
  const { actor, id } = await makeOwner(service);
  const { actor: manager } = await addRepresentative(service, id, 'manager');
  const told = async () =>
    (await service.emitted(notificationRequested.provider))
      .filter(({ userId }) => [actor, manager].some((one) => one.userId === userId))
      .map(({ template, userId }) => [template, userId]);
  const put = (by: Actor, body: object) => service.put(path, { actor: by, body });
  const area = (degrees: number) => ({ serviceArea: squareAround(place, degrees) });
  await put(actor, area(0.1));
  await put(manager, area(0.2));
  await put(actor, { privateBase: place, ...area(0.1) });
  await put(actor, area(0.2));
  await put(manager, area(0.2));
  expect(await told()).toEqual([]);
  await put(manager, area(0.3));
  await put(manager, area(0.4));
  await put(actor, area(0.1));
  const changed = ['service_area_changed', actor.userId];
  expect(await told()).toEqual([changed]);
  await put(manager, { serviceArea: null });
  expect(await told()).toEqual([changed, changed]);
});

test('an address says no check, and may be a street named after an authority', async () => {
  const { actor } = await makeOwner(service);
  const put = (addressLabel: string) =>
    service.put(path, { actor, body: { publicPremises: { ...place, addressLabel, consent: true } } });
  const refused = (code: string) => ({
    status: 400,
    body: { errors: [{ field: 'publicPremises.addressLabel', code }] },
  });
  expect(await put('✔ 1 place Beauvau, Paris')).toMatchObject(refused('symbol_not_allowed'));
  expect(await put('Officially ⓥⓔⓡⓘⓕⓘⓔⓓ, 1 place Beauvau')).toMatchObject(refused('reserved_word'));
  expect((await put('4 rue de la Gendarmerie, Bâtiment C, 2ᵉ étage')).status).toBe(200);
});

test('the base of somebody who leaves goes with them', async () => {
  const owner = await makeOwner(service);
  const manager = await addRepresentative(service, owner.id, 'manager');
  const bases = () =>
    service.db.selectFrom('private_base').select('entered_by').where('provider_id', '=', owner.id).execute();
  await service.put(path, { actor: manager.actor, body: { privateBase: place } });
  expect(await bases()).toHaveLength(1);
  expect((await manager.remove(owner.actor)).status).toBe(204);
  expect(await bases()).toEqual([]);
});

test('I3 returns 400 for a hole outside its outline', async () => {
  const { actor } = await makeOwner(service);
  const hole = squareAround({ latitude: 48, longitude: 9 }, 0.1).coordinates;
  const serviceArea = { type: 'Polygon', coordinates: [...squareAround(place).coordinates, ...hole] };
  expect(await service.put(path, { actor, body: { serviceArea } })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'serviceArea', code: 'invalid_polygon' }] },
  });
});

const ring = (...points: [number, number][]) => ({ type: 'Polygon', coordinates: [[...points, points[0]]] });
const circle = (vertices: number) =>
  ring(
    ...Array.from({ length: vertices - 1 }, (_, index): [number, number] => {
      const angle = (2 * Math.PI * index) / (vertices - 1);
      return [4 + 0.2 * Math.cos(angle), 45 + 0.2 * Math.sin(angle)];
    }),
  );

test.each([
  ['501 vertices', circle(501), 'serviceArea.coordinates.0', 'too_big'],
  ['a bow-tie', ring([4, 45], [5, 46], [5, 45], [4, 46]), 'serviceArea', 'self_crossing'],
])(
  'I3 every route returns 400 for a service area with %s and stores nothing',
  async (_name, serviceArea, field, code) => {
    const { actor, id } = await makeOwner(service);
    for (const route of [path, `/providers/${id}/location`, `/providers/${id}/service-areas`]) {
      const answer = await service.put(route, { actor, body: { serviceArea } });
      expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({
        status: 400,
        errors: [{ field, code }],
      });
    }
    const { rows } = await sql`select from service_area where provider_id = ${id}`.execute(service.db);
    expect(rows).toEqual([]);
    const largest = await service.put(path, { actor, body: { serviceArea: circle(500) } });
    expect(largest.body).toMatchObject({ serviceAreaConfigured: true });
  },
);

test.each([
  ['501 vertices', circle(501), /area_has_bounded_vertices/],
  ['a bow-tie', ring([4, 45], [5, 45.5], [5, 45], [4, 45.2]), /area_is_valid/],
  ['more than 100 000 km²', ring([0, 40], [4, 40], [4, 44], [0, 44]), /area_has_bounded_size/],
])('I3 the database rejects a service area with %s', async (_name, area, constraint) => {
  const { id } = await makeOwner(service);
  const insert = 'insert into service_area values ($1, st_geomfromgeojson($2)::geography, now())';
  await expect(service.db.pool.query(insert, [id, JSON.stringify(area)])).rejects.toThrow(constraint);
});

test('stores coordinates without loss', async () => {
  const { actor, id } = await makeOwner(service);
  await service.put(path, { actor, body: { privateBase: { latitude: -89.5, longitude: 179.5 } } });
  const { rows } = await sql<{ text: string }>`
    select st_astext(position) as text from private_base where provider_id = ${id}`.execute(service.db);
  expect(rows).toEqual([{ text: 'POINT(179.5 -89.5)' }]);
});
