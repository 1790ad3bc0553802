import type { Actor } from '@trust/contracts/actor';
import { claimSubjectEnded, claimSubjectErased, premisesErased } from '@trust/contracts/events/claims';
import { consentChanged, personErased } from '@trust/contracts/events/identity';
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
async function name({ id, actor }: Owner, person: Actor): Promise<string> {
  const { userId } = person;
  const { id: representativeId } = await service.db
    .selectFrom('representative')
    .select('id')
    .where('provider_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const body = { representativeId, givenName: 'Claire', familyName: 'Martin' };
  const named = await service.put('/provider-workspace/me/responsible-person', { actor, body });
  const waiting = named.body.naming?.id;
  const path = '/provider-workspace/me/responsible-person/acceptance';
  const { body: subjects } = waiting ? await service.post(path, { actor: person, body: { namingId: waiting } }) : named;
  service.advanceClock(60);
  return subjects.items.find(({ about }: { about: string }) => about === 'person').id;
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

test('P2 an erasure announces premises that the person alone showed at their end, however they ended', async () => {
  const owner = await makeActive(service, { kind: 'organisation' });
  const manager = await addRepresentative(service, owner.id, 'manager');
  const show = async (actor: Actor, latitude: number) => {
    const body = { publicPremises: { latitude, longitude: 4.8357, consent: true } };
    expect((await service.put('/provider-workspace/me/location', { actor, body })).status).toBe(200);
    service.advanceClock(60);
  };
  const erasedOf = async () =>
    (await service.emitted(premisesErased)).filter(({ providerId }) => providerId === owner.id);
  // Moved by a colleague, shared, and current.
  for (const [actor, latitude] of [
    [manager.actor, 45.1],
    [owner.actor, 45.2],
    [manager.actor, 45.2],
    [manager.actor, 45.3],
  ] as const)
    await show(actor, latitude);
  const premises = (await service.emitted(claimSubjectEnded)).filter(({ providerId }) => providerId === owner.id);
  expect(premises).toHaveLength(2);
  await erase(manager.actor);
  const endedAt = service.clock.now.toISOString();
  const [first, second] = premises;
  expect(await erasedOf()).toMatchObject([
    { subjectId: first?.subjectId, shownFromAt: null, endedAt: first?.occurredAt },
    { shownFromAt: second?.occurredAt, endedAt },
  ]);
  expect((await announced(owner)).map(({ subjectId }) => subjectId)).not.toContain(first?.subjectId);
  await erase(manager.actor);
  expect(await erasedOf()).toHaveLength(4);
  await erase(owner.actor);
  expect(await erasedOf()).toHaveLength(4);
});

test('P2 who withdrew the consent to their premises before is announced with them too', async () => {
  const { actor, id } = await makeActive(service);
  const body = { publicPremises: { latitude: 45.7, longitude: 4.8, consent: true } };
  await service.put('/provider-workspace/me/location', { actor, body });
  service.advanceClock(60);
  const occurredAt = service.clock.now.toISOString();
  const consent = { userId: actor.userId, policyKey: 'public-premises', version: '2026-11', granted: false } as const;
  await service.deliver(consentChanged, { ...consent, occurredAt });
  service.advanceClock(60);
  await erase(actor);
  const erased = (await service.emitted(premisesErased)).filter(({ providerId }) => providerId === id);
  expect(erased).toMatchObject([{ endedAt: occurredAt }]);
});
