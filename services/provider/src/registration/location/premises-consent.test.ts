import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { claimSubjectEnded } from '@trust/contracts/events/claims';
import { consentChanged, personErased } from '@trust/contracts/events/identity';
import { premisesConsentGiven, providerChanged } from '@trust/contracts/events/provider';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeClaim, makeOwner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const place = { latitude: 45.764, longitude: 4.8357, consent: true };
const put = async (actor: Actor, publicPremises: object | null = place, endsClaimIds: string[] = []) => {
  service.advanceClock(1);
  return service.put('/provider-workspace/me/location', { actor, body: { publicPremises, endsClaimIds } });
};
const withdraw = ({ userId }: Actor) => {
  service.advanceClock(1);
  const occurredAt = service.clock.now.toISOString();
  return service.deliver(consentChanged, {
    ...{ userId, policyKey: 'public-premises' as const, version: '2026-11', granted: false, occurredAt },
  });
};
const isShown = async (actor: Actor) =>
  (await service.get('/provider-workspace/me', { actor })).body.location.publicPremisesConfigured;
const noticesTo = async ({ userId }: Actor) =>
  (await service.emitted(notificationRequested.provider))
    .filter((notice) => notice.userId === userId)
    .map(({ template }) => template);
const endedOf = async (id: string) =>
  (await service.emitted(claimSubjectEnded)).filter(({ providerId }) => providerId === id);

async function makeTwo() {
  const owner = await makeOwner(service);
  const manager = await addRepresentative(service, owner.id, 'manager');
  await put(manager.actor);
  return { ...owner, manager: manager.actor, removeManager: manager.remove };
}

async function claimAboutPremises(id: string): Promise<string> {
  const subject = service.db.selectFrom('claim_subject').select('id').where('provider_id', '=', id);
  const { id: subjectId } = await subject.executeTakeFirstOrThrow();
  return (await makeClaim(service, id, { type: 'premises_visited', subjectId })).claimId;
}

test.each([
  ['the first', true],
  ['the colleague', false],
])(
  'T1 premises that a colleague repeats stay until both consents end, %s withdrawing before',
  async (_who, isFirst) => {
    const { actor, id, manager } = await makeTwo();
    await put(actor);
    const given = (await service.emitted(premisesConsentGiven)).filter(({ providerId }) => providerId === id);
    expect(given.map(({ userId }) => userId)).toEqual([manager.userId, actor.userId]);
    await withdraw(isFirst ? manager : actor);
    expect(await isShown(actor)).toBe(true);
    expect(await endedOf(id)).toEqual([]);
    await withdraw(isFirst ? actor : manager);
    expect(await isShown(actor)).toBe(false);
    expect(await endedOf(id)).toMatchObject([{ about: 'premises', reason: 'removed' }]);
  },
);

test('P4 only the owner shows premises of a provider that is one person; others can remove them', async () => {
  const owner = await makeOwner(service, { kind: 'individual' });
  const { actor: manager } = await addRepresentative(service, owner.id, 'manager');
  expect(await put(manager)).toMatchObject({ status: 409 });
  expect((await put(owner.actor)).status).toBe(200);
  expect((await put(manager)).status).toBe(200);
  expect((await put(manager, { ...place, addressLabel: 'Another door' })).status).toBe(409);
  await withdraw(owner.actor);
  expect(await isShown(manager)).toBe(false);
  expect(await noticesTo(owner.actor)).toEqual([]);
  await put(owner.actor);
  expect((await put(manager, null)).status).toBe(200);
  expect(await isShown(manager)).toBe(false);
});

test('P4 a draft that becomes one person shows no premises that its owner does not consent to', async () => {
  const become = ({ actor }: { actor: Actor }) =>
    service.patch('/provider-workspace/me/profile', { actor, body: { kind: 'individual' } });
  const alone = await makeTwo();
  expect((await become(alone)).status).toBe(200);
  expect(await isShown(alone.actor)).toBe(false);
  expect(await endedOf(alone.id)).toMatchObject([{ about: 'premises', reason: 'removed' }]);
  const both = await makeTwo();
  await put(both.actor);
  expect((await become(both)).status).toBe(200);
  expect(await isShown(both.actor)).toBe(true);
  await withdraw(both.actor);
  expect(await isShown(both.actor)).toBe(false);
});

test('T1 P4 only an owner with a recent sign-in moves or removes premises that claims are about', async () => {
  const { actor, id, manager } = await makeTwo();
  const claimId = await claimAboutPremises(id);
  for (const other of [null, { ...place, addressLabel: 'Another door' }])
    expect(await put(manager, other, [claimId])).toMatchObject({ status: 409 });
  const old = { ...actor, authenticatedAt: service.clock.now.getTime() / 1000 - 3600 };
  expect(await put(old, null, [claimId])).toMatchObject({ status: 401 });
  expect(await endedOf(id)).toEqual([]);
  expect(await put(actor, null, [claimId])).toMatchObject({ status: 200 });
  expect(await endedOf(id)).toHaveLength(1);
});

test('P4 owners are told when somebody else changes the premises', async () => {
  const { actor, manager } = await makeTwo();
  expect(await noticesTo(actor)).toEqual(['premises_changed']);
  await put(manager);
  expect(await noticesTo(actor)).toHaveLength(1);
  await put(manager, null);
  expect(await noticesTo(actor)).toHaveLength(2);
  await put(manager, null);
  expect(await noticesTo(actor)).toHaveLength(2);
  await put(actor);
  expect(await noticesTo(manager)).toEqual([]);
});

test('P4 who withdraws and leaves the premises shown is told', async () => {
  const { actor, manager } = await makeTwo();
  await put(actor);
  await withdraw(manager);
  expect(await noticesTo(manager)).toEqual(['premises_still_shown']);
  await withdraw(actor);
  expect(await noticesTo(actor)).toEqual(['premises_changed']);
});

test('other premises are the consent of who enters them alone', async () => {
  const { actor, manager } = await makeTwo();
  await put(actor);
  await put(actor, { ...place, addressLabel: 'Another door' });
  await withdraw(manager);
  expect(await isShown(actor)).toBe(true);
  await withdraw(actor);
  expect(await isShown(actor)).toBe(false);
});

test('T1 who is removed takes no premises with them that a colleague consented to', async () => {
  const { actor, id, manager, removeManager } = await makeTwo();
  await claimAboutPremises(id);
  await put(actor);
  expect((await removeManager(actor)).status).toBe(204);
  await withdraw(manager);
  expect(await isShown(actor)).toBe(true);
  expect(await endedOf(id)).toEqual([]);
});

test('T1 removing who alone consented names the claims about the premises, which go with them', async () => {
  const { actor, id, removeManager } = await makeTwo();
  const claimId = await claimAboutPremises(id);
  expect(await removeManager(actor)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'endsClaimIds', code: 'claims_not_named', allowed: [claimId] }] },
  });
  expect(await isShown(actor)).toBe(true);
  expect((await removeManager(actor, [claimId])).status).toBe(204);
  expect(await isShown(actor)).toBe(false);
  expect(await endedOf(id)).toHaveLength(1);
  expect((await service.emitted(providerChanged)).at(-1)?.location.publicPremisesConfigured).toBe(false);
});

test('an owner removes or changes premises whoever consents to them', async () => {
  const { actor, manager } = await makeTwo();
  await put(actor);
  expect((await put(actor, null)).status).toBe(200);
  expect(await isShown(actor)).toBe(false);
  await put(manager);
  await put(actor, { ...place, addressLabel: 'Another door' });
  await withdraw(actor);
  expect(await isShown(actor)).toBe(false);
});

test('P2 an erasure ends the consent of the person, even one given later, and no other', async () => {
  const { actor, manager } = await makeTwo();
  await put(actor);
  const erasedAt = new Date(service.clock.now.getTime() - 60_000).toISOString();
  await service.deliver(personErased, { userId: manager.userId, contacts: [], erasedAt });
  const of = service.db.selectFrom('premises_consent').select('person_id');
  expect(await of.where('person_id', '=', manager.userId).execute()).toEqual([]);
  expect(await isShown(actor)).toBe(true);
});

test('a consent of somebody who had left before ends with that of who repeats the premises', async () => {
  const { actor, id } = await makeTwo();
  await sql`
    with former as (delete from premises_consent where provider_id = ${id} returning provider_id, consented_at)
    insert into premises_consent select provider_id, ${randomUUID()}, consented_at from former`.execute(service.db);
  await put(actor);
  await withdraw(actor);
  expect(await isShown(actor)).toBe(false);
});

test('T1 of two withdrawals at once the second takes the premises down', async () => {
  const { actor, id, manager } = await makeTwo();
  await put(actor);
  await Promise.all([withdraw(manager), withdraw(actor)]);
  expect(await isShown(actor)).toBe(false);
  expect(await endedOf(id)).toHaveLength(1);
});

test('the database keeps no premises without a consent', async () => {
  const { id } = await makeTwo();
  const deleted = sql`delete from premises_consent where provider_id = ${id}`.execute(service.db);
  await expect(deleted).rejects.toMatchObject({ constraint: 'premises_have_consent' });
});
