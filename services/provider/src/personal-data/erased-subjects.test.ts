import type { Actor } from '@trust/contracts/actor';
import { claimSubjectEnded, claimSubjectErased } from '@trust/contracts/events/claims';
import { personErased } from '@trust/contracts/events/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, nameBusiness, type Owner } from '../../test/make.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const erase = ({ userId }: Actor) =>
  service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });
const announced = async ({ id }: Owner) =>
  (await service.emitted(claimSubjectErased)).filter(({ providerId }) => providerId === id);
async function name({ id, actor }: Owner, { userId }: Actor): Promise<string> {
  const { id: representativeId } = await service.db
    .selectFrom('representative')
    .select('id')
    .where('provider_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const body = { representativeId, givenName: 'Claire', familyName: 'Martin' };
  const named = await service.put('/provider-workspace/me/responsible-person', { actor, body });
  service.advanceClock(60);
  return named.body.items.find(({ about }: { about: string }) => about === 'person').id;
}

test('P2 an erasure announces each time that the person was responsible, and from when documents show them', async () => {
  const owner = await makeActive(service, { kind: 'organisation' });
  for (const earlier of ['Martin SARL', 'Martin Électricité SARL']) await nameBusiness(service, owner, earlier);
  const manager = await addRepresentative(service, owner.id, 'manager');
  const [first, second, third] = [
    await name(owner, owner.actor),
    await name(owner, manager.actor),
    await name(owner, owner.actor),
  ];
  const last = await name(owner, manager.actor);
  const ended = (await service.emitted(claimSubjectEnded)).filter(({ about }) => about === 'person');
  const ends = new Map(ended.map((one) => [one.subjectId, one.occurredAt]));
  expect([...ends.keys()]).toEqual([first, second, third]);
  await erase(manager.actor);
  const endedAt = service.clock.now.toISOString();
  expect(await announced(owner)).toMatchObject([
    { subjectId: second, shownFromAt: ends.get(first), endedAt: ends.get(second), occurredAt: endedAt },
    { subjectId: last, shownFromAt: ends.get(third), endedAt, occurredAt: endedAt },
  ]);
  await erase(manager.actor);
  expect((await announced(owner)).slice(2)).toMatchObject([{ subjectId: second }, { subjectId: last, endedAt }]);
  await erase(owner.actor);
  expect((await announced(owner)).slice(4)).toMatchObject([
    { subjectId: first, shownFromAt: null },
    { subjectId: third, shownFromAt: ends.get(second) },
  ]);
});
