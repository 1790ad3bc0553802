import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { personErased } from '@trust/contracts/events/identity';
import { providerChanged } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, makeOwner, nameBusiness, squareAround } from '../../test/make.ts';
import { checkedClaims, me } from '../../test/make-checked.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';
import { waitForLocks } from '../../test/wait-for-locks.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 6 });
});
afterAll(() => service[Symbol.asyncDispose]());

const { makeChecked, verdict, addOwner } = checkedClaims(() => service);
const lyon = { latitude: 45.764, longitude: 4.8357 };
const privateBase = { ...lyon, addressLabel: 'Home' };
const enter = (actor: Actor, body: object) => service.put('/provider-workspace/me/location', { actor, body });
const erase = ({ userId }: Actor) =>
  service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });
const rowOf = async (table: 'private_base' | 'area_key' | 'public_area' | 'service_area', id: string) =>
  (await service.db.selectFrom(table).selectAll().where('provider_id', '=', id).execute())[0];
const hasBase = async (id: string) => (await rowOf('private_base', id)) !== undefined;
const forgetWhoEntered = (id: string) =>
  service.db.updateTable('private_base').set({ entered_by: null }).where('provider_id', '=', id).execute();
const keyOf = async (ownerId: string) =>
  (await service.db.selectFrom('name_key').selectAll().where('owner_id', '=', ownerId).execute())[0];

async function makeTwo() {
  const owner = await makeActive(service);
  return { ...owner, second: await addRepresentative(service, owner.id, 'owner') };
}

test('P2 the base goes with who entered it, though another owner remains', async () => {
  const { actor, id, second } = await makeTwo();
  await enter(actor, { privateBase });
  await erase(second.actor);
  expect(await hasBase(id)).toBe(true);
  const manager = await addRepresentative(service, id, 'manager');
  await addRepresentative(service, id, 'owner');
  await erase(manager.actor);
  expect(await hasBase(id)).toBe(true);
  await erase(actor);
  expect(await hasBase(id)).toBe(false);
  const announced = (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === id).at(-1);
  expect(announced?.location).toMatchObject({ privateBaseConfigured: false, serviceAreaConfigured: true });
});

test('P2 the base of a former representative goes with them', async () => {
  const { actor, id, second } = await makeTwo();
  await enter(second.actor, { privateBase });
  await second.remove(actor);
  await erase(second.actor);
  expect(await hasBase(id)).toBe(false);
});

test('P2 a base from before its author was recorded goes with the last owner', async () => {
  const { actor, id, second } = await makeTwo();
  await enter(actor, { privateBase });
  await forgetWhoEntered(id);
  const manager = await addRepresentative(service, id, 'manager');
  await erase(manager.actor);
  await erase(second.actor);
  expect(await hasBase(id)).toBe(true);
  await erase(actor);
  expect(await hasBase(id)).toBe(false);
});

test('T6 nothing computes the base from what was published with it', async () => {
  const { actor, id } = await makeTwo();
  await enter(actor, { privateBase, serviceArea: squareAround({ latitude: 45.9, longitude: 4.9 }) });
  const before = [await rowOf('area_key', id), await rowOf('public_area', id)];
  await erase(actor);
  const after = [await rowOf('area_key', id), await rowOf('public_area', id)];
  expect(after[0]?.provider_id).toBe(id);
  expect(after[0]).not.toEqual(before[0]);
  expect(after[1]?.provider_id).toBe(id);
  expect(after[1]).not.toEqual(before[1]);
});

test('P2 the registered name of an individual goes with its owner', async () => {
  const made = await makeChecked({ kind: 'individual' });
  expect(await verdict(made.claims.business)).toEqual(['valid', null, 'Martin Électricité SARL']);
  await erase(made.actor);
  expect((await verdict(made.claims.business))[2]).toBeNull();
  expect(await keyOf(made.business)).toBeUndefined();
});

test('P2 the registered name of an organisation stays readable without its owner', async () => {
  const made = await makeChecked();
  await addRepresentative(service, made.id, 'owner');
  await erase(made.actor);
  expect(await verdict(made.claims.business)).toEqual(['valid', null, 'Martin Électricité SARL']);
});

test('P2 a name that an owner declared as one person goes with them, also from an organisation', async () => {
  const draft = await makeOwner(service, { kind: 'individual' });
  const subjectId = await nameBusiness(service, draft, 'Name of the first owner');
  service.advanceClock(1);
  await service.patch(`${me}/profile`, { actor: draft.actor, body: { kind: 'organisation' } });
  const [second, third] = [await addOwner(draft), await addOwner(draft)];
  await erase(third);
  expect(await keyOf(subjectId)).toBeDefined();
  await erase(draft.actor);
  expect(await keyOf(subjectId)).toBeUndefined();
  await erase(second);
});

test('an erasure that waits for a provider has locked no later one', async () => {
  const { actor, id } = await makeOwner(service);
  const body = { displayName: 'Later provider', kind: 'organisation', operatingModel: 'premises' };
  const headers = { 'idempotency-key': randomUUID() };
  const later = (await service.post('/providers', { actor, headers, body })).body.id;
  await service.put(`/providers/${later}/location`, { actor, body: { publicPremises: { ...lyon, consent: true } } });
  const locks = await service.db.pool.connect();
  await locks.query('begin');
  const lock = (providerId: string, how = '') =>
    locks.query(`select from provider where id = $1 for update ${how}`, [providerId]);
  await lock(id);
  const erasing = erase(actor);
  await waitForLocks(service, 1);
  expect((await lock(later, 'nowait')).rowCount).toBe(1);
  await locks.query('rollback');
  locks.release();
  await erasing;
});

test('P2 no key of a person remains who is named while they are erased', async () => {
  const { actor, id } = await makeOwner(service);
  const { actor: named } = await addRepresentative(service, id, 'manager');
  const { items } = (await service.get(`/providers/${id}/representatives`, { actor: named })).body;
  const representativeId = items.find(({ isOwn }: { isOwn: boolean }) => isOwn).id;
  const locks = await service.db.pool.connect();
  await locks.query('begin');
  await locks.query('select from provider where id = $1 for update', [id]);
  const body = { representativeId, givenName: 'Claire', familyName: 'Martin' };
  const naming = service.put(`${me}/responsible-person`, { actor, body });
  await waitForLocks(service, 1);
  const erasing = erase(named);
  await waitForLocks(service, 2);
  await locks.query('rollback');
  locks.release();
  expect((await naming).status).toBe(200);
  await erasing;
  expect(await keyOf(named.userId)).toBeUndefined();
});
