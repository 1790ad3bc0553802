import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner } from '../../test/make.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const path = '/provider-workspace/me/services';

test('selecting binds the requirement version in force, once, and says so', async () => {
  const { actor, id: providerId } = await makeOwner(service);
  const first = await service.put(`${path}/plumber`, { actor });
  expect(first).toMatchObject({
    status: 200,
    body: { categoryKey: 'plumber', status: 'active', requirementVersion: { number: 1 } },
  });
  expect(await service.put(`${path}/plumber`, { actor })).toMatchObject({ status: 200, body: first.body });
  const selected = (await service.emitted(serviceSelected)).filter((one) => one.providerId === providerId);
  expect(selected).toMatchObject([{ categoryKey: 'plumber', requirementVersionId: first.body.requirementVersion.id }]);
});

test('removing keeps the history, and selecting again makes a new row', async () => {
  const { actor, id: providerId } = await makeOwner(service);
  await service.put(`${path}/plumber`, { actor });
  expect(await service.delete(`${path}/plumber`, { actor })).toMatchObject({
    status: 200,
    body: { status: 'removed' },
  });
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

test('a category that does not exist is 404', async () => {
  const { actor } = await makeOwner(service);
  expect(await service.put(`${path}/alchemist`, { actor })).toMatchObject({ status: 404 });
  expect(await service.put(`${path}/${encodeURIComponent("' or 1=1")}`, { actor })).toMatchObject({ status: 404 });
});

test('M3 of 16 selections at once one row is made, by the locks and by the table alone', async () => {
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

test('M2 a removed selection cannot be revived, rebound or deleted', async () => {
  const { actor, id } = await makeOwner(service);
  await service.put(`${path}/cleaning`, { actor });
  await service.delete(`${path}/cleaning`, { actor });
  const owner = new pg.Client({ connectionString: service.ownerUrl });
  await owner.connect();
  for (const text of [
    `update service_selection set state = 'active', removed_at = null where provider_id = $1`,
    `update service_selection set category_key = 'plumber' where provider_id = $1`,
    'delete from service_selection where provider_id = $1',
  ]) {
    await expect(owner.query(text, [id])).rejects.toThrow(/cannot go from|can only be removed/);
    await expect(service.db.pool.query(text, [id])).rejects.toThrow(
      /cannot go from|can only be removed|permission denied/,
    );
  }
  await owner.end();
});
