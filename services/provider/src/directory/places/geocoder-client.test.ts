import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLog } from '@trust/service-kit/observability/log';
import { afterAll, expect, test } from 'vitest';
import type { Geocoder } from '../../geocoder.ts';
import { geocoderClient, withFallback } from './geocoder-client.ts';
import { nominatim } from './nominatim.ts';
import { photon } from './photon.ts';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const json =
  (body: unknown, requests: string[] = []): RequestListener =>
  (request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };

const query = { text: '10 rue de Rivoli, Paris', language: 'fr', limit: 5 } as const;
const feature = (properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [2.3601, 48.8557] },
  properties,
});
const house = {
  housenumber: '10',
  street: 'Rue de Rivoli',
  postcode: '75004',
  city: 'Paris',
  country: 'France',
  countrycode: 'FR',
};
const own: Geocoder = {
  find: async () => ({ items: [], attribution: 'own' }),
  nearest: async () => ({ items: [], attribution: 'own' }),
  suggest: async () => ({ items: [], attribution: 'own' }),
};

test('Photon is queried in the caller’s language and its response is mapped', async () => {
  const requests: string[] = [];
  const other = feature({ name: 'Rivoli', countrycode: 'IT', country: 'Italia' });
  const url = await serving(
    json({ type: 'FeatureCollection', features: [feature(house), other, feature({})] }, requests),
  );
  const geocoder = photon(geocoderClient(url));
  expect(await geocoder.find({ ...query, countryCode: 'FR' })).toEqual({
    attribution: expect.stringContaining('OpenStreetMap'),
    items: [
      {
        fullName: '10 Rue de Rivoli, 75004 Paris, France',
        name: '10 Rue de Rivoli',
        countryCode: 'FR',
        latitude: 48.8557,
        longitude: 2.3601,
        precision: 'address',
      },
    ],
  });
  expect(new URL(requests[0] ?? '', url).searchParams.get('lang')).toBe('fr');
  expect((await geocoder.nearest({ latitude: 48.85, longitude: 2.36 }, 'en')).items).toHaveLength(2);
  expect(requests[1]).toMatch(/^\/reverse\?lat=48\.85&lon=2\.36&lang=en/);
});

test('Nominatim is not queried for suggestions, and its error response is an empty list', async () => {
  const requests: string[] = [];
  const found = {
    lat: '48.8557',
    lon: '2.3601',
    display_name: '10, Rue de Rivoli, Paris, France',
    name: '',
    address: { house_number: '10', road: 'Rue de Rivoli', country_code: 'fr' },
  };
  const geocoder = nominatim(geocoderClient(await serving(json([found], requests))), own);
  expect((await geocoder.find(query)).items).toMatchObject([
    { name: '10', countryCode: 'FR', latitude: 48.8557, precision: 'address' },
  ]);
  expect((await geocoder.suggest(query)).attribution).toBe('own');
  expect(requests).toHaveLength(1);
  const nowhere = nominatim(geocoderClient(await serving(json({ error: 'Unable to geocode' }))), own);
  expect((await nowhere.nearest({ latitude: 0, longitude: 0 }, 'en')).items).toEqual([]);
});

test('caches a response for one hour', async () => {
  const requests: string[] = [];
  let now = 1;
  const geocoder = photon(geocoderClient(await serving(json({ features: [] }, requests)), () => now));
  for (let turn = 0; turn < 3; turn++) await geocoder.find(query);
  expect(requests).toHaveLength(1);
  now += 61 * 60_000;
  await geocoder.find(query);
  expect(requests).toHaveLength(2);
});

test.each<[string, RequestListener]>([
  ['is broken', (_request, response) => void response.writeHead(500).end()],
  ['returns other JSON', json({ places: 'many' })],
  ['returns too much', (_request, response) => void response.end(`"${'x'.repeat(300_000)}"`)],
  ['returns no JSON', (_request, response) => void response.end('<html>')],
])('L5 uses the gazetteer when the geocoder %s', async (_what, answer) => {
  const geocoder = withFallback(photon(geocoderClient(await serving(answer))), own, openLog('test', 'silent'));
  expect((await geocoder.find(query)).attribution).toBe('own');
});

test.each([302, 307])('I5 a redirect of the geocoder (%i) is not followed', async (status) => {
  const inside: string[] = [];
  const location = await serving(json({ features: [feature(house)] }, inside));
  const url = await serving((_request, response) => void response.writeHead(status, { location }).end());
  await expect(photon(geocoderClient(url)).find(query)).rejects.toThrow();
  expect(inside).toEqual([]);
});

test('L5 the circuit opens after five failures', async () => {
  const requests: string[] = [];
  const url = await serving((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(503).end();
  });
  const geocoder = withFallback(photon(geocoderClient(url)), own, openLog('test', 'silent'));
  for (let turn = 0; turn < 9; turn++) await geocoder.find({ ...query, text: `Paris ${turn}` });
  expect(requests).toHaveLength(5);
});
