import { providerChanged } from '@trust/contracts/events/provider';
import { representativeEnded } from '@trust/contracts/events/representatives';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  inAYear,
  makeActive,
  makeClaim,
  makeOwner,
  makePublished,
  squareAround,
  transition,
} from '../../../test/make.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const search = '/public/providers/search?category=electrician&latitude=45.764&longitude=4.8357';
const listed = async (publicId: string): Promise<boolean> =>
  (await service.get(search)).body.items.some(
    (item: { publicProviderId: string }) => item.publicProviderId === publicId,
  );

test('`publish` needs the open gate and a current claim', async () => {
  await setGate(service, 'closed');
  const { actor, id, publicId } = await makeActive(service);
  await makeClaim(service, id, { validUntil: inAYear() });
  expect(await transition(service, actor, id, 'publish')).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/publication-gate-closed' },
  });
  await setGate(service, 'open');
  const answer = await transition(service, actor, id, 'publish');
  expect(answer).toMatchObject({ status: 200, body: { state: 'active', publication: 'published' } });
  expect(await listed(publicId)).toBe(true);
  const announced = (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === id);
  expect(announced.at(-1)).toMatchObject({ publication: 'published' });
  expect((await service.audited('transitionProvider')).at(-1)).toMatchObject({
    objectId: id,
    actorId: actor.userId,
    before: { publication: 'unpublished' },
    after: { transition: 'publish', actingAs: 'owner', publication: 'published' },
  });
});

test('`publish` returns 409 and names what is missing from a draft or a provider without a current claim', async () => {
  await setGate(service, 'open');
  const active = await makeActive(service);
  await makeClaim(service, active.id, { state: 'suspended' });
  await makeClaim(service, active.id, { validUntil: new Date(service.clock.now.getTime() + 1).toISOString() });
  service.advanceClock(1);
  expect(await transition(service, active.actor, active.id, 'publish')).toMatchObject({
    status: 409,
    body: {
      type: 'http://trust.test/problems/provider-not-ready',
      errors: [{ field: 'claims', code: 'no_current_claim' }],
    },
  });
  const draft = await makeOwner(service);
  const { body } = await transition(service, draft.actor, draft.id, 'publish');
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
    'profile.summary',
    'services',
    'location',
    'claims',
  ]);
});

test('suspending removes the listing at once and reinstating restores it', async () => {
  const { id, publicId, actor } = await makePublished(service);
  expect(await transition(service, supervisor, id, 'suspend')).toMatchObject({
    status: 200,
    body: { state: 'suspended' },
  });
  expect(await listed(publicId)).toBe(false);
  expect(await service.get(`/public/providers/${publicId}`)).toMatchObject({ status: 404 });
  expect(await transition(service, actor, id, 'publish')).toMatchObject({
    status: 400,
    body: { type: 'http://trust.test/problems/invalid-transition' },
  });
  await transition(service, supervisor, id, 'reinstate');
  expect(await listed(publicId)).toBe(true);
});

test('unpublishing takes a provider out of search at once', async () => {
  const { id, publicId, actor } = await makePublished(service);
  expect(await listed(publicId)).toBe(true);
  await transition(service, actor, id, 'unpublish');
  expect(await listed(publicId)).toBe(false);
});

test('only an operator releases a withheld provider, and not while the gate is closed', async () => {
  const { id, publicId, actor } = await makePublished(service);
  await transition(service, supervisor, id, 'withhold');
  expect(await listed(publicId)).toBe(false);
  expect(await transition(service, actor, id, 'unpublish')).toMatchObject({ status: 400 });
  await setGate(service, 'closed');
  expect(await transition(service, supervisor, id, 'release')).toMatchObject({ status: 409 });
  await setGate(service, 'open');
  expect(await transition(service, supervisor, id, 'release')).toMatchObject({ body: { publication: 'published' } });
  expect(await listed(publicId)).toBe(true);
});

test('Z1 owners and operators get 403 for each other’s transitions, and the rejection is recorded', async () => {
  const { id, actor } = await makeActive(service);
  for (const name of ['suspend', 'reinstate', 'withhold', 'release']) {
    expect(await transition(service, actor, id, name)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/^Owners publish/) },
    });
  }
  for (const name of ['publish', 'unpublish', 'close']) {
    expect(await transition(service, supervisor, id, name)).toMatchObject({ status: 403 });
  }
  const refused = async (by: { userId: string }) =>
    (await service.refusals()).filter(({ actorId }) => actorId === by.userId).map(({ slug, count }) => [slug, count]);
  expect([await refused(actor), await refused(supervisor)]).toEqual([[['forbidden', 4]], [['forbidden', 3]]]);
  expect(await transition(service, supervisor, crypto.randomUUID(), 'suspend')).toMatchObject({ status: 404 });
});

test('Z3 the database rejects a transition by an operator who represents the provider', async () => {
  const { id, actor } = await makeActive(service);
  const both = { ...actor, permissions: supervisor.permissions };
  expect(await transition(service, both, id, 'suspend')).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/separation-of-duties' },
  });
  const insert = sql`
    insert into provider_transition values (${crypto.randomUUID()}, ${id}, 'suspend', 'operator', ${actor.userId}, now())`;
  await expect(insert.execute(service.db)).rejects.toThrow(/cannot act on a provider they represent/);
});

test('closing ends every assignment, and its representatives can register again', async () => {
  const { id, publicId, actor } = await makePublished(service);
  expect(await transition(service, actor, id, 'close')).toMatchObject({
    body: { state: 'closed', publication: 'unpublished' },
  });
  expect(await listed(publicId)).toBe(false);
  expect((await service.emitted(representativeEnded)).filter(({ providerId }) => providerId === id)).toMatchObject([
    { userId: actor.userId },
  ]);
  expect(await service.get('/provider-workspace/me', { actor })).toMatchObject({ status: 404 });
  expect(await transition(service, supervisor, id, 'reinstate')).toMatchObject({ status: 400 });
});

test('P2 closing deletes base, exact area and key at once, and keeps premises for their export', async () => {
  const { id, actor } = await makePublished(service);
  const place = { latitude: 45.764, longitude: 4.8357 };
  await service.put('/provider-workspace/me/location', {
    actor,
    body: { privateBase: place, publicPremises: { ...place, consent: true }, serviceArea: squareAround(place) },
  });
  const tables = ['private_base', 'service_area', 'public_area', 'area_key', 'public_premises'] as const;
  const kept = () =>
    Promise.all(
      tables.map(async (table) => (await service.db.selectFrom(table).where('provider_id', '=', id).execute()).length),
    );
  expect(await kept()).toEqual([1, 1, 1, 1, 1]);
  expect((await transition(service, actor, id, 'close')).status).toBe(200);
  expect(await kept()).toEqual([0, 0, 0, 0, 1]);
  const announced = (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === id);
  expect(announced.at(-1)?.location).toEqual({
    privateBaseConfigured: false,
    publicPremisesConfigured: true,
    serviceAreaConfigured: false,
  });
});

test('P2 the reason of an owner is optional and not kept, the one of an operator is in the audit log', async () => {
  await setGate(service, 'open');
  const { actor, id } = await makePublished(service);
  const path = `/providers/${id}/transitions`;
  const reason = 'My mother is ill, so I stop for a while.';
  expect((await service.post(path, { actor, body: { transition: 'unpublish' } })).status).toBe(200);
  expect((await service.post(path, { actor, body: { transition: 'publish', reason } })).status).toBe(200);
  expect((await transition(service, supervisor, id, 'suspend')).status).toBe(200);
  const audited = (await service.audited('transitionProvider')).filter(({ objectId }) => objectId === id);
  expect(audited.slice(-3)).toMatchObject([
    { permission: 'provider.representatives.manage', reason: null },
    { permission: 'provider.representatives.manage', reason: null },
    { permission: 'operations.providers.manage', reason: 'asked for by the tests' },
  ]);
  const kept = sql`select 1 from outbox where payload::text like ${`%${reason}%`}`;
  expect((await kept.execute(service.db)).rows).toEqual([]);
});

test('returns 400 to an operator without a reason, and to anybody with one that is too short', async () => {
  const { id, actor } = await makeActive(service);
  const post = (body: object, by = actor) => service.post(`/providers/${id}/transitions`, { actor: by, body });
  expect(await post({ transition: 'suspend' }, supervisor)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'reason', code: 'required' }] },
  });
  expect(await post({ transition: 'close', reason: '         short         ' })).toMatchObject({ status: 400 });
  expect(await post({ transition: 'activate', reason: 'because I would like to' })).toMatchObject({ status: 400 });
});
