import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { moderationRequested, moderationWithdrawn } from '@trust/contracts/events/customers';
import { personErased } from '@trust/contracts/events/identity';
import { moderationDecided } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  decideName,
  inAYear,
  makeActive,
  makeClaim,
  makePublished,
  type Owner,
  transition,
} from '../../../test/make.ts';
import { makeInteraction } from '../../../test/make-enquiry.ts';
import { writeReview } from '../../../test/make-review.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
  await setGate(service, 'open');
});
afterAll(() => service[Symbol.asyncDispose]());

const signedIn = ({ actor }: Owner, secondsAgo = 0) => ({
  actor: { ...actor, authenticatedAt: Math.floor(service.clock.now.getTime() / 1000) - secondsAgo },
});
const rename = (owner: Owner, displayName: string) =>
  service.patch('/provider-workspace/me/profile', { ...signedIn(owner), body: { displayName } });
const own = async (owner: Owner) => (await service.get('/provider-workspace/me', signedIn(owner))).body.provider;
const publicName = async ({ publicId }: Owner) => (await service.get(`/public/providers/${publicId}`)).body.displayName;
const search = async (words: string) =>
  (await service.get(`/public/providers/search?category=electrician&q=${words}`)).body.items as {
    publicProviderId: string;
    displayName: string;
  }[];
const isFound = async ({ publicId }: Owner, words: string) =>
  (await search(words)).some(({ publicProviderId }) => publicProviderId === publicId);
const ofProvider = <One extends { providerId: string | null }>(all: One[], { id }: Owner) =>
  all.filter(({ providerId }) => providerId === id);
const notAccepted = { status: 409, body: { type: 'http://trust.test/problems/name-not-accepted' } };

async function makeReady(): Promise<Owner> {
  const owner = await makeActive(service, { isNameAccepted: false });
  await makeClaim(service, owner.id, { validUntil: inAYear() });
  return owner;
}

test('T1 a provider cannot be published before an operator accepted its first name', async () => {
  const owner = await makeReady();
  expect(await own(owner)).toMatchObject({ displayNameStatus: 'waiting', publicName: null });
  const [asked] = ofProvider(await service.emitted(moderationRequested), owner);
  expect(asked).toMatchObject({ kind: 'name', reasonCode: 'first_name', involvedIds: [owner.actor.userId] });
  expect(JSON.stringify(asked)).not.toContain('Volta');
  expect(await transition(service, owner.actor, owner.id, 'publish')).toMatchObject(notAccepted);

  await decideName(service, owner.id, 'refused');
  expect(await own(owner)).toMatchObject({
    displayName: 'Volta Électricité',
    displayNameStatus: 'refused',
    displayNameRefusal: 'another_business',
    publicName: null,
  });
  expect(await transition(service, owner.actor, owner.id, 'publish')).toMatchObject(notAccepted);

  expect(await rename(owner, 'Ampère Électricité')).toMatchObject({ body: { displayNameStatus: 'waiting' } });
  await decideName(service, owner.id);
  expect(await own(owner)).toMatchObject({ displayNameStatus: 'accepted', publicName: 'Ampère Électricité' });
  expect(await transition(service, owner.actor, owner.id, 'publish')).toMatchObject({ status: 200 });
  const told = ofProvider(await service.emitted(notificationRequested.provider), owner);
  expect(told).toMatchObject([
    { template: 'display_name_refused', data: { reasonCode: 'another_business' } },
    { template: 'display_name_accepted' },
  ]);
});

test('T1 everybody else reads the accepted name until an operator accepts another one', async () => {
  const owner = await makePublished(service);
  const { customer, id, interactionId } = await makeInteraction(service, owner);
  await writeReview(service, customer, interactionId);
  const listed = async () =>
    (await search('electrical')).find(({ publicProviderId }) => publicProviderId === owner.publicId);
  const asRead = async () => ({
    listed: (await listed())?.displayName,
    profile: await publicName(owner),
    claims: (await service.get(`/public/providers/${owner.publicId}/claims`)).body.displayName,
    enquiry: (await service.get(`/enquiries/${id}`, { actor: customer })).body.displayName,
    review: (await service.get('/account/reviews', { actor: customer })).body.items[0].displayName,
  });
  const all = (name: string) => ({ listed: name, profile: name, claims: name, enquiry: name, review: name });
  await rename(owner, 'Lumos Nouveau');
  expect(await asRead()).toEqual(all('Volta Électricité'));
  expect([await isFound(owner, 'lumos'), await isFound(owner, 'volta')]).toEqual([false, true]);
  expect(await own(owner)).toMatchObject({ displayName: 'Lumos Nouveau', publicName: 'Volta Électricité' });
  const seen = await service.get(`/providers/${owner.id}`, { actor: operator('supervisor') });
  expect(seen.body).toMatchObject({ displayName: 'Lumos Nouveau', publicName: 'Volta Électricité' });

  await decideName(service, owner.id, 'refused');
  expect(await asRead()).toEqual(all('Volta Électricité'));
  await rename(owner, 'Lumos Encore');
  await decideName(service, owner.id);
  expect(await asRead()).toEqual(all('Lumos Encore'));
  expect([await isFound(owner, 'lumos'), await isFound(owner, 'volta')]).toEqual([true, false]);
});

test('T1 change the display name (claims stay)', async () => {
  const owner = await makePublished(service);
  const claims = async () => (await service.get(`/public/providers/${owner.publicId}/claims`)).body.items;
  const before = await claims();
  await rename(owner, 'Somebody Different');
  await decideName(service, owner.id);
  expect(await publicName(owner)).toBe('Somebody Different');
  expect(await claims()).toEqual(before);
});

test('T1 another name needs a fresh sign-in, other fields do not', async () => {
  const owner = await makeActive(service);
  const patch = (path: string, body: object, secondsAgo: number) =>
    service.patch(path, { ...signedIn(owner, secondsAgo), body });
  const stale = { status: 401, body: { type: 'http://trust.test/problems/step-up-required' } };
  for (const path of ['/provider-workspace/me/profile', `/providers/${owner.id}`]) {
    expect(await patch(path, { displayName: 'Another Name', summary: 'x' }, 300)).toMatchObject(stale);
    const { displayName } = await own(owner);
    expect(await patch(path, { displayName, summary: 'Other words.' }, 300)).toMatchObject({ status: 200 });
    expect(await patch(path, { displayName: `Name ${path.length}` }, 299)).toMatchObject({ status: 200 });
  }
});

test('T1 a newer name takes the place of one that waits, whose decision has no effect', async () => {
  const owner = await makePublished(service);
  await rename(owner, 'First Idea');
  const [first] = ofProvider(await service.emitted(moderationRequested), owner).slice(-1);
  await rename(owner, 'Second Idea');
  expect(ofProvider(await service.emitted(moderationWithdrawn), owner)).toMatchObject([
    { subjectId: first?.subjectId },
  ]);
  const late = { subjectId: first?.subjectId ?? '', kind: 'name' as const, round: 1, providerId: owner.id };
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(moderationDecided, { ...late, outcome: 'approved', reasonCode: 'complies', occurredAt });
  expect(await publicName(owner)).toBe('Volta Électricité');
  await decideName(service, owner.id);
  expect(await publicName(owner)).toBe('Second Idea');
});

test('who returns to the accepted name asks nobody, and a refused name can be sent again later', async () => {
  const owner = await makePublished(service);
  const asked = async () => ofProvider(await service.emitted(moderationRequested), owner).length;
  await rename(owner, 'First Idea');
  expect(await rename(owner, 'Volta Électricité')).toMatchObject({ body: { displayNameStatus: 'accepted' } });
  expect(await asked()).toBe(2);
  expect(ofProvider(await service.emitted(moderationWithdrawn), owner)).toHaveLength(1);
  await rename(owner, 'First Idea');
  await decideName(service, owner.id, 'refused');
  await rename(owner, 'Volta Électricité');
  expect(await rename(owner, 'First Idea')).toMatchObject({ body: { displayNameStatus: 'waiting' } });
  expect(await asked()).toBe(4);
  await service.patch('/provider-workspace/me/profile', {
    ...signedIn(owner),
    body: { languages: ['fr'] },
  });
  expect(await asked()).toBe(4);
});

test('T1 the audit log has the ids of both names, and no name', async () => {
  const owner = await makePublished(service);
  const versions = () =>
    service.db.selectFrom('display_name').select('id').where('provider_id', '=', owner.id).orderBy('id').execute();
  await rename(owner, 'Ampère Nouveau');
  const [first, second] = await versions();
  const entry = (await service.audited('patchProfile')).filter(({ objectId }) => objectId === owner.id).at(-1);
  expect(entry).toMatchObject({ before: { nameId: first?.id }, after: { nameId: second?.id } });
  expect(JSON.stringify(entry)).not.toMatch(/Volta|Ampère/);
});

test('an operator reads the new name and the public one; nobody else does', async () => {
  const owner = await makePublished(service);
  await rename(owner, 'Ampère Nouveau');
  const nameId = ofProvider(await service.emitted(moderationRequested), owner).at(-1)?.subjectId;
  const read = (actor = operator('supervisor')) => service.get(`/display-names/${nameId}`, { actor });
  expect(await read()).toMatchObject({
    status: 200,
    body: { displayName: 'Ampère Nouveau', publicName: 'Volta Électricité', state: 'waiting', decisionReason: null },
  });
  await decideName(service, owner.id, 'refused');
  expect(await read()).toMatchObject({ body: { state: 'refused', decisionReason: 'another_business' } });
  expect(await read(owner.actor)).toMatchObject({ status: 403 });
  expect(await service.get(`/display-names/${randomUUID()}`, { actor: operator('supervisor') })).toMatchObject({
    status: 404,
  });
});

test('P2 no version of the name of an erased individual can be read, and none waits', async () => {
  const owner = await makeActive(service, { isNameAccepted: false, kind: 'individual' });
  await rename(owner, 'Jeanne Martin');
  const asked = ofProvider(await service.emitted(moderationRequested), owner);
  const erasedAt = service.clock.now.toISOString();
  await service.deliver(personErased, { userId: owner.actor.userId, contacts: [], erasedAt });
  expect(ofProvider(await service.emitted(moderationWithdrawn), owner)).toHaveLength(2);
  for (const { subjectId } of asked)
    expect(await service.get(`/display-names/${subjectId}`, { actor: operator('supervisor') })).toMatchObject({
      body: { displayName: null, publicName: null, state: 'withdrawn' },
    });
});

test('closing a provider withdraws the question about its name', async () => {
  const owner = await makeActive(service, { isNameAccepted: false });
  expect(await transition(service, owner.actor, owner.id, 'close')).toMatchObject({ status: 200 });
  expect(ofProvider(await service.emitted(moderationWithdrawn), owner)).toHaveLength(1);
});

test('T1 `asOf` shows the name of that day', async () => {
  const owner = await makePublished(service);
  const nameAt = async (asOf: string) =>
    (await service.get(`/public/providers/${owner.publicId}/claims?asOf=${asOf}`)).body.displayName;
  const day = () => service.clock.now.toISOString().slice(0, 10);
  const first = day();
  service.advanceClock(86_400_000);
  await rename(owner, 'Ampère Nouveau');
  const asked = day();
  service.advanceClock(86_400_000);
  await decideName(service, owner.id);
  expect([await nameAt('2025-12-31'), await nameAt(first), await nameAt(asked), await nameAt(day())]).toEqual([
    null,
    'Volta Électricité',
    'Volta Électricité',
    'Ampère Nouveau',
  ]);
});
