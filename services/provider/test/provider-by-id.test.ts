import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, squareAround } from './make.ts';
import { type ProviderService, startProvider } from './service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const lyon = { latitude: 45.764, longitude: 4.8357 };

test('routes by provider id do the same as those of the workspace, and activate a complete draft', async () => {
  const { actor, id } = await makeOwner(service);
  const put = (path: string, body?: object) =>
    service.put(`/providers/${id}/${path}`, { actor, ...(body && { body }) });
  expect(await service.patch(`/providers/${id}`, { actor, body: { summary: 'Electrical work.' } })).toMatchObject({
    status: 200,
    body: { summary: 'Electrical work.', state: 'draft' },
  });
  expect(await put('categories/electrician')).toMatchObject({
    status: 200,
    body: { categoryKey: 'electrician', status: 'active', requirementVersion: { number: 2 } },
  });
  expect(await put('location', { privateBase: lyon })).toMatchObject({
    status: 200,
    body: { privateBaseConfigured: true, serviceAreaConfigured: false },
  });
  expect(await put('service-areas', { serviceArea: squareAround(lyon) })).toMatchObject({
    status: 200,
    body: { privateBaseConfigured: true, publicPremisesConfigured: false, serviceAreaConfigured: true },
  });
  expect(await put('availability', { categoryKey: 'electrician', state: 'paused' })).toMatchObject({
    status: 200,
    body: { categoryKey: 'electrician', state: 'paused', nextAvailableAt: null },
  });
  expect(await service.get('/provider-workspace/me', { actor })).toMatchObject({
    body: {
      provider: { state: 'active' },
      services: [{ categoryKey: 'electrician' }],
      availability: [{ state: 'paused' }],
    },
  });
  expect(await service.delete(`/providers/${id}/categories/electrician`, { actor })).toMatchObject({ status: 204 });
  expect(await service.delete(`/providers/${id}/categories/electrician`, { actor })).toMatchObject({ status: 404 });
  for (const action of ['patchProvider', 'putProviderCategory', 'putProviderLocation', 'putServiceAreas'])
    expect((await service.audited(action)).map(({ objectId }) => objectId)).toHaveLength(1);
});

test('a representative of several providers selects one by id', async () => {
  const one = await makeOwner(service);
  const answer = await service.post('/providers', {
    actor: one.actor,
    headers: { 'idempotency-key': 'a second one' },
    body: { displayName: 'Second', kind: 'individual', operatingModel: 'remote' },
  });
  const body = { summary: 'The second of two.' };
  expect(await service.patch('/provider-workspace/me/profile', { actor: one.actor, body })).toMatchObject({
    status: 409,
  });
  expect(await service.patch(`/providers/${answer.body.id}`, { actor: one.actor, body })).toMatchObject({
    status: 200,
  });
  expect((await service.get(`/providers/${one.id}`, { actor: one.actor })).body.summary).toBeNull();
});

test('C3 a stale If-Match returns 409 with the current representation, whichever route made the change', async () => {
  const { actor, id } = await makeOwner(service);
  const edit = (path: string, ifMatch: string) =>
    service.patch(path, { actor, headers: { 'if-match': ifMatch }, body: { summary: `By ${ifMatch}.` } });
  expect(await edit('/provider-workspace/me/profile', '"r1"')).toMatchObject({ status: 200 });
  const stale = await edit(`/providers/${id}`, '"r1"');
  expect(stale).toMatchObject({ status: 409, body: { current: { revision: 2 } } });
  expect(stale.headers.get('etag')).toBe('"r2"');
});

test.each([
  ['availability', { categoryKey: 'electrician', state: 'limited' }, 'nextAvailableAt', 'required'],
  ['availability', { state: 'paused' }, 'categoryKey', 'required'],
  [
    'availability',
    { categoryKey: 'electrician', state: 'paused', nextAvailableAt: '2030-01-01T00:00:00Z' },
    'nextAvailableAt',
    'unknown_field',
  ],
  ['service-areas', {}, 'serviceArea', 'required'],
  ['service-areas', { serviceArea: null, privateBase: lyon }, 'privateBase', 'unknown_field'],
  ['location', { publicPremises: lyon }, 'publicPremises.consent', 'required'],
])('%s returns 400 for %j', async (path, body, field, code) => {
  const { actor, id } = await makeOwner(service);
  const answer = await service.put(`/providers/${id}/${path}`, { actor, body });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
});

test('Z1 a contributor can change the availability only', async () => {
  const { actor, id } = await makeOwner(service);
  await service.put(`/providers/${id}/categories/plumber`, { actor });
  const contributor = person();
  const row = { id: crypto.randomUUID(), provider_id: id, user_id: contributor.userId, role: 'contributor' as const };
  await service.db
    .insertInto('representative')
    .values({ ...row, assigned_at: service.clock.now })
    .execute();
  const as = { actor: contributor };
  const availability = { categoryKey: 'plumber', state: 'available' };
  expect(await service.put(`/providers/${id}/availability`, { ...as, body: availability })).toMatchObject({
    status: 200,
  });
  expect(await service.patch(`/providers/${id}`, { ...as, body: {} })).toMatchObject({ status: 403 });
  expect(await service.put(`/providers/${id}/location`, { ...as, body: {} })).toMatchObject({ status: 403 });
  expect(await service.put(`/providers/${id}/service-areas`, { ...as, body: { serviceArea: null } })).toMatchObject({
    status: 403,
  });
  expect(await service.put(`/providers/${id}/categories/roofer`, as)).toMatchObject({ status: 403 });
  expect(await service.delete(`/providers/${id}/categories/plumber`, as)).toMatchObject({ status: 403 });
});

test('returns 404 for a change of a closed provider by id', async () => {
  const { actor, id } = await makeOwner(service);
  const body = { transition: 'close', reason: 'We retire for good.' };
  expect((await service.post(`/providers/${id}/transitions`, { actor, body })).status).toBe(200);
  expect(await service.patch(`/providers/${id}`, { actor, body: { summary: 'x' } })).toMatchObject({ status: 404 });
});
