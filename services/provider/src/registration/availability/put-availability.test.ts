import { availabilityChanged } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
let owner: Owner;
beforeAll(async () => {
  service = await startProvider();
  owner = await makeOwner(service);
  await service.put('/provider-workspace/me/services/plumber', { actor: owner.actor });
});
afterAll(() => service[Symbol.asyncDispose]());

const put = (body: object, category = 'plumber') =>
  service.put(`/provider-workspace/me/availability/${category}`, { actor: owner.actor, body });
const announced = async () =>
  (await service.emitted(availabilityChanged)).filter(({ providerId }) => providerId === owner.id);

test('limited availability is stored and emitted, and reads as available after its time', async () => {
  const nextAvailableAt = '2026-01-06T09:00:00.000Z';
  const answer = await put({ state: 'limited', nextAvailableAt });
  expect(answer).toMatchObject({ status: 200, body: { categoryKey: 'plumber', state: 'limited', nextAvailableAt } });
  expect((await announced()).at(-1)).toMatchObject({ state: 'limited', nextAvailableAt });
  const readAvailability = async () =>
    (await service.get('/provider-workspace/me', { actor: owner.actor })).body.availability;
  expect(await readAvailability()).toEqual([answer.body]);
  service.advanceClock(24 * 3600);
  expect(await readAvailability()).toEqual([{ categoryKey: 'plumber', state: 'available', nextAvailableAt: null }]);
});

test.each(['available', 'unavailable', 'paused'])('%s rejects nextAvailableAt', async (state) => {
  expect(await put({ state })).toMatchObject({ status: 200, body: { state, nextAvailableAt: null } });
});

test.each([
  ['limited without a time', { state: 'limited' }, 'required'],
  ['limited in the past', { state: 'limited', nextAvailableAt: '2026-01-01T00:00:00Z' }, 'must_be_future'],
  ['a time that is none', { state: 'limited', nextAvailableAt: 'tomorrow' }, 'invalid_format'],
  ['a time without limited', { state: 'available', nextAvailableAt: '2027-02-01T00:00:00Z' }, 'unknown_field'],
])('returns 400 for %s and changes nothing', async (_name, body, code) => {
  const before = await announced();
  expect(await put(body)).toMatchObject({ status: 400, body: { errors: [{ field: 'nextAvailableAt', code }] } });
  expect(await announced()).toEqual(before);
});

test('M4 returns 400 for limited until the present second', async () => {
  const nextAvailableAt = service.clock.now.toISOString();
  expect(await put({ state: 'limited', nextAvailableAt })).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'must_be_future' }] },
  });
});

test('returns 404 for a category that is not selected', async () => {
  expect(await put({ state: 'available' }, 'electrician')).toMatchObject({ status: 404 });
});
