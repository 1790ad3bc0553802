import { person, representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner } from './make.ts';
import { type ProviderService, startProvider } from './service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const me = '/provider-workspace/me';

test.each(['enquiries', 'review-responses'])('%s are an empty, read-only list that accepts no cursor', async (name) => {
  const { actor } = await makeOwner(service);
  expect(await service.get(`${me}/${name}`, { actor })).toMatchObject({
    status: 200,
    body: { items: [], nextCursor: null },
  });
  expect(await service.get(`${me}/${name}?limit=101`, { actor })).toMatchObject({ status: 400 });
  expect(await service.get(`${me}/${name}?cursor=x`, { actor })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'cursor', code: 'cursor_invalid' }] },
  });
  for (const method of ['post', 'put', 'patch', 'delete'] as const)
    expect((await service[method](`${me}/${name}`, { actor, body: {} })).status).toBe(404);
  expect(await service.get(`${me}/${name}`, { actor: person() })).toMatchObject({ status: 404 });
});

test('returns 403 when a contributor lists enquiries', async () => {
  const { id } = await makeOwner(service);
  const contributor = representative(id, 'contributor');
  const assigned = { provider_id: id, user_id: contributor.userId, assigned_at: service.clock.now };
  await service.db
    .insertInto('representative')
    .values({ ...assigned, id: crypto.randomUUID(), role: 'contributor' })
    .execute();
  expect(await service.get(`${me}/enquiries`, { actor: contributor })).toMatchObject({ status: 403 });
  expect(await service.get(`${me}/review-responses`, { actor: contributor })).toMatchObject({ status: 200 });
});
