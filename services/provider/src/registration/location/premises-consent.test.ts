import type { Actor } from '@trust/contracts/actor';
import { consentChanged } from '@trust/contracts/events/identity';
import { premisesConsentGiven } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeOwner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const place = { latitude: 45.764, longitude: 4.8357, consent: true };
const put = async (actor: Actor, publicPremises: object = place) => {
  service.advanceClock(1);
  await service.put('/provider-workspace/me/location', { actor, body: { publicPremises } });
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

async function makeTwo() {
  const owner = await makeOwner(service);
  const manager = await addRepresentative(service, owner.id, 'manager');
  await put(owner.actor);
  return { ...owner, manager: manager.actor };
}

test('a colleague who repeats the same premises does not take over the consent', async () => {
  const { actor, id, manager } = await makeTwo();
  await put(manager);
  const given = (await service.emitted(premisesConsentGiven)).filter(({ providerId }) => providerId === id);
  expect(given.map(({ userId }) => userId)).toEqual([actor.userId]);
  await withdraw(manager);
  expect(await isShown(actor)).toBe(true);
  await withdraw(actor);
  expect(await isShown(actor)).toBe(false);
});

test('other premises, or the same ones after a withdrawal, are the consent of the colleague', async () => {
  const { actor, manager } = await makeTwo();
  await put(manager, { ...place, addressLabel: 'Another door' });
  await withdraw(actor);
  expect(await isShown(actor)).toBe(true);
  await withdraw(manager);
  await put(manager);
  await withdraw(actor);
  expect(await isShown(actor)).toBe(true);
});
