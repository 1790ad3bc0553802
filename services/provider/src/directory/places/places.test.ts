import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { loadGazetteer } from './load-gazetteer.ts';

let provider: ProviderService;
const actor = person();
beforeAll(async () => {
  provider = await startProvider();
  expect(await loadGazetteer(provider.app)).toBeGreaterThan(30_000);
  expect(await loadGazetteer(provider.app)).toBe(0);
}, 120_000);
afterAll(() => provider[Symbol.asyncDispose]());

const labels = ({ body }: { body: { items: { fullName: string }[] } }) => body.items.map(({ fullName }) => fullName);
const suggest = (q: string, query = '', language = 'en') =>
  provider.get(`/location/places/suggest?q=${encodeURIComponent(q)}${query}`, {
    actor,
    headers: { 'accept-language': language },
  });
const geocode = (text: string, more = {}) => provider.post('/location/geocode', { actor, body: { text, ...more } });

test('prefix matches come first, by population, each once', async () => {
  const answer = await suggest('par');
  expect(answer).toMatchObject({ status: 200, body: { attribution: expect.stringContaining('GeoNames') } });
  expect(labels(answer)[0]).toBe('Paris, France');
  expect(labels(answer)).toHaveLength(8);
  expect(new Set(answer.body.items.map((place: object) => JSON.stringify(place))).size).toBe(8);
});

test('ignores accents, case and hyphens, and tolerates a typing error', async () => {
  for (const written of ['béziers', 'BEZIERS', 'Beziers '])
    expect(labels(await suggest(written))[0]).toBe('Béziers, France');
  expect(labels(await suggest('saint etienne'))[0]).toBe('Saint-Étienne, France');
  expect(labels(await suggest('marseile'))).toContain('Marseille, France');
});

test('filters by country and names it in the caller’s language', async () => {
  expect(labels(await suggest('paris', '&countryCode=US')).every((label) => label.endsWith('United States'))).toBe(
    true,
  );
  expect(labels(await suggest('bruxelles', '&countryCode=BE', 'fr'))[0]).toContain('Belgique');
});

test.each([
  ['Lyon', 'Lyon, France'],
  ['12 rue des Lilas, 69003 Lyon, France', 'Lyon, France'],
  ['Paris, États-Unis', 'Paris, United States'],
  ['Milton Keynes, MK9 1AB, United Kingdom', 'Milton Keynes, United Kingdom'],
])('finds %s as %s', async (text, label) => {
  const answer = await geocode(text);
  expect(labels(answer)[0]).toBe(label);
  expect(answer.body.items[0]).toMatchObject({ precision: 'place' });
});

test('returns an empty list for an unknown place', async () => {
  expect(labels(await geocode('xqzzwv kjhgfdq'))).toEqual([]);
  expect(labels(await geocode('12345, 678'))).toEqual([]);
  expect(labels(await suggest('%%'))).toEqual([]);
});

test('finds the nearest place, and none far out at sea', async () => {
  const at = (latitude: number, longitude: number) =>
    provider.post('/location/reverse-geocode', { actor, body: { latitude, longitude } });
  expect(labels(await at(45.1885, 5.7245))).toEqual(['Grenoble, France']);
  expect(labels(await at(-48.9, -123.4))).toEqual([]);
});

test.each([
  ['/location/geocode', { text: 'x' }, 'text', 'too_small'],
  ['/location/geocode', { text: 'Lyon', countryCode: 'fr' }, 'countryCode', 'invalid_format'],
  ['/location/geocode', { text: 'Lyon', near: 1 }, 'near', 'unknown_field'],
  ['/location/reverse-geocode', { latitude: 45 }, 'longitude', 'required'],
  ['/location/reverse-geocode', { latitude: 91, longitude: 0 }, 'latitude', 'too_big'],
])('%s returns 400 for %j', async (path, body, field, code) => {
  expect(await provider.post(path, { actor, body })).toMatchObject({
    status: 400,
    body: { errors: [{ field, code }] },
  });
});

test('suggestions need no session, geocoding does', async () => {
  expect((await provider.get('/location/places/suggest?q=paris')).status).toBe(200);
  expect((await provider.post('/location/geocode', { body: { text: 'Paris' } })).status).toBe(401);
});
