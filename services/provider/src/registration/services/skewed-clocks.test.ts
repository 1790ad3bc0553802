import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let ahead: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
  ahead = await startProvider({ connections: 10, replicaOf: service });
  ahead.clock.now = new Date(service.clock.now.getTime() + 240_000);
});
afterAll(async () => {
  await ahead[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const sixteen = Array.from({ length: 16 }, (_, index) => index);
const replica = (index: number) => (index % 2 ? ahead : service);

test('M3 replicas with different clocks keep at most one active selection and return no 500', async () => {
  const { actor, id } = await makeOwner(service);
  const path = '/provider-workspace/me/services/plumber';
  expect(await ahead.put(path, { actor })).toMatchObject({ status: 200 });
  expect(await service.delete(path, { actor })).toMatchObject({ status: 204 });
  // Repeats a 503: on a busy machine sixteen in turn may wait longer than the lock's timeout.
  async function change(index: number) {
    for (;;) {
      const answer = await replica(index)[index % 3 ? 'put' : 'delete'](path, { actor });
      if (answer.status !== 503) return answer;
    }
  }
  const answers = await Promise.all(sixteen.map(change));
  expect(answers.filter(({ status }) => ![200, 204, 404].includes(status))).toEqual([]);
  const rows = await service.db.selectFrom('service_selection').select('state').where('provider_id', '=', id).execute();
  expect(rows.filter(({ state }) => state === 'active').length).toBeLessThanOrEqual(1);
});

test('M3 a replica whose clock is behind can end an assignment of another replica', async () => {
  const { actor, id } = await makeOwner(service);
  const colleague = person();
  const assignment = { id: crypto.randomUUID(), provider_id: id, user_id: colleague.userId, role: 'manager' as const };
  await service.db
    .insertInto('representative')
    .values({ ...assignment, assigned_at: ahead.clock.now })
    .execute();
  const path = `/providers/${id}/representatives/${assignment.id}`;
  expect((await service.delete(path, { actor })).status).toBe(204);
  const made = await makeOwner(ahead);
  const close = { transition: 'close', reason: 'We retire for good.' };
  expect(await service.post(`/providers/${made.id}/transitions`, { actor: made.actor, body: close })).toMatchObject({
    status: 200,
  });
});

test('M4 limited availability ends by the clock of the reading replica', async () => {
  const { actor } = await makeOwner(service);
  await service.put('/provider-workspace/me/services/roofer', { actor });
  const nextAvailableAt = new Date(service.clock.now.getTime() + 120_000).toISOString();
  const path = '/provider-workspace/me/availability/roofer';
  expect(await service.put(path, { actor, body: { state: 'limited', nextAvailableAt } })).toMatchObject({
    status: 200,
  });
  const readAvailability = async (one: ProviderService) =>
    (await one.get('/provider-workspace/me', { actor })).body.availability;
  expect(await readAvailability(service)).toMatchObject([{ state: 'limited', nextAvailableAt }]);
  expect(await readAvailability(ahead)).toMatchObject([{ state: 'available', nextAvailableAt: null }]);
  expect(await ahead.put(path, { actor, body: { state: 'limited', nextAvailableAt } })).toMatchObject({ status: 400 });
});
