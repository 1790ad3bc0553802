import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeClaim, makePublished, squareAround } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

type Item = { publicProviderId: string };
const search = (query: Record<string, string | number>, more = '') => {
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return service.get(`/public/providers/search?${text.join('&')}${more}`);
};
const found = async (query: Record<string, string | number>): Promise<string[]> =>
  (await search(query)).body.items.map(({ publicProviderId }: Item) => publicProviderId);

let longitude = -40;
const somewhere = () => {
  longitude += 5;
  return { latitude: 30, longitude };
};
const at = ({ latitude, longitude: east }: { latitude: number; longitude: number }) => ({ latitude, longitude: east });

test('ranks who travels by the centre of the service area, wherever the premises are', async () => {
  const place = somewhere();
  const east = (degrees: number) => ({ ...place, longitude: place.longitude + degrees });
  const publish = (operatingModel: string, areaAt: number, premisesAt: number) =>
    makePublished(service, {
      operatingModel,
      location: {
        serviceArea: squareAround(east(areaAt), 0.5),
        publicPremises: { ...east(premisesAt), consent: true },
      },
    });
  const pinned = await publish('travels', 0.4, 0);
  const near = await publish('travels', 0.1, 0.4);
  const query = { category: 'electrician', radiusKm: 50, ...at(place) };
  expect(await found(query)).toEqual([near.publicId, pinned.publicId]);
  const shop = await publish('premises', 0.3, 0);
  expect(await found(query)).toEqual([near.publicId, shop.publicId, pinned.publicId]);
});

test('D5 nobody moves to another town or ranks first in it by a pin and the word premises', async () => {
  const [town, other] = [somewhere(), somewhere()];
  const near = (place: typeof town) => ({ category: 'electrician', radiusKm: 20, ...at(place) });
  const location = { serviceArea: squareAround(town, 0.1), publicPremises: { ...other, consent: true } };
  const { actor, publicId } = await makePublished(service, { operatingModel: 'travels', location });
  await service.patch('/provider-workspace/me/profile', { actor, body: { operatingModel: 'premises' } });
  expect(await found(near(other))).toEqual([]);
  expect(await found(near(town))).toEqual([publicId]);

  await service.put('/provider-workspace/me/location', { actor, body: { serviceArea: null } });
  const east = { ...other, longitude: other.longitude + 0.3 };
  const serving = await makePublished(service, { at: east, location: { serviceArea: squareAround(east, 0.4) } });
  expect(await found(near(other))).toEqual([serving.publicId, publicId]);
  expect(await found(near(town))).toEqual([]);
});

test('D3 D5 shops that nobody checked are found in their town, after who serves it, over pages', async () => {
  const place = somewhere();
  const east = (degrees: number) => ({ ...place, longitude: place.longitude + degrees });
  const shop = (degrees: number) =>
    makePublished(service, { location: { publicPremises: { ...east(degrees), consent: true } } });
  const [far, close] = [await shop(0.05), await shop(0.01)];
  const serving = [await makePublished(service, { at: east(0.1) }), await makePublished(service, { at: east(0.15) })];
  const expected = [...serving, close, far].map(({ publicId }) => publicId);
  const query = { category: 'electrician', radiusKm: 20, ...at(place) };
  expect(await found(query)).toEqual(expected);
  const paged: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await search({ ...query, limit: 1 }, cursor && `&cursor=${encodeURIComponent(cursor)}`);
    paged.push(...body.items.map(({ publicProviderId }: Item) => publicProviderId));
    cursor = body.nextCursor;
  }
  expect(paged).toEqual(expected);
});

test('ranks who travels by premises only while a current claim rests on a check of them', async () => {
  const place = somewhere();
  const location = { publicPremises: { ...place, addressLabel: '1 rue de la Paix', consent: true } };
  const { actor, id, publicId } = await makePublished(service, { operatingModel: 'travels', location });
  const near = { category: 'electrician', radiusKm: 5, ...at(place) };
  expect(await found(near)).toEqual([]);
  expect(await found({ category: 'electrician', limit: 100 })).toContain(publicId);
  const { items } = (await service.get(`/providers/${id}/claim-subjects`, { actor })).body;
  const subjectId = items.find(({ about }: { about: string }) => about === 'premises').id;
  const claim = await makeClaim(service, id, { subjectId, type: 'premises_visited', validUntil: inAYear() });
  service.advanceClock(1);
  const occurredAt = service.clock.now.toISOString();
  await makeClaim(service, id, { ...claim, state: 'suspended', occurredAt });
  expect(await found(near)).toEqual([]);

  const west = { ...place, longitude: place.longitude - 0.01 };
  const nearer = await makePublished(service, { location: { publicPremises: { ...west, consent: true } } });
  const query = { ...near, ...at(west) };
  expect(await found(query)).toEqual([nearer.publicId]);
  service.advanceClock(1);
  await makeClaim(service, id, { ...claim, occurredAt: service.clock.now.toISOString() });
  expect(await found(query)).toEqual([publicId, nearer.publicId]);
});
