import { randomUUID } from 'node:crypto';
import { claimChanged } from '@trust/contracts/events/claims';
import { consentChanged } from '@trust/contracts/events/identity';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeClaim, makePublished, type Owner, transition } from '../../../test/make.ts';
import { checkedClaims, version } from '../../../test/make-checked.ts';
import { answer, enquire, makeEnquiry } from '../../../test/make-enquiry.ts';
import { refuse, takeBackRefusals } from '../../../test/make-refusals.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());
const { makeChecked } = checkedClaims(() => service);

type Service = { categoryKey: string; hasCurrentClaim: boolean; actions: { enquiry: { isOpen: boolean } } };
const day = 86_400;
const now = () => service.clock.now.toISOString();

/** What the public reads of each service: whether a claim is current, and whether it takes enquiries. */
async function offers({ publicId }: Owner) {
  const { services } = (await service.get(`/public/providers/${publicId}`)).body;
  return Object.fromEntries(
    services.map((one: Service) => [one.categoryKey, [one.hasCurrentClaim, one.actions.enquiry.isOpen]]),
  );
}

const select = ({ actor }: Owner, category: string) =>
  service.put(`/provider-workspace/me/services/${category}`, { actor });
const ask = async ({ publicId }: Owner, categoryKey = 'electrician') =>
  (await enquire(service, publicId, person(), { categoryKey })).status;
const cardTypes = async ({ publicId }: Owner) =>
  (await service.get(`/public/providers/${publicId}/claims`)).body.items.map(({ type }: { type: string }) => type);
const found = async ({ publicId }: Owner, category: string) =>
  (await service.get(`/public/providers/search?category=${category}&limit=50`)).body.items.some(
    (one: { publicProviderId: string }) => one.publicProviderId === publicId,
  );

test('a service without a current claim is shown as such, takes no enquiry and states no availability', async () => {
  const owner = await makePublished(service);
  await select(owner, 'cleaning');
  await service.put('/provider-workspace/me/availability/childcare', {
    actor: owner.actor,
    body: { state: 'available' },
  });
  expect(await offers(owner)).toEqual({ cleaning: [false, false], electrician: [true, true] });
  expect(await ask(owner, 'cleaning')).toBe(409);
  const { body } = await service.get(`/public/providers/${owner.publicId}/availability`);
  expect(body.items).toEqual([]);

  await makeClaim(service, owner.id, { categoryKey: 'cleaning', validUntil: inAYear() });
  expect(await offers(owner)).toMatchObject({ cleaning: [true, true] });
  expect(await ask(owner, 'cleaning')).toBe(201);
});

test('the refusal of a service without a current claim is that of a paused one', async () => {
  const owner = await makePublished(service);
  await select(owner, 'cleaning');
  await service.put('/provider-workspace/me/availability/electrician', {
    actor: owner.actor,
    body: { state: 'paused' },
  });
  const [withoutClaim, paused] = [
    await enquire(service, owner.publicId, person(), { categoryKey: 'cleaning' }),
    await enquire(service, owner.publicId, person()),
  ];
  expect({ ...withoutClaim.body, requestId: null }).toEqual({ ...paused.body, requestId: null });
});

const ends: [string, (claimId: string) => Promise<unknown>][] = [
  ['ended by a decision', (claimId) => endClaim(claimId, 'not_confirmed_by_review')],
  ['past its end', async () => service.advanceClock(4 * day)],
  [
    'withheld by an emergency action',
    (targetId) => {
      const endsAt = new Date(service.clock.now.getTime() + 3_600_000).toISOString();
      const action = { actionId: randomUUID(), kind: 'withhold_claim', targetId, startedAt: now(), endsAt } as const;
      return service.deliver(emergencyActionChanged, { ...action, occurredAt: now() });
    },
  ],
];

const known = new Map<string, object>();

async function endClaim(claimId: string, changeReason: 'safety_concern' | 'not_confirmed_by_review') {
  service.advanceClock(1);
  const changes = { state: 'suspended', changeReason, occurredAt: now() };
  await service.deliver(claimChanged, { ...known.get(claimId), ...changes } as never);
}

async function claimOf(owner: Owner, changes: object) {
  const claim = await makeClaim(service, owner.id, changes);
  known.set(claim.claimId, claim);
  return claim.claimId;
}

test.each(ends)('after the last claim of a category is %s nothing is accepted or handed off', async (_, end) => {
  const owner = await makePublished(service);
  await select(owner, 'plumber');
  const validUntil = new Date(service.clock.now.getTime() + 3 * day * 1000).toISOString();
  const claimId = await claimOf(owner, { categoryKey: 'plumber', validUntil });
  const of = async () => (await enquire(service, owner.publicId, person(), { categoryKey: 'plumber' })).body.id;
  const [accepted, handedOff] = [await of(), await of()];
  for (const id of [accepted, handedOff]) await answer(service, owner.actor, id, 'accept');
  expect((await answer(service, owner.actor, handedOff, 'contact-handoff')).status).toBe(200);
  const sent = await of();
  await end(claimId);
  const refused = { status: 409, body: { detail: expect.stringContaining('renew a claim') } };
  expect(await answer(service, owner.actor, sent, 'accept')).toMatchObject(refused);
  expect(await answer(service, owner.actor, accepted, 'contact-handoff')).toMatchObject(refused);
  expect((await answer(service, owner.actor, handedOff, 'contact-handoff')).body.contact).not.toBeNull();
  expect((await answer(service, owner.actor, accepted, 'messages', { text: 'I wait for a paper.' })).status).toBe(201);

  // A claim of the same type that takes the place of a withheld one is withheld too.
  await makeClaim(service, owner.id, { categoryKey: 'plumber', type: 'first_aid_trained', validUntil: inAYear() });
  expect((await answer(service, owner.actor, accepted, 'contact-handoff')).status).toBe(200);
});

test('a claim about a person who withdrew the consent to a public name takes no enquiry', async () => {
  const owner = await makeChecked();
  known.set(owner.claims.business.claimId, owner.claims.business);
  await endClaim(owner.claims.business.claimId, 'not_confirmed_by_review');
  expect(await offers(owner)).toEqual({ electrician: [true, true] });
  service.advanceClock(60);
  const withdrawn = { userId: owner.actor.userId, policyKey: 'public-name', version, granted: false } as const;
  await service.deliver(consentChanged, { ...withdrawn, occurredAt: now() });
  expect(await offers(owner)).toEqual({ electrician: [false, false] });
});

test('the public sees nothing of a category that refused a claim about a person until a decision grants it', async () => {
  const owner = await makePublished(service);
  await select(owner, 'home-care');
  // Granted before the refusal, so it clears nothing.
  await makeClaim(service, owner.id, { categoryKey: 'home-care', type: 'background_check_clear' });
  await refuse(service, owner);
  const claimId = await claimOf(owner, { categoryKey: 'home-care', type: 'first_aid_trained', validUntil: inAYear() });
  expect(await offers(owner)).toEqual({ electrician: [true, true] });
  expect([await ask(owner, 'home-care'), await found(owner, 'home-care')]).toEqual([404, false]);
  expect(await cardTypes(owner)).toEqual(['liability_insurance']);
  expect((await service.post('/public/claims/verify', { body: { claimId } })).body.status).toBe('valid');

  // Another requirement of the category clears nothing.
  service.advanceClock(15 * day);
  await makeClaim(service, owner.id, { categoryKey: 'home-care', type: 'identity_confirmed' });
  expect(await offers(owner)).toEqual({ electrician: [true, true] });
  const soon = new Date(service.clock.now.getTime() + 200 * day * 1000).toISOString();
  const granted = { categoryKey: 'home-care', type: 'background_check_clear', validFrom: now(), validUntil: soon };
  await makeClaim(service, owner.id, granted);
  expect(await offers(owner)).toMatchObject({ 'home-care': [true, true] });
  expect([await ask(owner, 'home-care'), await found(owner, 'home-care')]).toEqual([201, true]);
});

test('an appeal that sets the refusal aside shows the category again', async () => {
  const owner = await makePublished(service);
  await select(owner, 'home-care');
  await makeClaim(service, owner.id, { categoryKey: 'home-care', type: 'first_aid_trained', validUntil: inAYear() });
  await refuse(service, owner);
  expect(await found(owner, 'home-care')).toBe(false);
  service.advanceClock(60);
  await takeBackRefusals(service, owner);
  expect([Object.keys(await offers(owner)), await found(owner, 'home-care')]).toEqual([
    ['electrician', 'home-care'],
    true,
  ]);
});

test('a claim that ended for safety hides its category, search and enquiries too, and stops accepted ones', async () => {
  const owner = await makePublished(service);
  await select(owner, 'home-care');
  const checked = await claimOf(owner, { categoryKey: 'home-care', type: 'background_check_clear' });
  await makeClaim(service, owner.id, { categoryKey: 'home-care', type: 'first_aid_trained' });
  const { body } = await enquire(service, owner.publicId, person(), { categoryKey: 'home-care' });
  await answer(service, owner.actor, body.id, 'accept');
  service.advanceClock(1);
  await refuse(service, owner, { isAboutPerson: false });
  await endClaim(checked, 'safety_concern');
  expect(await offers(owner)).toEqual({ electrician: [true, true] });
  expect([await ask(owner, 'home-care'), await found(owner, 'home-care')]).toEqual([404, false]);
  expect((await answer(service, owner.actor, body.id, 'contact-handoff')).status).toBe(409);
  expect((await makeEnquiry(service, owner)).id).toBeDefined();
});

test('a provider is not published on a category of which the public sees nothing', async () => {
  const owner = await makePublished(service, { category: 'home-care' });
  await transition(service, owner.actor, owner.id, 'unpublish');
  await refuse(service, owner);
  expect(await transition(service, owner.actor, owner.id, 'publish')).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'services_hidden' }] },
  });
});

test('a category that an operator removed is neither accepted nor handed off, though its claim is current', async () => {
  const owner = await makePublished(service);
  const [accepted, sent] = [await makeEnquiry(service, owner), await makeEnquiry(service, owner)];
  await answer(service, owner.actor, accepted.id, 'accept');
  const reason = 'Customers say that children were left alone.';
  const removal = `/providers/${owner.id}/categories/electrician?${new URLSearchParams({ reason, reasonCode: 'safety_concern' })}`;
  expect((await service.delete(removal, { actor: operator('supervisor') })).status).toBe(204);
  expect((await answer(service, owner.actor, sent.id, 'accept')).status).toBe(409);
  expect((await answer(service, owner.actor, accepted.id, 'contact-handoff')).status).toBe(409);
  expect((await answer(service, owner.actor, sent.id, 'decline', { reasonCode: 'other' })).status).toBe(200);
});
