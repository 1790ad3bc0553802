import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { personErased } from '@trust/contracts/events/identity';
import { invitationAccepted } from '@trust/contracts/events/representatives';
import type { RepresentativeRole } from '@trust/contracts/permissions';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeOwner, type Owner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const at = () => service.clock.now.toISOString();
const told = async (...people: { userId: string }[]) =>
  (await service.emitted(notificationRequested.provider))
    .filter(({ userId }) => people.some((one) => one.userId === userId))
    .map(({ userId, template, providerId, data }) => ({ userId, template, providerId, data }));

/** Invited and accepted, as identity announces it. */
async function join({ id, actor }: Owner, role: RepresentativeRole) {
  const joined = person();
  const invited = await service.post(`/providers/${id}/representatives`, {
    actor,
    body: { channel: 'email', identifier: `${randomUUID()}@example.org`, role },
  });
  const accepted = { invitationId: invited.body.id, userId: joined.userId, occurredAt: at() };
  for (let time = 0; time < 2; time++) await service.deliver(invitationAccepted, accepted);
  return joined;
}

test('every owner is told that somebody became owner or manager, but of no contributor', async () => {
  const owner = await makeOwner(service);
  const joined = [await join(owner, 'contributor'), await join(owner, 'manager'), await join(owner, 'owner')];
  const coOwner = joined.at(-1) ?? person();
  const last = await join(owner, 'owner');
  const notice = (userId: string) => ({ userId, template: 'representative_joined', providerId: owner.id, data: {} });
  expect(await told(owner.actor)).toEqual(Array(3).fill(notice(owner.actor.userId)));
  expect(await told(...joined, last)).toEqual([notice(coOwner.userId)]);
});

test('whose representation somebody else ends is told, and who leaves is not', async () => {
  const owner = await makeOwner(service);
  const [first, second] = [
    await addRepresentative(service, owner.id, 'owner'),
    await addRepresentative(service, owner.id, 'manager'),
  ];
  await second.remove(second.actor);
  await first.remove(owner.actor);
  expect(await told(owner.actor, second.actor)).toEqual([]);
  const ended = { userId: first.actor.userId, template: 'representation_ended', providerId: null, data: {} };
  expect(await told(first.actor)).toEqual([ended]);
});

const closed = (userId: string) => ({ userId, template: 'provider_closed', providerId: null, data: {} });

test('everybody who represented a provider is told that it was closed', async () => {
  const owner = await makeOwner(service);
  const others = [
    await addRepresentative(service, owner.id, 'owner'),
    await addRepresentative(service, owner.id, 'contributor'),
  ].map(({ actor }) => actor);
  expect((await transition(service, owner.actor, owner.id, 'close')).status).toBe(200);
  const expected = [owner.actor, ...others].map(({ userId }) => closed(userId));
  expect(await told(owner.actor, ...others)).toEqual(expect.arrayContaining(expected));
  expect(await told(owner.actor, ...others)).toHaveLength(3);
});

test('managers are told that the erasure of the last owner closed their provider', async () => {
  const owner = await makeOwner(service);
  const { actor } = await addRepresentative(service, owner.id, 'manager');
  await service.deliver(personErased, { userId: owner.actor.userId, contacts: [], erasedAt: at() });
  expect(await told(owner.actor, actor)).toEqual([closed(actor.userId)]);
});
