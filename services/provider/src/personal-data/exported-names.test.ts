import type { Actor } from '@trust/contracts/actor';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, nameBusiness } from '../../test/make.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

type Named = { registeredNames: { name: string | null; endedAt: string | null }[] };
const exported = async ({ userId }: Actor) =>
  ((await exportPersonalData(service, 'provider', userId)).file.representations as Named[]).map(({ registeredNames }) =>
    registeredNames.map(({ name, endedAt }) => [name, endedAt !== null]),
  );

async function makeNamed(kind: 'individual' | 'organisation') {
  const owner = await makeActive(service, { kind });
  await nameBusiness(service, owner, 'Martin EI');
  service.advanceClock(1);
  await nameBusiness(service, owner, 'Martin Électricité EI');
  service.advanceClock(1);
  return owner;
}

test('P2 an owner of an individual exports each registered name that was declared while they owned it', async () => {
  const owner = await makeNamed('individual');
  const all = [
    ['Martin EI', true],
    ['Martin Électricité EI', false],
  ];
  expect(await exported(owner.actor)).toEqual([all]);
  const later = await addRepresentative(service, owner.id, 'owner');
  const manager = await addRepresentative(service, owner.id, 'manager');
  expect(await exported(later.actor)).toEqual([[['Martin Électricité EI', false]]]);
  expect(await exported(manager.actor)).toEqual([[]]);
});

test('P2 a former owner of an individual exports what was declared before they left, and nothing of later', async () => {
  const owner = await makeNamed('individual');
  const successor = await addRepresentative(service, owner.id, 'owner');
  const { items } = (await service.get(`/providers/${owner.id}/representatives`, { actor: owner.actor })).body;
  const { id } = items.find(({ isOwn }: { isOwn: boolean }) => isOwn);
  await service.delete(`/providers/${owner.id}/representatives/${id}`, { actor: owner.actor });
  service.advanceClock(1);
  await nameBusiness(service, { ...owner, actor: successor.actor }, 'Durand EI');
  const mine = [
    ['Martin EI', true],
    ['Martin Électricité EI', true],
  ];
  expect(await exported(owner.actor)).toEqual([mine]);
  expect(await exported(successor.actor)).toEqual([[['Durand EI', false]]]);
});

test('P2 an owner of an organisation exports its present registered name, and a former owner none', async () => {
  const owner = await makeNamed('organisation');
  const second = await addRepresentative(service, owner.id, 'owner');
  expect(await exported(owner.actor)).toEqual([[['Martin Électricité EI', false]]]);
  await second.remove(owner.actor);
  expect(await exported(second.actor)).toEqual([[]]);
});
