import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { claimSubjectEnded, claimSubjectNamed } from '@trust/contracts/events/claims';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, makeClaim, namePerson, type Owner } from '../../../test/make.ts';
import { checkedClaims, me } from '../../../test/make-checked.ts';
import { namings } from '../../../test/make-naming.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const { makeChecked, cardsOf, subjectsOf } = checkedClaims(() => service);
const { accept, decline, nameAs, read, waitingId } = namings(() => service);

const announced = async ({ id }: Owner) =>
  [...(await service.emitted(claimSubjectNamed)), ...(await service.emitted(claimSubjectEnded))].filter(
    ({ providerId, about }) => providerId === id && about === 'person',
  );
const tasksOf = async (actor: Actor) =>
  (await service.get(me, { actor })).body.readiness.tasks
    .map(({ code }: { code: string }) => code)
    .filter((code: string) => /responsib/.test(code));
const dayMs = 86_400_000;

test('T1 whom somebody else names answers for the provider once they accept; until then nothing changes', async () => {
  const made = await makeChecked();
  const { actor: named } = await addRepresentative(service, made.id, 'contributor');
  const before = [await cardsOf(made), await subjectsOf(made), (await announced(made)).length];
  expect(await nameAs(made, named, [])).toMatchObject({ status: 409, body: { errors: [{ field: 'endsClaimIds' }] } });
  const waits = await nameAs(made, named, [made.claims.person.claimId]);
  const naming = { name: 'Rita Obernarr', status: 'waiting', isOwn: false, endsClaimIds: [made.claims.person.claimId] };
  expect(waits).toMatchObject({ status: 200, body: { items: [{}, { name: 'Claire Martin' }], naming } });
  expect([await cardsOf(made), await subjectsOf(made), (await announced(made)).length]).toEqual(before);
  expect(JSON.stringify(await subjectsOf({ ...made, actor: operator('supervisor') }))).not.toMatch(/Rita|waiting/);
  expect([await tasksOf(named), await tasksOf(made.actor)]).toEqual([['accept_responsibility'], []]);

  const accepted = await accept(named);
  expect(accepted).toMatchObject({ status: 200, body: { naming: null } });
  const id = waits.body.naming.id;
  expect(accepted.body.items).toMatchObject([{ about: 'business' }, { id, name: 'Rita Obernarr', isOwn: true }]);
  expect(await cardsOf(made)).toEqual([['business_registered', 'Martin Électricité SARL']]);
  expect((await announced(made)).slice(before[2] as number)).toMatchObject([{}, {}]);
  expect(await tasksOf(named)).toEqual([]);
});

test('only the named person accepts, with a fresh sign-in, and twice has one effect', async () => {
  const owner = await makeActive(service);
  const [{ actor: named }, { actor: other }] = [
    await addRepresentative(service, owner.id, 'contributor'),
    await addRepresentative(service, owner.id, 'owner'),
  ];
  const { body } = await nameAs(owner, named);
  for (const actor of [owner.actor, other]) expect((await accept(actor, body.naming.id)).status).toBe(409);
  const stale = { ...named, authenticatedAt: service.clock.now.getTime() / 1000 - 301 };
  expect((await accept(stale, body.naming.id)).status).toBe(401);
  for (const _again of [1, 2]) expect((await accept(named, body.naming.id)).status).toBe(200);
  expect(await announced(owner)).toHaveLength(1);
  expect((await service.audited('acceptPersonNaming')).filter(({ objectId }) => objectId === owner.id)).toHaveLength(1);
});

test('whoever names themselves accepts by it, also while somebody else named them', async () => {
  const owner = await makeActive(service);
  const { actor: second } = await addRepresentative(service, owner.id, 'owner');
  await nameAs(owner, second);
  expect(await nameAs({ ...owner, actor: second }, second)).toMatchObject({
    status: 200,
    body: { items: [{ name: 'Rita Obernarr' }], naming: null },
  });
  expect((await read(owner.actor)).body).toMatchObject({ current: { name: 'Rita Obernarr' }, naming: null });
});

test('T4 a declined naming waits for everybody else and expires as one that nobody answered', async () => {
  const seen = [];
  for (const isDeclined of [true, false]) {
    const owner = await makeActive(service);
    const { actor: named } = await addRepresentative(service, owner.id, 'manager');
    await nameAs(owner, named);
    if (isDeclined) {
      expect((await decline(named)).status).toBe(204);
      expect((await decline(named)).status).toBe(404);
      expect([(await read(named)).body.naming, await tasksOf(named)]).toEqual([null, ['name_responsible_person']]);
      expect((await accept(named, (await read(owner.actor)).body.naming.id)).status).toBe(409);
    }
    const of = async (actor: Actor) => {
      const { status, name } = (await read(actor)).body.naming;
      return [status, name, await tasksOf(actor)];
    };
    const again = await nameAs(owner, named);
    seen.push([again.body.naming.status, ...(await of(owner.actor))]);
    service.advanceClock(7 * 86_400);
    const later = { ...owner.actor, authenticatedAt: service.clock.now.getTime() / 1000 };
    seen.push(await of(later));
    if (!isDeclined) expect((await accept(later, (await read(later)).body.naming.id)).status).toBe(409);
    expect((await subjectsOf({ ...owner, actor: later })).length).toBe(0);
    expect((await decline(later)).status).toBe(204);
    expect((await read(later)).body.naming).toBeNull();
  }
  expect(seen.slice(0, 2)).toEqual(seen.slice(2));
  expect(seen.slice(0, 2)).toEqual([
    ['waiting', 'waiting', 'Rita Obernarr', []],
    ['expired', null, ['name_responsible_person']],
  ]);
});

test('a naming that its person reads too late is not accepted', async () => {
  const owner = await makeActive(service);
  const { actor: named } = await addRepresentative(service, owner.id, 'manager');
  const { id } = (await nameAs(owner, named)).body.naming;
  service.clock.now = new Date(service.clock.now.getTime() + 7 * dayMs);
  const later = { ...named, authenticatedAt: service.clock.now.getTime() / 1000 };
  expect([(await accept(later, id)).status, (await decline(later)).status]).toEqual([409, 404]);
  expect(await tasksOf(later)).toEqual(['name_responsible_person']);
  expect((await read(later)).body.naming).toMatchObject({ status: 'expired', isOwn: true, name: null });
  const again = { ...owner, actor: { ...owner.actor, authenticatedAt: service.clock.now.getTime() / 1000 } };
  expect((await nameAs(again, named)).body.naming).toMatchObject({
    status: 'waiting',
    id: expect.not.stringContaining(id),
  });
});

test('another naming, or naming the present person, replaces one that waits; the same again does not', async () => {
  const owner = await makeActive(service);
  await namePerson(service, owner);
  const { actor: named } = await addRepresentative(service, owner.id, 'manager');
  const first = (await nameAs(owner, named)).body.naming.id;
  expect((await nameAs(owner, named)).body.naming.id).toBe(first);
  const second = (await nameAs(owner, named, [], 'Petit')).body.naming.id;
  expect(await accept(named, first)).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'subject_changed', allowed: [second] }], current: { naming: { name: 'Rita Petit' } } },
  });
  const notices = (await service.emitted(notificationRequested.provider)).filter(
    ({ userId, template }) => userId === named.userId && template === 'responsible_person_named',
  );
  expect(notices).toHaveLength(2);
  await namePerson(service, owner);
  expect((await read(owner.actor)).body.naming).toBeNull();
  expect((await accept(named, second)).status).toBe(409);
  expect((await announced(owner)).length).toBe(1);
});

test('owners withdraw a naming, others cannot; whoever leaves or another kind of a draft ends it', async () => {
  const owner = await makeActive(service);
  const [{ actor: manager }, named] = [
    await addRepresentative(service, owner.id, 'manager'),
    await addRepresentative(service, owner.id, 'contributor'),
  ];
  const { id } = (await nameAs(owner, named.actor)).body.naming;
  expect((await decline(manager)).status).toBe(403);
  expect((await decline(owner.actor)).status).toBe(204);
  expect((await decline(owner.actor)).status).toBe(404);
  expect((await accept(named.actor, id)).status).toBe(409);
  await nameAs(owner, named.actor);
  await named.remove(owner.actor);
  expect((await read(owner.actor)).body.naming).toBeNull();
});

test('T1 what an acceptance ends is what the namer read: 409 for a claim that came since', async () => {
  const owner = await makeActive(service);
  const subjectId = await namePerson(service, owner);
  const { actor: named } = await addRepresentative(service, owner.id, 'manager');
  await nameAs(owner, named);
  const { claimId } = await makeClaim(service, owner.id, { subjectId, type: 'trade_qualification' });
  const refused = await accept(named);
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('new naming') } });
  expect(await announced(owner)).toHaveLength(1);
  expect((await nameAs(owner, named)).status).toBe(409);
  expect((await nameAs(owner, named, [claimId])).status).toBe(200);
  expect((await accept(named, await waitingId(named))).status).toBe(200);
});
