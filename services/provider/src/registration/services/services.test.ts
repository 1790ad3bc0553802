import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const path = '/provider-workspace/me/services';

test('selecting binds the active requirement version and emits one event', async () => {
  const { actor, id: providerId } = await makeOwner(service);
  const first = await service.put(`${path}/plumber`, { actor });
  expect(first).toMatchObject({
    status: 200,
    body: { categoryKey: 'plumber', status: 'active', requirementVersion: { number: 2 } },
  });
  expect(await service.put(`${path}/plumber`, { actor })).toMatchObject({ status: 200, body: first.body });
  const selected = (await service.emitted(serviceSelected)).filter((one) => one.providerId === providerId);
  expect(selected).toMatchObject([{ categoryKey: 'plumber', requirementVersionId: first.body.requirementVersion.id }]);
});

test('removing keeps the row, and selecting again adds one', async () => {
  const { actor, id: providerId } = await makeOwner(service);
  await service.put(`${path}/plumber`, { actor });
  expect(await service.delete(`${path}/plumber`, { actor })).toMatchObject({ status: 204 });
  expect(await service.delete(`${path}/plumber`, { actor })).toMatchObject({ status: 404 });
  await service.put(`${path}/plumber`, { actor });
  const rows = await service.db
    .selectFrom('service_selection')
    .select('state')
    .where('provider_id', '=', providerId)
    .execute();
  expect(rows.map(({ state }) => state).sort()).toEqual(['active', 'removed']);
  expect((await service.emitted(serviceRemoved)).filter((one) => one.providerId === providerId)).toHaveLength(1);
});

test('returns 400 to an operator who gives no reason', async () => {
  const { id } = await makeOwner(service);
  const actor = operator('supervisor', { authenticatedAt: Math.floor(service.clock.now.getTime() / 1000) });
  const category = `/providers/${id}/categories/plumber`;
  const required = { status: 400, body: { errors: [{ field: 'reason', code: 'required' }] } };
  expect(await service.put(category, { actor, body: {} })).toMatchObject(required);
  const reason = 'asked for by the tests';
  expect(await service.put(category, { actor, body: { reason } })).toMatchObject({ status: 200 });
  expect(await service.delete(category, { actor })).toMatchObject(required);
  expect((await service.audited('putProviderCategory')).at(-1)).toMatchObject({
    ...{ actorId: actor.userId, permission: 'operations.providers.manage', reason },
  });
});

test('P2 the audit log keeps no reason of a representative', async () => {
  const { actor, id } = await makeOwner(service);
  const category = `/providers/${id}/categories/plumber`;
  const reason = 'My mother is ill, so I do this too.';
  expect((await service.put(category, { actor, body: { reason } })).status).toBe(200);
  expect((await service.delete(`${category}?reason=${encodeURIComponent(reason)}`, { actor })).status).toBe(204);
  for (const action of ['putProviderCategory', 'deleteProviderCategory'])
    expect((await service.audited(action)).at(-1)).toMatchObject({
      actorId: actor.userId,
      permission: 'provider.profile.manage',
      reason: null,
    });
});

test('returns 404 for an unknown category', async () => {
  const { actor } = await makeOwner(service);
  expect(await service.put(`${path}/alchemist`, { actor })).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining('GET /catalog/categories') },
  });
  expect(await service.put(`${path}/${encodeURIComponent("' or 1=1")}`, { actor })).toMatchObject({ status: 404 });
});

test('M3 16 concurrent selections create one row, and the database rejects a second', async () => {
  const { actor, id: providerId } = await makeOwner(service);
  const answers = await Promise.all(Array.from({ length: 16 }, () => service.put(`${path}/roofer`, { actor })));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
  const active = service.db.selectFrom('service_selection').selectAll().where('provider_id', '=', providerId);
  const rows = await active.execute();
  expect(rows).toHaveLength(1);
  const copy = `insert into service_selection (id, provider_id, category_key, requirement_version_id, selected_at)
    select gen_random_uuid(), provider_id, category_key, requirement_version_id, now() from service_selection where id = $1`;
  await expect(service.db.pool.query(copy, [rows[0]?.id])).rejects.toThrow(/one_active_selection/);
});
