import { randomUUID } from 'node:crypto';
import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeOwner, type Owner, squareAround, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const unique = () => `Volt ${randomUUID()}`;
const draft = (displayName: string) => makeOwner(service, { displayName });
const statesOf = async ({ id }: Owner) =>
  (await service.get(`/providers/${id}`, { actor: supervisor })).body.possibleDuplicates.map(
    (one: { id: string; state: string }) => [one.id, one.state],
  );
const heard = async (...owners: Owner[]) =>
  (await service.emitted(possibleDuplicateFound))
    .filter(({ providerId }) => owners.some(({ id }) => id === providerId))
    .map(({ providerId, otherProviderId, same }) => [providerId, otherProviderId, same.join()]);

async function complete({ actor }: Owner, profile: object) {
  await service.put('/provider-workspace/me/services/electrician', { actor });
  const serviceArea = squareAround({ latitude: 45.764, longitude: 4.8357 });
  await service.put('/provider-workspace/me/location', { actor, body: { serviceArea } });
  await service.patch('/provider-workspace/me/profile', { actor, body: profile });
}

test('two drafts are no pair until one of them is complete, also with the name that completes it', async () => {
  const name = unique();
  const [first, second, renamed] = [await draft(name), await draft(name), await draft(unique())];
  expect(await statesOf(second)).toEqual([]);
  expect(await heard(first, second)).toEqual([]);
  await complete(first, { summary: 'Electrical work.' });
  expect(await heard(first, second)).toEqual([[first.id, second.id, 'name']]);
  expect(await statesOf(second)).toEqual([[first.id, 'active']]);
  await complete(renamed, { summary: 'Electrical work.', displayName: name });
  const pairs = [first, second].map(({ id }) => [renamed.id, id, 'name']);
  expect(await heard(renamed)).toEqual(pairs);
});

test('T1 of more than twenty, one that closed in question comes first, then active ones, then drafts', async () => {
  const displayName = unique();
  for (let index = 0; index < 20; index++) await draft(displayName);
  const active = await makeActive(service, { displayName });
  const [closed, suspended] = [await makeActive(service, { displayName }), await makeActive(service, { displayName })];
  for (const { id } of [closed, suspended]) await transition(service, supervisor, id, 'suspend');
  await transition(service, closed.actor, closed.id, 'close');
  const found = await statesOf(await makeActive(service, { displayName }));
  expect(found.slice(0, 3)).toEqual([
    [closed.id, 'closed'],
    [suspended.id, 'suspended'],
    [active.id, 'active'],
  ]);
  expect(found).toHaveLength(20);
});
