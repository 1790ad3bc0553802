import type { Actor } from '@trust/contracts/actor';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, makeOwner, nameBusiness } from '../../test/make.ts';
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

test('P2 the owner of an individual exports each registered name, a manager none', async () => {
  const owner = await makeNamed('individual');
  const manager = await addRepresentative(service, owner.id, 'manager');
  const all = [
    ['Martin EI', true],
    ['Martin Électricité EI', false],
  ];
  expect(await exported(owner.actor)).toEqual([all]);
  expect(await exported(manager.actor)).toEqual([[]]);
});

test('P2 who owned a draft as one person exports its names of then, and later owners do not', async () => {
  const draft = await makeOwner(service, { kind: 'individual' });
  await nameBusiness(service, draft, 'Martin EI');
  service.advanceClock(1);
  await service.patch('/provider-workspace/me/profile', { actor: draft.actor, body: { kind: 'organisation' } });
  const successor = await addRepresentative(service, draft.id, 'owner');
  await nameBusiness(service, { ...draft, actor: successor.actor }, 'Durand SARL');
  expect(await exported(successor.actor)).toEqual([[['Durand SARL', false]]]);
  const { items } = (await service.get(`/providers/${draft.id}/representatives`, { actor: draft.actor })).body;
  const { id } = items.find(({ isOwn }: { isOwn: boolean }) => isOwn);
  await service.delete(`/providers/${draft.id}/representatives/${id}`, { actor: draft.actor });
  expect(await exported(draft.actor)).toEqual([[['Martin EI', true]]]);
});

test('P2 an owner of an organisation exports its present registered name, and a former owner none', async () => {
  const owner = await makeNamed('organisation');
  const second = await addRepresentative(service, owner.id, 'owner');
  expect(await exported(owner.actor)).toEqual([[['Martin Électricité EI', false]]]);
  await second.remove(owner.actor);
  expect(await exported(second.actor)).toEqual([[]]);
});
