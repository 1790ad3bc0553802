import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideName, makeClaim, makePublished, type Owner, squareAround } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owners: Record<'travels' | 'premises' | 'far', Owner>;
const place = { latitude: 30, longitude: 10 };
const east = (degrees: number) => ({ ...place, longitude: place.longitude + degrees });
const day = 86_400_000;

beforeAll(async () => {
  service = await startProvider();
  const premises = (at: typeof place) => ({ publicPremises: { ...at, consent: true } });
  owners = {
    travels: await makePublished(service, { location: { serviceArea: squareAround(place, 0.2) } }),
    premises: await makePublished(service, { location: premises(east(0.1)) }),
    far: await makePublished(service, { location: premises(east(5)) }),
  };
  const { travels, premises: near } = owners;
  const patch = (owner: Owner, body: object) =>
    service.patch('/provider-workspace/me/profile', { actor: owner.actor, body });
  await patch(travels, { summary: 'Rénovation électrique de maisons anciennes.', languages: ['fr', 'en-GB'] });
  await patch(near, { summary: 'Solar panels and batteries.', languages: ['de'] });
  for (const { id } of [travels, near]) await decideName(service, id);
  const state = (owner: Owner, body: object) =>
    service.put('/provider-workspace/me/availability/electrician', { actor: owner.actor, body });
  await state(travels, {
    state: 'limited',
    nextAvailableAt: new Date(service.clock.now.getTime() + 10 * day).toISOString(),
  });
  await state(near, { state: 'available' });
  await makeClaim(service, near.id, {
    type: 'trade_qualification',
    requirementKey: 'trade-qualification',
    validUntil: new Date(service.clock.now.getTime() + 10 * day).toISOString(),
  });
  await makeClaim(service, owners.far.id, {
    type: 'business_registered',
    validUntil: new Date(service.clock.now.getTime() + 300 * day).toISOString(),
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const search = (query: Record<string, unknown>) => {
  const params = new URLSearchParams({ category: 'electrician' });
  for (const [name, value] of Object.entries(query)) params.append(name, String(value));
  return service.get(`/public/providers/search?${params}`);
};
const found = async (query: Record<string, unknown>): Promise<string[]> => {
  const { body } = await search(query);
  const names = Object.fromEntries(Object.entries(owners).map(([name, { publicId }]) => [publicId, name]));
  return body.items.map(({ publicProviderId }: { publicProviderId: string }) => names[publicProviderId]);
};
const inDays = (days: number) => new Date(service.clock.now.getTime() + days * day).toISOString();

test('an area finds premises in it and service areas that it meets, unchecked premises last', async () => {
  const area = (at: typeof place, degrees: number) => JSON.stringify(squareAround(at, degrees));
  expect(await found({ area: area(east(0.1), 0.05) })).toEqual(['travels', 'premises']);
  expect(await found({ area: area(east(0.25), 0.1) })).toEqual(['travels']);
  expect(await found({ area: area(east(0.4), 0.1) })).toEqual([]);
  expect(await found({ area: area(east(5), 0.5), sort: 'freshness' })).toEqual(['far']);
  expect(await search({ area: area(place, 0.1), ...place })).toMatchObject({ status: 400 });
  expect(await search({ area: area(place, 5) })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'area', code: 'area_too_large' }] },
  });
});

test('a suggested place finds what its coordinates find, and excludes other places', async () => {
  await sql`insert into gazetteer_place (id, name, search_name, country_code, population, position)
    values (1, 'Tamanrasset', 'tamanrasset', 'DZ', 1, st_makepoint(10.1, 30)::geography)`.execute(service.db);
  const [{ id: placeId }] = (await service.get('/location/places/suggest?q=taman')).body.items;
  expect(await found({ placeId, radiusKm: 5 })).toEqual(['travels', 'premises']);
  expect((await search({ placeId, radiusKm: 40 })).body).toEqual((await search({ ...east(0.1), radiusKm: 40 })).body);
  for (const other of [place, { latitude: 30 }, { area: JSON.stringify(squareAround(place, 0.1)) }])
    expect(await search({ placeId, ...other })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'placeId', code: 'not_allowed', message: expect.stringMatching(/one of .placeId/) }] },
    });
  for (const unknown of ['f_______f_8', 'Aroooooooo_', 'Lyon', ''])
    expect(await search({ placeId: unknown })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'placeId', code: 'invalid_format' }] },
    });
});

test('without a place the whole category is found, longest claims first, in pages without gaps', async () => {
  expect(await found({})).toEqual([
    'far',
    ...(owners.travels.id > owners.premises.id ? ['travels', 'premises'] : ['premises', 'travels']),
  ]);
  const walked: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await search({ limit: 1, ...(cursor && { cursor }) });
    walked.push(...body.items.map(({ publicProviderId }: { publicProviderId: string }) => publicProviderId));
    cursor = body.nextCursor;
  }
  expect(new Set(walked).size).toBe(3);
  expect(walked).toHaveLength(3);
});

test('filters by words without accents, language, freshness and availability', async () => {
  const near = { ...place, radiusKm: 50 };
  expect(await found({ ...near, q: 'renovation Électrique' })).toEqual(['travels']);
  expect(await found({ q: 'solar' })).toEqual(['premises']);
  expect(await found({ q: '& | ! :*' })).toEqual([]);
  expect(await found({ ...near, language: 'EN' })).toEqual(['travels']);
  expect(await found({ ...near, language: 'de' })).toEqual(['premises']);
  expect(await found({ ...near, freshness: 'due' })).toEqual(['premises']);
  expect(await found({ ...near, freshness: 'fresh', claim: 'trade_qualification' })).toEqual([]);
  expect(await found({ ...near, freshness: 'due', claim: 'trade_qualification' })).toEqual(['premises']);
  expect(await found({ ...near, availableFrom: inDays(1) })).toEqual(['premises']);
  expect(await found({ ...near, availableFrom: inDays(1), availableUntil: inDays(12) })).toEqual([
    'travels',
    'premises',
  ]);
  expect(await found({ availableFrom: inDays(30) })).not.toContain('far');
  // A window may be a moment.
  expect(await found({ ...near, availableFrom: inDays(12), availableUntil: inDays(12) })).toEqual([
    'travels',
    'premises',
  ]);
});

test('D3 area, radius and sort disclose nothing of a private base', async () => {
  const transcripts: string[] = [];
  // The first two are in one cell, so an area drawn around them stays where it is.
  for (const [home, farHome] of [
    [east(0.001), east(0.05)],
    [east(0.012), east(-0.3)],
  ] as const) {
    const put = ({ actor }: Owner, body: object) => service.put('/provider-workspace/me/location', { actor, body });
    await put(owners.travels, { privateBase: home, serviceArea: squareAround(home, 0.2) });
    await put(owners.premises, { privateBase: farHome });
    const answers: unknown[] = [];
    for (let step = 0; step < 12; step++)
      for (const sort of ['distance', 'freshness']) {
        const from = east((step - 6) * 0.06);
        answers.push((await search({ area: JSON.stringify(squareAround(from, 0.02 + step * 0.01)), sort })).body);
        answers.push((await search({ ...from, radiusKm: 1 + step * 3, sort })).body);
      }
    transcripts.push(JSON.stringify(answers));
  }
  expect(transcripts[1]).toEqual(transcripts[0]);
});

test('categories come in pages', async () => {
  const all = (await service.get('/public/categories?limit=100')).body.items;
  const first = (await service.get('/public/categories?limit=2')).body;
  const second = (await service.get(`/public/categories?limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.items, ...second.items]).toEqual(all.slice(0, 4));
});
