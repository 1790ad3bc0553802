import { claimSubjectNamed, claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeOwner, nameBusiness, namePerson } from '../../../test/make.ts';
import { checkedClaims, me } from '../../../test/make-checked.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { announceProvider } from '../snapshots/announce-provider.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const { subjectsOf } = checkedClaims(() => service);

test('T1 a registered name says whether the provider is one person or an organisation', async () => {
  const made = await makeActive(service, { kind: 'individual' });
  const subjectId = await nameBusiness(service, made, 'Camille Durand EI');
  await namePerson(service, made);
  expect(await subjectsOf(made)).toMatchObject([
    { about: 'business', providerKind: 'individual', saysSoleTrader: false },
    { about: 'person', providerKind: null },
  ]);
  const named = (await service.emitted(claimSubjectNamed)).filter(({ providerId }) => providerId === made.id);
  expect(named.map(({ about, providerKind }) => [about, providerKind])).toEqual([
    ['business', 'individual'],
    ['person', undefined],
  ]);
  await service.db.transact((trx) => announceProvider(trx, made.id, service.app));
  const snapshots = (await service.emitted(claimSubjectSnapshot)).filter((one) => one.subjectId === subjectId);
  expect(snapshots.at(-1)).toMatchObject({ providerKind: 'individual' });
});

test('T1 a reviewer is told of an organisation whose name has a legal form of one person', async () => {
  const made = await makeActive(service);
  const isMarked = async (name: string) => {
    await nameBusiness(service, made, name);
    return (await subjectsOf(made))[0].saysSoleTrader;
  };
  for (const name of [
    ...['Camille Durand EI', 'DURAND E.I.', 'Entreprise individuelle Durand', 'Durand auto-entrepreneur'],
    ...['Micro-entrepreneur Durand', 'Müller e.K.', 'Smith, sole trader', 'García (autónomo)'],
  ])
    expect([name, await isMarked(name)]).toEqual([name, true]);
  for (const name of ['Durand SARL', 'Eiffel Électricité', 'Sole Trading Ltd', 'Autonomie SA'])
    expect([name, await isMarked(name)]).toEqual([name, false]);
});

test('another kind of a draft names its business anew under that kind', async () => {
  const draft = await makeOwner(service);
  await nameBusiness(service, draft, 'Martin SARL');
  await service.patch(`${me}/profile`, { actor: draft.actor, body: { kind: 'individual' } });
  await nameBusiness(service, draft, 'Martin EI');
  const named = (await service.emitted(claimSubjectNamed)).filter(({ providerId }) => providerId === draft.id);
  expect(named.map(({ providerKind }) => providerKind)).toEqual(['organisation', 'individual']);
});
