import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { consentChanged } from '@trust/contracts/events/identity';
import { emergencyActionChanged, publicationHoldChanged } from '@trust/contracts/events/operations';
import { policies } from '@trust/contracts/policies';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addRepresentative,
  makeClaim,
  makePublished,
  nameBusiness,
  namePerson,
  type Owner,
  transition,
} from '../../../test/make.ts';
import { answer, enquire } from '../../../test/make-enquiry.ts';
import { namings } from '../../../test/make-naming.ts';
import { makeCarer, refuse } from '../../../test/make-refusals.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ limits: { 'privileged-operation': 1000 } });
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = () => operator('supervisor', { authenticatedAt: service.clock.now.getTime() / 1000 });

/** An accepted enquiry, and what its customer reads and was told. */
async function makeAccepted(owner: Owner, categoryKey = 'electrician') {
  const customer = person();
  const { id } = (await enquire(service, owner.publicId, customer, { categoryKey })).body;
  await answer(service, owner.actor, id, 'accept');
  return {
    id,
    isPublic: async () => (await service.get(`/enquiries/${id}`, { actor: customer })).body.isProviderPublic,
    told: async () =>
      (await service.emitted(notificationRequested.provider)).filter(
        ({ template, userId }) => template === 'enquiry_provider_stopped' && userId === customer.userId,
      ).length,
  };
}

const now = () => service.clock.now.toISOString();
const remove = ({ id }: Owner, reasonCode = 'safety_concern', category = 'electrician') => {
  const query = new URLSearchParams({ reason: 'A customer was hurt by this work.', reasonCode });
  return service.delete(`/providers/${id}/categories/${category}?${query}`, { actor: supervisor() });
};

test('P4 who may let somebody in is told that operators removed the service, which is no longer public', async () => {
  const owner = await makePublished(service);
  const path = '/provider-workspace/me/services';
  await service.put(`${path}/plumber`, { actor: owner.actor });
  const enquiry = await makeAccepted(owner);
  expect((await remove(owner, 'safety_concern', 'plumber')).status).toBe(204);
  expect([await enquiry.told(), await enquiry.isPublic()]).toEqual([0, true]);
  expect((await remove(owner)).status).toBe(204);
  expect([await enquiry.told(), await enquiry.isPublic()]).toEqual([1, false]);
});

test('P4 an enquiry says that the provider is not public once it offers no service with a current claim', async () => {
  const owner = await makePublished(service);
  const path = '/provider-workspace/me/services/plumber';
  await service.put(path, { actor: owner.actor });
  const validUntil = new Date(service.clock.now.getTime() + 3 * 86_400_000).toISOString();
  await makeClaim(service, owner.id, { categoryKey: 'plumber', type: 'trade_qualification', validUntil });
  const enquiry = await makeAccepted(owner, 'plumber');
  service.advanceClock(60);
  await service.delete(path, { actor: owner.actor });
  expect([await enquiry.told(), await enquiry.isPublic()]).toEqual([0, false]);
  service.advanceClock(60);
  await service.put(path, { actor: owner.actor });
  expect(await enquiry.isPublic()).toBe(true);
  await transition(service, owner.actor, owner.id, 'unpublish');
  expect(await enquiry.isPublic()).toBe(false);
  await transition(service, owner.actor, owner.id, 'publish');
  service.advanceClock(4 * 86_400);
  expect(await enquiry.isPublic()).toBe(false);
});

type Reason = 'subject_ended' | 'not_confirmed_by_review' | 'safety_concern' | 'evidence_in_doubt';
type Claim = Awaited<ReturnType<typeof makeClaim>>;

function end(claim: Claim, changeReason: Reason = 'subject_ended', state: 'suspended' | 'revoked' = 'suspended') {
  service.advanceClock(1);
  return makeClaim(service, claim.providerId, { ...claim, state, changeReason, occurredAt: now() });
}
const claimOf = ({ id }: Owner, changes: object = {}) =>
  makeClaim(service, id, { type: `type_${Math.random()}`.replace('0.', ''), ...changes });

async function suspend({ id }: Owner, reasonCode?: string) {
  const body = { reason: 'Customers say that they were threatened.', ...(reasonCode && { reasonCode }) };
  for (const name of ['suspend', 'reinstate']) {
    service.advanceClock(1);
    const path = `/providers/${id}/transitions`;
    const { status } = await service.post(path, { actor: supervisor(), body: { ...body, transition: name } });
    expect(status).toBe(200);
  }
}

const refuseLicence = (owner: Owner) =>
  refuse(service, owner, { claimType: 'trade_qualification', categoryKey: 'electrician' });

async function withhold(owner: Owner) {
  const { claimId: targetId } = await claimOf(owner);
  const endsAt = new Date(service.clock.now.getTime() + 3_600_000).toISOString();
  const action = { actionId: randomUUID(), kind: 'withhold_claim', targetId, startedAt: now(), endsAt } as const;
  await service.deliver(emergencyActionChanged, { ...action, occurredAt: now() });
}

test('P4 the end of a claim that nobody saw is told to nobody, and leaves the notice of the day for others', async () => {
  const owner = await makePublished(service);
  const enquiry = await makeAccepted(owner);
  const [business, unnamed] = [await nameBusiness(service, owner, 'Martin SARL'), await namePerson(service, owner)];
  const ofBusiness = await claimOf(owner, { subjectId: business });
  const ofPerson = await claimOf(owner, { subjectId: unnamed });
  const validUntil = new Date(service.clock.now.getTime() + 60_000).toISOString();
  const expired = await claimOf(owner, { validUntil });
  service.advanceClock(61);
  for (const claim of [ofPerson, expired]) await end(claim);
  expect(await enquiry.told()).toBe(0);

  const body = { name: 'Martin et filles SARL', endsClaimIds: [ofBusiness.claimId] };
  const path = '/provider-workspace/me/registered-name';
  expect((await service.put(path, { actor: owner.actor, body })).status).toBe(200);
  await end(ofBusiness);
  expect(await enquiry.told()).toBe(1);
  service.advanceClock(86_400);
  await end(ofBusiness, 'not_confirmed_by_review', 'revoked');
  expect(await enquiry.told()).toBe(1);
});

const { version } = policies['public-name'];

async function agree({ actor }: Owner, subjectId: string) {
  service.advanceClock(60);
  const fresh = { ...actor, authenticatedAt: service.clock.now.getTime() / 1000 };
  const body = { subjectId, form: 'full_name', version };
  const path = '/provider-workspace/me/responsible-person/public-name';
  expect((await service.put(path, { actor: fresh, body })).status).toBe(200);
}

async function disagree({ actor: { userId } }: Owner) {
  service.advanceClock(60);
  const withdrawal = { userId, policyKey: 'public-name', version, granted: false } as const;
  await service.deliver(consentChanged, { ...withdrawal, occurredAt: now() });
  service.advanceClock(60);
}

test('P4 customers who enquired while a name was public are told of its claim after the withdrawal', async () => {
  const owner = await makePublished(service);
  const subjectId = await namePerson(service, owner);
  const earlier = await makeAccepted(owner);
  await agree(owner, subjectId);
  const seen = await claimOf(owner, { subjectId });
  await disagree(owner);
  const later = await makeAccepted(owner);
  const unseen = await claimOf(owner, { subjectId });
  const told = async () => [await earlier.told(), await later.told()];
  await end(unseen);
  expect(await told()).toEqual([0, 0]);
  await end(seen);
  expect(await told()).toEqual([1, 0]);

  await agree(owner, subjectId);
  await end(await claimOf(owner, { subjectId }));
  expect(await told()).toEqual([1, 1]);

  const dangerous = await claimOf(owner, { subjectId });
  await disagree(owner);
  const last = await makeAccepted(owner);
  await end(dangerous, 'safety_concern');
  expect(await last.told()).toBe(1);
});

test('P4 the end of a claim in a category of which the public sees nothing is not told again', async () => {
  const owner = await makePublished(service);
  const enquiry = await makeAccepted(owner);
  const claim = await claimOf(owner);
  await refuseLicence(owner);
  expect(await enquiry.told()).toBe(1);
  service.advanceClock(86_400);
  await end(claim);
  expect(await enquiry.told()).toBe(1);
});

const record = { categoryKey: 'private-tutor', type: 'background_check_clear' };

test('P4 who let a carer in is told when a grant elsewhere, which showed the category, is taken back', async () => {
  const owner = await makeCarer(service);
  await refuse(service, owner, { categoryKey: 'private-tutor' });
  service.advanceClock(60);
  const claim = await makeClaim(service, owner.id, { ...record, validFrom: now() });
  const [care, cleaning] = [await makeAccepted(owner, 'home-care'), await makeAccepted(owner, 'cleaning')];
  await end(claim, 'not_confirmed_by_review');
  expect([await care.told(), await cleaning.told()]).toEqual([1, 0]);
});

test('P4 who let a carer in is told when another person is named, which hides the category', async () => {
  const owner = await makeCarer(service);
  await refuse(service, owner, { categoryKey: 'private-tutor' });
  service.advanceClock(60);
  const colleague = await addRepresentative(service, owner.id, 'manager');
  const subjectId = await namings(() => service).nameAccepted(owner, colleague.actor);
  const claim = await makeClaim(service, owner.id, { ...record, subjectId, validFrom: now() });
  const enquiry = await makeAccepted(owner, 'home-care');
  await namePerson(service, owner, { endsClaimIds: [claim.claimId] });
  expect(await enquiry.told()).toBe(1);
});

test('P4 a claim that nobody saw and that ends for safety is told, for it hides the category', async () => {
  const owner = await makePublished(service);
  const enquiry = await makeAccepted(owner);
  await end(await claimOf(owner, { subjectId: await namePerson(service, owner) }), 'safety_concern');
  expect(await enquiry.told()).toBe(1);
});

test.each<[string, (owner: Owner) => Promise<unknown>]>([
  ['a suspension for safety', (owner) => suspend(owner, 'safety_concern')],
  ['a suspension without a code', (owner) => suspend(owner)],
  ['a removed service', (owner) => remove(owner)],
  ['a withheld claim', withhold],
  ['a refused claim about a person', (owner) => refuseLicence(owner)],
  ['a claim in doubt', async (owner) => end(await claimOf(owner), 'evidence_in_doubt')],
])('P4 customers are told of %s once, also on the day of another notice', async (_what, stop) => {
  const owner = await makePublished(service);
  const enquiry = await makeAccepted(owner);
  await end(await claimOf(owner));
  expect(await enquiry.told()).toBe(1);
  await stop(owner);
  expect(await enquiry.told()).toBe(2);
  await suspend(owner, 'under_investigation');
  expect(await enquiry.told()).toBe(2);
});

test('P4 a hold of an incident is told on the day of another notice', async () => {
  const owner = await makePublished(service);
  const enquiry = await makeAccepted(owner);
  await end(await claimOf(owner));
  await transition(service, owner.actor, owner.id, 'unpublish');
  const hold = { holdId: randomUUID(), providerId: owner.id, state: 'held' } as const;
  await service.deliver(publicationHoldChanged, { ...hold, occurredAt: now() });
  expect(await enquiry.told()).toBe(2);
});

test('P4 a stop for another reason is not told on the day of another notice', async () => {
  const owner = await makePublished(service);
  const enquiry = await makeAccepted(owner);
  await end(await claimOf(owner));
  await suspend(owner, 'rule_breach');
  await end(await claimOf(owner), 'not_confirmed_by_review');
  await remove(owner, 'wrong_information');
  expect(await enquiry.told()).toBe(1);
});
