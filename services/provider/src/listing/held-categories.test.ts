import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notificationRequested } from '@trust/contracts/events/any';
import { refusalsChanged } from '@trust/contracts/events/verification';
import { person } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { addRepresentative, makeClaim, namePerson, type Owner } from '../../test/make.ts';
import { answer, enquire } from '../../test/make-enquiry.ts';
import { namings } from '../../test/make-naming.ts';
import { makeCarer, refuse as refuseIn, takeBackRefusals } from '../../test/make-refusals.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';
import { activateVersion, loadVersion } from '../catalog/change-version.ts';
import { CategoryFile } from '../catalog/schema.ts';
import { catalogFolder } from '../catalog/seed-catalog.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const { nameAccepted } = namings(() => service);
const day = 86_400;
const record = 'background_check_clear';
const now = () => service.clock.now.toISOString();
const today = () => now().slice(0, 10);
const yesterday = () => new Date(service.clock.now.getTime() - day * 1000).toISOString().slice(0, 10);

async function refuse(owner: Owner, of: Parameters<typeof refuseIn>[2] = {}) {
  await refuseIn(service, owner, { categoryKey: 'private-tutor', ...of });
  service.advanceClock(60);
}

const shown = async ({ publicId }: Owner) =>
  (await service.get(`/public/providers/${publicId}`)).body.services
    .map((one: { categoryKey: string }) => one.categoryKey)
    .sort();
const isFound = async ({ publicId }: Owner, category: string) =>
  (await service.get(`/public/providers/search?category=${category}&limit=50`)).body.items.some(
    (one: { publicProviderId: string }) => one.publicProviderId === publicId,
  );
const cardsOf = async ({ publicId }: Owner, asOf: string) =>
  (await service.get(`/public/providers/${publicId}/claims?asOf=${asOf}`)).body.items.map(
    ({ type }: { type: string }) => type,
  );
const all = ['cleaning', 'home-care', 'private-tutor'];

test('T1 a refused record hides each category that asks for it about a person, and no other', async () => {
  const owner = await makeCarer(service);
  const before = today();
  const enquiry = (await enquire(service, owner.publicId, person(), { categoryKey: 'home-care' })).body.id;
  await answer(service, owner.actor, enquiry, 'accept');
  const customer = await service.db
    .selectFrom('enquiry')
    .select('customer_id')
    .where('id', '=', enquiry)
    .executeTakeFirstOrThrow();
  expect(await shown(owner)).toEqual(all);
  service.advanceClock(day);
  await refuse(owner);
  expect([await shown(owner), await isFound(owner, 'home-care'), await isFound(owner, 'cleaning')]).toEqual([
    ['cleaning'],
    false,
    true,
  ]);
  const refused = await enquire(service, owner.publicId, person(), { categoryKey: 'home-care' });
  expect(refused.status).toBe(404);
  expect((await answer(service, owner.actor, enquiry, 'contact-handoff')).status).toBe(409);
  service.advanceClock(day);
  await refuse(owner);
  expect(await cardsOf(owner, before)).toContain('first_aid_trained');
  expect(await cardsOf(owner, yesterday())).toEqual(['identity_confirmed']);
  service.advanceClock(day);
  await takeBackRefusals(service, owner);
  const told = (await service.emitted(notificationRequested.provider)).filter(({ data }) => data.enquiryId === enquiry);
  expect(told.filter(({ template }) => template === 'enquiry_provider_stopped')).toMatchObject([
    { userId: customer.customer_id, data: { categoryKey: 'home-care' } },
  ]);
});

test('a service that is removed and selected again stays hidden, and so does one that is selected later', async () => {
  const owner = await makeCarer(service);
  const { id } = (await enquire(service, owner.publicId, person(), { categoryKey: 'home-care' })).body;
  for (const step of ['accept', 'contact-handoff']) await answer(service, owner.actor, id, step);
  const contact = async () => (await service.get(`/enquiries/${id}`, { actor: owner.actor })).body.contact;
  expect(await contact()).not.toBeNull();
  await refuse(owner);
  const path = '/provider-workspace/me/services';
  await service.delete(`${path}/home-care`, { actor: owner.actor });
  expect(await contact()).toBeNull();
  for (const key of ['home-care', 'childcare']) {
    await service.delete(`${path}/${key}`, { actor: owner.actor });
    service.advanceClock(60);
    await service.put(`${path}/${key}`, { actor: owner.actor });
    await makeClaim(service, owner.id, { categoryKey: key, type: 'first_aid_trained', validFrom: now() });
  }
  expect(await shown(owner)).toEqual(['cleaning']);
});

test('a later grant shows its category again; one in the category of the refusal shows all of them', async () => {
  const [owner, other] = [await makeCarer(service), await makeCarer(service)];
  await refuse(owner);
  await refuse(other);
  await makeClaim(service, owner.id, { categoryKey: 'home-care', type: record, validFrom: now() });
  await makeClaim(service, other.id, { categoryKey: 'private-tutor', type: record, validFrom: now() });
  expect([await shown(owner), await shown(other)]).toEqual([['cleaning', 'home-care'], all]);
  service.advanceClock(day);
  expect(await cardsOf(owner, yesterday())).toContain('first_aid_trained');
});

test('a lifted suspension shows its category again, a successful appeal all of them', async () => {
  const owner = await makeCarer(service);
  const claim = await makeClaim(service, owner.id, { categoryKey: 'home-care', type: record });
  await makeClaim(service, owner.id, { categoryKey: 'cleaning', type: 'another_type' });
  service.advanceClock(60);
  await refuse(owner);
  const change = (state: 'suspended' | 'active', changeReason: 'conditions_changed' | 'suspension_lifted') =>
    makeClaim(service, owner.id, { ...claim, state, changeReason, occurredAt: now() });
  expect(await shown(owner)).toEqual(['cleaning']);
  await change('suspended', 'conditions_changed');
  expect(await shown(owner)).toEqual(['cleaning']);
  service.advanceClock(day);
  await change('active', 'suspension_lifted');
  expect(await shown(owner)).toEqual(['cleaning', 'home-care']);
  expect(await cardsOf(owner, yesterday())).not.toContain('first_aid_trained');
  await takeBackRefusals(service, owner);
  expect(await shown(owner)).toEqual(all);
});

test('T1 a lift where the claim was refused shows every category again', async () => {
  const owner = await makeCarer(service);
  const claim = await makeClaim(service, owner.id, { categoryKey: 'private-tutor', type: record });
  service.advanceClock(60);
  await refuse(owner, { isAboutPerson: false });
  expect(await shown(owner)).toEqual(['cleaning']);
  const lifted = { state: 'active', changeReason: 'suspension_lifted', occurredAt: now() } as const;
  await makeClaim(service, owner.id, { ...claim, ...lifted });
  expect(await shown(owner)).toEqual(all);
  service.advanceClock(60);
  await refuse(owner, { isAboutPerson: false });
  expect(await shown(owner)).toEqual(['cleaning']);
});

test('T1 a grant that a review took back cures no refusal before it', async () => {
  const owner = await makeCarer(service);
  await refuse(owner);
  const granted = () => makeClaim(service, owner.id, { categoryKey: 'home-care', type: record, validFrom: now() });
  const first = await granted();
  service.advanceClock(60);
  const claim = await granted();
  await makeClaim(service, owner.id, { ...first, state: 'superseded', occurredAt: now() });
  service.advanceClock(day);
  expect(await shown(owner)).toEqual(['cleaning', 'home-care']);
  for (const [state, changeReason] of [
    ['suspended', 'not_confirmed_by_review'],
    ['revoked', 'granted_in_error'],
  ] as const) {
    service.advanceClock(60);
    await makeClaim(service, owner.id, { ...claim, state, changeReason, occurredAt: now() });
    expect(await shown(owner)).toEqual(['cleaning']);
  }
  expect(await cardsOf(owner, yesterday())).toContain('first_aid_trained');
  service.advanceClock(60);
  await granted();
  expect(await shown(owner)).toEqual(['cleaning', 'home-care']);
});

test('T1 a claim that an appeal makes active again shows no category, whatever the appeal is about', async () => {
  const owner = await makeCarer(service);
  const claim = await makeClaim(service, owner.id, { categoryKey: 'home-care', type: record });
  service.advanceClock(60);
  await refuse(owner, { isAboutPerson: false });
  for (const changeReason of ['appeal_pending', 'decision_overturned', 'emergency_action_ended'] as const) {
    service.advanceClock(60);
    await makeClaim(service, owner.id, { ...claim, state: 'active', changeReason, occurredAt: now() });
    expect(await shown(owner)).toEqual(['cleaning']);
  }
});

test('T1 an identity that was refused hides every category that asks for it about a person', async () => {
  const owner = await makeCarer(service);
  await refuse(owner, { claimType: 'liability_insurance' });
  expect(await shown(owner)).toEqual(['cleaning', 'home-care']);
  await refuse(owner, { claimType: 'identity_confirmed' });
  expect(await shown(owner)).toEqual([]);
});

test('T1 a claim that ended for safety hides every category that asks for it until it is granted', async () => {
  const owner = await makeCarer(service);
  await refuse(owner, { claimType: 'liability_insurance', isAboutPerson: false });
  expect(await shown(owner)).toEqual(['home-care']);
  await makeClaim(service, owner.id, { categoryKey: 'cleaning', type: 'liability_insurance', validFrom: now() });
  expect(await shown(owner)).toEqual(['cleaning', 'home-care']);
});

test('T1 what was refused in another provider hides the category from that day on', async () => {
  const owner = await makeCarer(service);
  await makeClaim(service, owner.id, { categoryKey: 'home-care', type: record, validFrom: now() });
  service.advanceClock(day);
  expect(await shown(owner)).toEqual(all);
  await refuse(owner, { isElsewhere: true });
  expect(await shown(owner)).toEqual(['cleaning']);
  expect(await cardsOf(owner, yesterday())).toContain('first_aid_trained');
});

test('a refusal in another provider of another claim hides nothing that was granted since the own refusal', async () => {
  const owner = await makeCarer(service);
  await refuse(owner);
  await makeClaim(service, owner.id, { categoryKey: 'home-care', type: record, validFrom: now() });
  service.advanceClock(60);
  await refuse(owner, { claimType: 'academic_qualification', isElsewhere: true });
  expect(await shown(owner)).toEqual(['cleaning', 'home-care']);
});

test.each([true, false])(
  'T1 a colleague’s grant shows no category once who was refused is named again; elsewhere: %s',
  async (isElsewhere) => {
    const owner = await makeCarer(service);
    await refuse(owner, { isElsewhere });
    const colleague = await addRepresentative(service, owner.id, 'manager');
    const subjectId = await nameAccepted(owner, colleague.actor);
    const granted = { categoryKey: 'home-care', type: record, subjectId, validFrom: now() };
    const claim = await makeClaim(service, owner.id, granted);
    expect(await shown(owner)).toEqual(['cleaning', 'home-care']);
    const again = await nameAccepted(owner, colleague.actor, [claim.claimId], 'Durand');
    const ended = { state: 'suspended', changeReason: 'subject_ended', occurredAt: now() } as const;
    await makeClaim(service, owner.id, { ...claim, ...ended });
    // The same person under another name.
    expect(await shown(owner)).toEqual(['cleaning', 'home-care']);
    expect(again).not.toBe(subjectId);
    await namePerson(service, owner);
    expect(await shown(owner)).toEqual(['cleaning']);
  },
);

test('an older event, and who has the credentials of the service, bring no older list back', async () => {
  const owner = await makeCarer(service);
  await refuse(owner);
  const old = new Date(service.clock.now.getTime() - day * 1000).toISOString();
  await service.deliver(refusalsChanged, { providerId: owner.id, refusals: [], occurredAt: old });
  expect(await shown(owner)).toEqual(['cleaning']);
  const raw = sql`update refusal_projection set refusals = '[]', changed_at = ${old} where provider_id = ${owner.id}`;
  await expect(raw.execute(service.db)).rejects.toThrow(/a newer event/);
});

test('D1 a batch finds a claim of a hidden category by its id, and not by provider and type', async () => {
  const owner = await makeCarer(service);
  const type = 'academic_qualification';
  const [of, other] = [
    { publicProviderId: owner.publicId, type },
    { publicProviderId: owner.publicId, type: 'none' },
  ];
  const read = async (...items: object[]) =>
    (await service.post('/public/claims/verify-batch', { body: { items } })).body.items;
  const [{ claimId, status }] = await read(of);
  expect(status).toBe('valid');
  await refuse(owner);
  const [byType, byCategory, unknown, byId] = await read(of, { ...of, categoryKey: 'private-tutor' }, other, {
    claimId,
  });
  expect([byType, byCategory]).toEqual([unknown, unknown]);
  expect(byId).toMatchObject({ claimId, status: 'valid' });
});

const file = (category: string) =>
  CategoryFile.parse(parse(readFileSync(join(catalogFolder, `${category}.yaml`), 'utf8')));

test('a category whose next version asks for the refused record is hidden from its selection on', async () => {
  const owner = await makeCarer(service);
  await refuse(owner);
  service.advanceClock(day);
  const cleaning = file('cleaning');
  const added = file('home-care').requirements.filter(({ claim }) => claim.type === record);
  const version = { ...cleaning, number: cleaning.number + 1, requirements: [...cleaning.requirements, ...added] };
  await loadVersion(service.app, version);
  await activateVersion(service.app, version);
  expect(await shown(owner)).toEqual(['cleaning']);
  await service.put('/provider-workspace/me/services/cleaning', { actor: owner.actor });
  expect(await shown(owner)).toEqual([]);
  expect(await cardsOf(owner, yesterday())).toEqual(['identity_confirmed']);
});
