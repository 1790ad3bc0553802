import { randomUUID } from 'node:crypto';
import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, nameBusiness, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const unique = () => `Gamma ${randomUUID()}`;
const named = (displayName = unique()) => makeActive(service, { displayName });
const rename = ({ actor }: Owner, displayName: string) =>
  service.patch('/provider-workspace/me/profile', { actor, body: { displayName } });
const duplicatesOf = async ({ id }: Owner) =>
  (await service.get(`/providers/${id}`, { actor: supervisor })).body.possibleDuplicates.map(
    (one: { id: string; same: string[] }) => [one.id, one.same.join()],
  );
const found = async (...owners: Owner[]) =>
  (await service.emitted(possibleDuplicateFound))
    .filter(({ providerId }) => owners.some(({ id }) => id === providerId))
    .map(({ providerId, otherProviderId, same }) => [providerId, otherProviderId, same.join()]);

test('T1 a copy under the registered name of an open provider is a possible duplicate', async () => {
  const [displayName, registeredName] = [unique(), unique()];
  const first = await named(displayName);
  await nameBusiness(service, first, `${registeredName} SARL`);
  const copies = {
    'registered as registered': await named(),
    'registered as displayed': await named(registeredName.toUpperCase()),
    'displayed as registered': await named(),
  };
  await nameBusiness(service, copies['registered as registered'], registeredName);
  await nameBusiness(service, copies['displayed as registered'], `${displayName} GmbH`);
  for (const [how, copy] of Object.entries(copies)) {
    expect(await duplicatesOf(copy), how).toContainEqual([first.id, 'registered_name']);
    expect(await duplicatesOf(first), how).toContainEqual([copy.id, 'registered_name']);
    expect(await found(copy), how).toContainEqual([copy.id, first.id, 'registered_name']);
  }
});

test('T1 a registered name that ended is compared no more, and one that is declared again is', async () => {
  const [first, second, registeredName] = [await named(), await named(), unique()];
  await nameBusiness(service, first, registeredName);
  await rename(first, registeredName);
  await rename(first, unique());
  await nameBusiness(service, second, registeredName);
  expect(await duplicatesOf(second)).toEqual([[first.id, 'registered_name']]);
  for (const owner of [first, second]) await nameBusiness(service, owner, unique());
  expect(await duplicatesOf(second)).toEqual([]);
  await nameBusiness(service, first, registeredName);
  expect(await duplicatesOf(second)).toEqual([[first.id, 'registered_name']]);
});

test('T1 a display name under the registered name takes nothing from it', async () => {
  const [first, registeredName] = [await named(), unique()];
  await nameBusiness(service, first, registeredName);
  await rename(first, registeredName);
  await rename(first, unique());
  expect(await duplicatesOf(await named(registeredName))).toEqual([[first.id, 'registered_name']]);
});

test('T1 of two concurrent declarations of one registered name, one reports the other', async () => {
  const owners = await Promise.all(Array.from({ length: 4 }, () => named()));
  const registeredName = unique();
  await Promise.all(owners.map((owner) => nameBusiness(service, owner, registeredName)));
  expect(await found(...owners)).toHaveLength(6);
});
