import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeOwner, transition } from './make.ts';
import { type ProviderService, startProvider } from './service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const reason = 'The owner has asked for it by telephone.';
const read = async (id: string) => (await service.get(`/providers/${id}`, { actor: supervisor })).body;

test('operators select and remove services by the rules of the workspace, with a reason', async () => {
  const { actor, id } = await makeOwner(service);
  const path = `/providers/${id}/categories/plumber`;
  expect(await service.put(path, { actor: supervisor })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'reason', code: 'required' }] },
  });
  const selected = await service.put(path, { actor: supervisor, body: { reason } });
  expect(selected).toMatchObject({ status: 200, body: { status: 'active', requirementVersion: { number: 2 } } });
  expect(await service.put(path, { actor })).toMatchObject({ status: 200, body: selected.body });
  expect((await service.get('/provider-workspace/me', { actor })).body.services).toEqual([selected.body]);

  expect(await service.delete(path, { actor: supervisor })).toMatchObject({ status: 400 });
  const remove = `${path}?reason=${encodeURIComponent(reason)}`;
  expect(await service.delete(remove, { actor: supervisor })).toMatchObject({ status: 204 });
  expect(await service.delete(remove, { actor: supervisor })).toMatchObject({ status: 404 });
  for (const action of ['putProviderCategory', 'deleteProviderCategory'])
    expect((await service.audited(action)).find(({ actorId }) => actorId === supervisor.userId)).toMatchObject({
      reason,
      after: { actingAs: 'operator' },
    });

  for (const unknown of [crypto.randomUUID(), 'x']) {
    const answer = await service.put(`/providers/${unknown}/categories/plumber`, {
      actor: supervisor,
      body: { reason },
    });
    expect(answer).toMatchObject({ status: 404, body: { type: 'http://trust.test/problems/not-found' } });
  }
  expect(await service.put(path, { actor: operator('triage'), body: { reason } })).toMatchObject({ status: 404 });
  await transition(service, actor, id, 'close');
  expect(await service.put(path, { actor: supervisor, body: { reason } })).toMatchObject({ status: 409 });
});

test('Z3 an operator who represents the provider has only the rights of the assignment', async () => {
  const { id } = await makeOwner(service);
  const both = operator('supervisor');
  await service.db
    .insertInto('representative')
    .values({
      id: crypto.randomUUID(),
      provider_id: id,
      user_id: both.userId,
      role: 'contributor',
      assigned_at: service.clock.now,
    })
    .execute();
  const path = `/providers/${id}/categories/plumber`;
  expect(await service.put(path, { actor: both, body: { reason } })).toMatchObject({ status: 403 });
  expect((await service.get(`/providers/${id}`, { actor: both })).body).not.toHaveProperty('possibleDuplicates');
});

test('only operators see providers with the same normalised name or website', async () => {
  const named = (displayName: string) => makeOwner(service, { displayName });
  const first = await makeActive(service, { displayName: 'Électricité Générale Dupré SARL' });
  const second = await named('  electricite  generale DUPRE');
  const third = await named('Another Name');
  await named('Électricité Dupré');
  const website = (owner: typeof first, url: string) =>
    service.patch('/provider-workspace/me/profile', { actor: owner.actor, body: { website: url } });
  await website(first, 'https://www.dupre.example/accueil/?a=1');
  await website(third, 'http://dupre.example/Accueil');
  await website(second, 'https://dupre.example/other');

  const { possibleDuplicates } = await read(first.id);
  expect(possibleDuplicates).toEqual([
    {
      id: second.id,
      publicProviderId: second.publicId,
      displayName: 'electricite  generale DUPRE',
      state: 'draft',
      same: ['name'],
      isErased: false,
    },
    {
      id: third.id,
      publicProviderId: third.publicId,
      displayName: 'Another Name',
      state: 'draft',
      same: ['website'],
      isErased: false,
    },
  ]);
  expect((await read(third.id)).possibleDuplicates).toMatchObject([{ id: first.id, same: ['website'] }]);
  expect((await service.get(`/providers/${first.id}`, { actor: first.actor })).body).not.toHaveProperty(
    'possibleDuplicates',
  );

  await transition(service, second.actor, second.id, 'close');
  expect((await read(first.id)).possibleDuplicates).toMatchObject([{ id: third.id }]);
  expect((await read(second.id)).possibleDuplicates).toEqual([]);
});
