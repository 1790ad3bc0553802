import { randomUUID } from 'node:crypto';
import { publicMediaChanged } from '@trust/contracts/events/public-media';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeClaim, makePublished, squareAround, transition } from '../../../test/make.ts';
import { enquire } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

type Item = { publicProviderId: string; claims: { type: string; limitations: object[]; freshness: string }[] };
const search = (query: Record<string, string | number>, more = '') => {
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return service.get(`/public/providers/search?${text.join('&')}${more}`);
};
const found = async (...args: Parameters<typeof search>): Promise<string[]> =>
  (await search(...args)).body.items.map(({ publicProviderId }: Item) => publicProviderId);

let longitude = -40;
const somewhere = () => {
  longitude += 5;
  return { latitude: 30, longitude };
};
const at = ({ latitude, longitude: east }: { latitude: number; longitude: number }) => ({ latitude, longitude: east });

test('finds a travelling or remote provider in its service area only; distance and radius do not count', async () => {
  const place = somewhere();
  const { publicId } = await makePublished(service, { at: place, location: { serviceArea: squareAround(place, 0.5) } });
  const query = { category: 'electrician', radiusKm: 20 };
  expect(await found({ ...query, latitude: 30.45, longitude: place.longitude })).toEqual([publicId]);
  expect(await found({ ...query, latitude: 30.65, longitude: place.longitude })).toEqual([]);
  expect(await found({ ...query, radiusKm: 100, latitude: 30.65, longitude: place.longitude })).toEqual([]);
  const alike = { at: place, location: { serviceArea: squareAround(place, 0.5) } };
  await makePublished(service, { ...alike, operatingModel: 'remote' });
  const shop = await makePublished(service, { ...alike, operatingModel: 'premises' });
  const beyond = { ...query, radiusKm: 90, latitude: 30.65, longitude: place.longitude };
  expect(await found({ ...query, latitude: 30.45, longitude: place.longitude })).toHaveLength(3);
  expect(await found(beyond)).toEqual([shop.publicId]);
  expect(await found({ ...query, category: 'plumber', ...at(place) })).toEqual([]);

  const { body } = await search({ ...query, ...at(place) });
  expect(body.items[0]).toMatchObject({
    displayName: 'Volta Électricité',
    serviceArea: { type: 'Polygon' },
    claims: [
      {
        type: 'liability_insurance',
        freshness: 'fresh',
        limitations: [{ en: expect.any(String), fr: expect.any(String) }],
      },
    ],
  });
  expect(JSON.stringify(body)).not.toMatch(/verified"?:\s*true/);
});

test('searches by consented premises, until they are removed', async () => {
  const place = somewhere();
  const location = { publicPremises: { ...place, consent: true } };
  const { publicId, actor } = await makePublished(service, { location });
  const query = { category: 'electrician', radiusKm: 1, ...at(place) };
  expect(await found(query)).toEqual([publicId]);
  await service.put('/provider-workspace/me/location', { actor, body: { publicPremises: null } });
  expect(await found(query)).toEqual([]);
});

test('M4 does not find a provider by an expired claim', async () => {
  const place = somewhere();
  const owner = await makePublished(service, { at: place });
  const validUntil = new Date(service.clock.now.getTime() + 60_000).toISOString();
  await makeClaim(service, owner.id, {
    requirementKey: 'trade-qualification',
    type: 'trade_qualification',
    validUntil,
  });
  const query = { category: 'electrician', ...at(place) };
  expect(await found(query, '&claim=trade_qualification')).toEqual([owner.publicId]);
  expect(await found(query, '&claim=trade_qualification&claim=liability_insurance')).toEqual([owner.publicId]);
  expect(await found(query, '&claim=business_registered')).toEqual([]);
  service.advanceClock(60);
  expect(await found(query, '&claim=trade_qualification')).toEqual([]);
  expect(await found(query, '&claim=liability_insurance')).toEqual([owner.publicId]);
  const before = service.clock.now;
  service.clock.now = new Date(inAYear());
  expect(await found(query)).toEqual([]);
  service.clock.now = before;
});

test('does not find a provider by suspended or revoked claims', async () => {
  const place = somewhere();
  const { id, publicId } = await makePublished(service, { at: place });
  const claim = await makeClaim(service, id, { requirementKey: 'business-registration', type: 'business_registered' });
  const query = { category: 'electrician', ...at(place) };
  expect(await found(query, '&claim=business_registered')).toEqual([publicId]);
  const later = () => {
    service.advanceClock(1);
    return service.clock.now.toISOString();
  };
  await makeClaim(service, id, { ...claim, state: 'suspended', occurredAt: later() });
  expect(await found(query, '&claim=business_registered')).toEqual([]);
  const [left] = await service.db
    .selectFrom('claim')
    .select('claim_id')
    .where('provider_id', '=', id)
    .where('status', '=', 'active')
    .execute();
  await makeClaim(service, id, { claimId: left?.claim_id ?? '', state: 'revoked', occurredAt: later() });
  expect(await found(query)).toEqual([]);
  await makeClaim(service, id, { ...claim, state: 'active', occurredAt: later() });
  expect(await found(query)).toEqual([publicId]);
});

test('pages are ordered by distance and id, without duplicates or gaps, also while providers come and go', async () => {
  const place = somewhere();
  const east = (degrees: number) => ({ ...place, longitude: place.longitude + degrees });
  const offsets = [0.03, 0, 0.01, 0.01, 0.02, 0.01];
  const made = [];
  for (const offset of offsets) {
    const owner = await makePublished(service, { location: { publicPremises: { ...east(offset), consent: true } } });
    made.push({ offset, ...owner });
  }
  const expected = made.sort((a, b) => a.offset - b.offset || (a.id < b.id ? -1 : 1)).map(({ publicId }) => publicId);

  const query = { category: 'electrician', limit: 2, ...at(place) };
  const walked: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await search(query, cursor && `&cursor=${cursor}`);
    walked.push(...body.items.map(({ publicProviderId }: Item) => publicProviderId));
    cursor = body.nextCursor;
    if (walked.length > 2) continue;
    const [seen] = made;
    if (seen) await transition(service, seen.actor, seen.id, 'unpublish');
    const nearest = { publicPremises: { ...east(0.001), consent: true } };
    await makePublished(service, { location: nearest });
  }
  expect(walked).toEqual(expected);
});

test('D3 returns 400 for the cursor of another search', async () => {
  const place = somewhere();
  for (const offset of [0, 0.01]) {
    const premises = { ...place, longitude: place.longitude + offset, consent: true };
    await makePublished(service, { location: { publicPremises: premises } });
  }
  const query = { category: 'electrician', limit: 1, ...at(place) };
  const { nextCursor } = (await search(query)).body;
  expect(await search({ ...query, radiusKm: 30 }, `&cursor=${nextCursor}`)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'cursor', code: 'cursor_invalid' }] },
  });
});

test('a listing and the profile have the approved profile image and say whether an enquiry is possible', async () => {
  const place = somewhere();
  const { id: providerId, publicId, actor } = await makePublished(service, { at: place });
  const [listed, profile] = [
    async () => (await search({ category: 'electrician', ...at(place) })).body.items[0],
    async () => (await service.get(`/public/providers/${publicId}`)).body,
  ];
  expect(await listed()).toMatchObject({ media: [] });
  for (const kind of ['work', 'profile'] as const)
    await service.deliver(publicMediaChanged, {
      ...{ mediaId: randomUUID(), providerId, uploaderId: randomUUID(), kind, state: 'published' },
      published: { alt: kind, sizes: [{ name: `${kind}.webp`, width: 320, height: 240 }] },
      occurredAt: service.clock.now.toISOString(),
    });
  const url = 'http://trust.test/api/v1/public/media/profile.webp';
  expect((await listed()).media).toEqual([
    { kind: 'profile', alt: 'profile', sizes: [{ url, width: 320, height: 240 }] },
  ]);

  const nextAvailableAt = new Date(service.clock.now.getTime() + 86_400_000).toISOString();
  const states = [undefined, 'unavailable', 'paused', 'available', 'limited'];
  for (const state of states) {
    const body = { state, ...(state === 'limited' && { nextAvailableAt }) };
    if (state) await service.put('/provider-workspace/me/availability/electrician', { actor, body });
    const isOpen = (await enquire(service, publicId, person())).status === 201;
    expect(isOpen).toBe(state !== 'paused' && state !== 'unavailable');
    const href = 'http://trust.test/api/v1/enquiries';
    const actions = { enquiry: { method: 'POST', href, categoryKey: 'electrician', isOpen } };
    expect(await listed()).toMatchObject({ actions });
    expect(await profile()).toMatchObject({ services: [{ actions }] });
  }
});

test('filters by operating model', async () => {
  const place = somewhere();
  await makePublished(service, { at: place });
  const query = { category: 'electrician', ...at(place) };
  expect(await found({ ...query, operatingModel: 'travels' })).toHaveLength(1);
  expect(await found({ ...query, operatingModel: 'premises' })).toEqual([]);
});

const area = '{"type":"Polygon","coordinates":[[[4,45],[5,45],[5,46],[4,45]]]}';

test.each([
  ['a category that is none', 'category=nope', 'category', 'invalid_value'],
  ['a latitude alone', 'category=plumber&latitude=45', 'longitude', 'required'],
  ['a sort by distance from nowhere', 'category=plumber&sort=distance', 'latitude', 'required'],
  ['an area that is no JSON', 'category=plumber&area={', 'area', 'malformed'],
  ['an area that is no polygon', 'category=plumber&area={}', 'area', 'invalid_format'],
  [
    'a window that ends before it begins',
    'category=plumber&availableFrom=2026-02-01T00:00:00Z&availableUntil=2026-01-01T00:00:00Z',
    'availableUntil',
    'too_small',
  ],
  ['an expired freshness', 'category=plumber&freshness=expired', 'freshness', 'invalid_value'],
  ['an empty latitude', 'category=plumber&latitude=&longitude=4', 'latitude', 'invalid_format'],
  ['a latitude beyond 90', 'category=plumber&latitude=91&longitude=4', 'latitude', 'too_big'],
  ['a radius over 100 km', 'category=plumber&latitude=45&longitude=4&radiusKm=101', 'radiusKm', 'too_big'],
  ['a radius of nothing', 'category=plumber&latitude=45&longitude=4&radiusKm=0', 'radiusKm', 'too_small'],
  ['a radius around nowhere', 'category=plumber&radiusKm=20', 'radiusKm', 'not_allowed'],
  ['a radius around an area', `category=plumber&radiusKm=20&area=${area}`, 'radiusKm', 'not_allowed'],
  ['an empty claim', 'category=plumber&claim=', 'claim', 'too_small'],
  ['an unknown claim', 'category=plumber&claim=is_honest', 'claim', 'invalid_value'],
  [
    'an unknown claim beside a known one',
    'category=plumber&claim=business_registered&claim=x',
    'claim',
    'invalid_value',
  ],
  ['two latitudes', 'category=plumber&latitude=45&latitude=46&longitude=4', 'latitude', 'invalid_type'],
  ['a page of 101', 'category=plumber&latitude=45&longitude=4&limit=101', 'limit', 'too_big'],
  ['an unknown parameter', 'category=plumber&latitude=45&longitude=4&verified=true', 'verified', 'unknown_field'],
])('I1 returns 400 for %s', async (_name, query, field, code) => {
  const answer = await service.get(`/public/providers/search?${query}`);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
});

test('the search reads the index in order of distance', async () => {
  const explain = await service.db.pool.query(
    `explain select provider_id from public_listing
     where category_key = 'electrician' and st_dwithin(geog, st_setsrid(st_makepoint(4, 45), 4326)::geography, 25000, false)
     order by geog <-> st_setsrid(st_makepoint(4, 45), 4326)::geography fetch first 26 rows with ties`,
  );
  const plan = explain.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('public_listing_by_distance');
});

test('returns 429 to an address over the search limit', async () => {
  await using limited = await startProvider({ limits: { 'public-search': 2 } });
  const path = '/public/providers/search?category=plumber&latitude=45&longitude=4';
  const statuses = [await limited.get(path), await limited.get(path), await limited.get(path)].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([200, 200, 429]);
});
