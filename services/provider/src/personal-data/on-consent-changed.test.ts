import type { Actor } from '@trust/contracts/actor';
import { consentChanged } from '@trust/contracts/events/identity';
import { premisesConsentGiven, providerChanged } from '@trust/contracts/events/provider';
import type { PolicyKey } from '@trust/contracts/policies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive } from '../../test/make.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const place = { latitude: 45.764, longitude: 4.8357 };
const enter = (actor: Actor) =>
  service.put('/provider-workspace/me/location', { actor, body: { publicPremises: { ...place, consent: true } } });
const isShown = async (actor: Actor) =>
  (await service.get('/provider-workspace/me', { actor })).body.location.publicPremisesConfigured;
const change = (personId: string, granted: boolean, policyKey: PolicyKey = 'public-premises') =>
  service.deliver(consentChanged, {
    userId: personId,
    policyKey,
    version: '2026-11',
    granted,
    occurredAt: service.clock.now.toISOString(),
  });

test('withdrawing `public-premises` hides the premises that this person consented to', async () => {
  const [owner, other] = [await makeActive(service), await makeActive(service)];
  for (const { actor } of [owner, other]) await enter(actor);
  service.advanceClock(1);
  await change(owner.actor.userId, false);
  expect(await isShown(owner.actor)).toBe(false);
  expect(await isShown(other.actor)).toBe(true);
  const announced = (await service.emitted(providerChanged)).filter(({ providerId }) => providerId === owner.id).at(-1);
  expect(announced?.location.publicPremisesConfigured).toBe(false);
});

test('a late withdrawal does not affect a newer consent', async () => {
  const { actor } = await makeActive(service);
  await enter(actor);
  service.advanceClock(10);
  const withdrawnAt = service.clock.now;
  service.advanceClock(10);
  await enter(actor);
  service.clock.now = withdrawnAt;
  await change(actor.userId, false);
  expect(await isShown(actor)).toBe(true);
});

test('other policies and grants do not affect premises', async () => {
  const { actor } = await makeActive(service);
  await enter(actor);
  await change(actor.userId, false, 'marketing');
  await change(actor.userId, true);
  expect(await isShown(actor)).toBe(true);
});

test('a consent given with a location write is emitted for the person’s account', async () => {
  const { actor, id } = await makeActive(service);
  await enter(actor);
  const at = service.clock.now.toISOString();
  expect((await service.emitted(premisesConsentGiven)).at(-1)).toEqual({
    userId: actor.userId,
    providerId: id,
    occurredAt: at,
  });
});
