import { personErased } from '@trust/contracts/events/identity';
import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, makeOwner, nameBusiness, type Owner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const change = ({ actor }: Owner, body: object) => service.patch('/provider-workspace/me/profile', { actor, body });
const duplicatesOf = async ({ id }: Owner) =>
  (await service.get(`/providers/${id}`, { actor: supervisor })).body.possibleDuplicates.map(
    (one: { id: string; same: string[] }) => [one.id, one.same.join()],
  );
const usedBy = async ({ id }: Owner) =>
  (await service.db.selectFrom('used_name').selectAll().where('provider_id', '=', id).execute()).length;
const recommend = ({ id: providerId }: Owner, facts: object = { state: 'recommended' }) =>
  service.deliver(caseChanged, {
    ...{
      caseId: crypto.randomUUID(),
      providerId,
      categoryKey: 'electrician',
      requirementVersionId: crypto.randomUUID(),
    },
    ...{ requirementKeys: ['liability-insurance'], state: 'recommended', outcome: null, duties: [], dueAt: null },
    ...{ recommenderId: crypto.randomUUID(), openedAt: '2026-01-05T09:00:00.000Z' },
    occurredAt: service.clock.now.toISOString(),
    ...facts,
  });
const close = ({ actor, id }: Owner) => transition(service, actor, id, 'close');

test.each([
  ['suspended', ({ id }: Owner) => transition(service, supervisor, id, 'suspend')],
  ['in question of a case', recommend],
])('T1 a provider that is %s takes neither another name nor another website', async (_why, question) => {
  const owner = await makeActive(service);
  await change(owner, { website: 'https://volta.example' });
  await question(owner);
  for (const body of [{ displayName: 'Ampère' }, { website: 'https://ampere.example' }, { website: null }])
    expect(await change(owner, body)).toMatchObject({ status: 409 });
  const same = { displayName: 'Volta Électricité', website: 'https://volta.example', summary: 'Sockets and lamps.' };
  expect((await change(owner, same)).status).toBe(200);
});

test('T1 a provider that closed in question is found under each earlier name, website and registered name', async () => {
  const first = await makeActive(service);
  await change(first, { website: 'https://joule.example' });
  await nameBusiness(service, first, 'Joule Installations SARL');
  await change(first, { displayName: 'Tesla Bobinage', website: 'https://tesla.example' });
  await change(first, { displayName: 'Ampère', website: null });
  await nameBusiness(service, first, 'Ampère SARL');
  await recommend(first, { state: 'decided', outcome: 'not_verified' });
  const open = await makeOwner(service, { displayName: 'Tesla Bobinage' });
  const ids = async (of: Owner) => (await duplicatesOf(of)).map(([id]: string[]) => id);
  expect(await ids(open)).not.toContain(first.id);
  await close(first);

  expect(await duplicatesOf(open)).toContainEqual([first.id, 'name']);
  expect(await duplicatesOf(await makeOwner(service))).toContainEqual([first.id, 'name']);
  expect(await duplicatesOf(await makeOwner(service, { displayName: 'Joule Installations' }))).toContainEqual([
    first.id,
    'name',
  ]);
  const second = await makeOwner(service, { displayName: 'Watt' });
  expect(await ids(second)).not.toContain(first.id);
  await change(second, { website: 'https://joule.example/' });
  expect(await duplicatesOf(second)).toContainEqual([first.id, 'website']);
  await nameBusiness(service, second, 'Joule Installations GmbH');
  expect(await duplicatesOf(second)).toContainEqual([first.id, 'name,website']);
  const found = (await service.emitted(possibleDuplicateFound)).filter(
    ({ providerId, otherProviderId }) => providerId === second.id && otherProviderId === first.id,
  );
  expect(found.map(({ same }) => same)).toEqual([['website'], ['name', 'website']]);
});

test('P2 the used names of an individual go with an erased owner and with another kind', async () => {
  const of = async (kind: 'individual' | 'organisation') => {
    const owner = await makeActive(service, { kind });
    if (kind === 'organisation') await addRepresentative(service, owner.id, 'owner');
    const { userId } = owner.actor;
    await service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });
    return usedBy(owner);
  };
  expect(await of('individual')).toBe(0);
  expect(await of('organisation')).toBe(1);
  const draft = await makeOwner(service, { kind: 'individual' });
  await change(draft, { displayName: 'Claire Martin' });
  await change(draft, { displayName: 'Volt' });
  expect(await usedBy(draft)).toBe(3);
  await change(draft, { kind: 'organisation' });
  expect(await usedBy(draft)).toBe(1);
});
