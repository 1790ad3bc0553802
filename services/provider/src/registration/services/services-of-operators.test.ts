import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const reason = 'A customer was hurt by this work.';
const remove = (id: string, query: Record<string, string> = { reasonCode: 'safety_concern' }, actor = supervisor) =>
  service.delete(`/providers/${id}/categories/electrician?${new URLSearchParams({ reason, ...query })}`, { actor });
const add = (id: string, category: string, body: object = {}, actor: Actor = supervisor) =>
  service.put(`/providers/${id}/categories/${category}`, { actor, body: { reason, ...body } });
const select = (actor: Actor, category = 'electrician') =>
  service.put(`/provider-workspace/me/services/${category}`, { actor });
const measures = async (actor: Actor) => (await service.get('/provider-workspace/me', { actor })).body.measures;
const told = async (id: string) =>
  (await service.emitted(notificationRequested.provider))
    .filter(({ providerId, template }) => providerId === id && template.startsWith('service_'))
    .map(({ template, userId, data }) => [template, userId, data]);

test('representatives are told that operators removed a service, and read why while it lasts', async () => {
  const { id, actor } = await makePublished(service);
  expect((await remove(id)).status).toBe(204);
  const data = { categoryKey: 'electrician', reasonCode: 'safety_concern' };
  expect(await told(id)).toEqual([['service_removed', null, data]]);
  const startedAt = service.clock.now.toISOString();
  expect(await measures(actor)).toEqual([{ measure: 'service_removed', ...data, startedAt, endsAt: null }]);
  expect((await service.audited('deleteProviderCategory')).at(-1)).toMatchObject({
    objectId: expect.any(String),
    reason,
    after: { actingAs: 'operator', reasonCode: 'safety_concern' },
  });
});

test('a service that operators removed is selected again by operators only, by both routes', async () => {
  const { id, actor } = await makePublished(service);
  await remove(id);
  const refused = { status: 409, body: { detail: expect.stringContaining('only they add it again') } };
  expect(await select(actor)).toMatchObject(refused);
  expect(await service.put(`/providers/${id}/categories/electrician`, { actor })).toMatchObject(refused);
  expect((await select(actor, 'plumber')).status).toBe(200);
  expect((await add(id, 'electrician', { reasonCode: 'mistake' })).status).toBe(200);
  expect(await measures(actor)).toEqual([]);
  const data = { categoryKey: 'electrician', reasonCode: 'mistake' };
  expect((await told(id)).at(-1)).toEqual(['service_added', null, data]);
  service.advanceClock(1);
  const path = '/provider-workspace/me/services/electrician';
  expect((await service.delete(path, { actor })).status).toBe(204);
  service.advanceClock(1);
  expect((await select(actor)).status).toBe(200);
});

test('representatives are told once of a service that operators add, and remove it again', async () => {
  const { id, actor } = await makePublished(service);
  for (const _again of [1, 2]) expect((await add(id, 'plumber')).status).toBe(200);
  expect(await told(id)).toEqual([['service_added', null, { categoryKey: 'plumber', reasonCode: null }]]);
  expect(await measures(actor)).toEqual([]);
  expect((await service.delete('/provider-workspace/me/services/plumber', { actor })).status).toBe(204);
});

test('a representative gives no reason code, and is not told of what they did themselves', async () => {
  const { id, actor } = await makePublished(service);
  const notAllowed = { status: 400, body: { errors: [{ field: 'reasonCode', code: 'not_allowed' }] } };
  expect(await remove(id, { reasonCode: 'mistake' }, actor)).toMatchObject(notAllowed);
  expect(await add(id, 'plumber', { reasonCode: 'mistake' }, actor)).toMatchObject(notAllowed);
  expect((await remove(id, {}, actor)).status).toBe(204);
  expect((await add(id, 'plumber', {}, actor)).status).toBe(200);
  expect([await told(id), await measures(actor)]).toEqual([[], []]);
});

test('Z5 after a colleague undid a removal, its operator removes no service there for 30 days', async () => {
  const { id, actor } = await makePublished(service);
  await select(actor, 'plumber');
  const [remover, colleague] = [operator('supervisor'), operator('security')];
  const day = 86_400_000;
  const fresh = (who: Actor): Actor => ({ ...who, authenticatedAt: service.clock.now.getTime() / 1000 });
  const removeAs = async (who: Actor, category = 'electrician') => {
    service.advanceClock(1);
    const query = new URLSearchParams({ reason, reasonCode: 'safety_concern' });
    return service.delete(`/providers/${id}/categories/${category}?${query}`, { actor: fresh(who) });
  };
  const addAs = (who: Actor) => add(id, 'electrician', {}, fresh(who));
  const refused = { status: 409, body: { detail: expect.stringContaining('A colleague selected again') } };

  expect((await removeAs(remover)).status).toBe(204);
  service.advanceClock(1);
  expect((await addAs(remover)).status).toBe(200);
  expect((await removeAs(remover)).status).toBe(204);
  service.advanceClock(1);
  const undoneAt = service.clock.now.getTime();
  expect((await addAs(colleague)).status).toBe(200);
  for (const category of ['electrician', 'plumber']) expect(await removeAs(remover, category)).toMatchObject(refused);
  const other = await makePublished(service);
  expect((await remove(other.id, { reasonCode: 'safety_concern' }, fresh(remover))).status).toBe(204);
  expect((await removeAs(colleague, 'plumber')).status).toBe(204);
  service.clock.now = new Date(undoneAt + 30 * day - 2000);
  expect(await removeAs(remover)).toMatchObject(refused);
  service.clock.now = new Date(undoneAt + 30 * day);
  expect((await removeAs(remover)).status).toBe(204);
});
