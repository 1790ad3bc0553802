import { notificationRequested } from '@trust/contracts/events/any';
import { moderationRead } from '@trust/contracts/events/customers';
import { moderationDecided } from '@trust/contracts/events/operations';
import { providerChanged } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideName, makePublished, type Owner, transition } from '../../../test/make.ts';
import { makeEnquiry } from '../../../test/make-enquiry.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const lyon = { latitude: 45.764, longitude: 4.8357 };
const addressLabel = '1 rue de la Paix, 69003 Lyon';
const location = { publicPremises: { ...lyon, addressLabel, consent: true } };
const notAccepted = { status: 409, body: { type: 'http://trust.test/problems/name-not-accepted' } };

const signedIn = ({ actor }: Owner) => ({
  actor: { ...actor, authenticatedAt: Math.floor(service.clock.now.getTime() / 1000) },
});
const write = (owner: Owner, body: object) =>
  service.patch('/provider-workspace/me/profile', { ...signedIn(owner), body });
const own = async (owner: Owner) => (await service.get('/provider-workspace/me', signedIn(owner))).body;
const inPublic = async ({ publicId }: Owner) => service.get(`/public/providers/${publicId}`);
const read = async (nameId: string, actor = operator('supervisor')) =>
  (await service.get(`/display-names/${nameId}`, { actor })).body;
const versionOf = async ({ id }: Owner) =>
  (await service.db.selectFrom('provider').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).public_name_id ??
  '';
const toldOf = async ({ id }: Owner) =>
  (await service.emitted(notificationRequested.provider)).filter((one) => one.providerId === id);

async function refuse({ id: providerId }: Owner, subjectId: string, isNameKept?: boolean) {
  await service.deliver(moderationDecided, {
    ...{ subjectId, kind: 'name', round: 2, providerId, outcome: 'refused', reasonCode: 'personal_data' },
    ...(isNameKept !== undefined && { isNameKept }),
    occurredAt: service.clock.now.toISOString(),
  });
}

async function makeShown() {
  service.clock.now = new Date();
  const owner = await makePublished(service, { location });
  service.advanceClock(60);
  await write(owner, { summary: 'Zoe Martin lives alone.', website: 'https://volta.example/zoe' });
  await decideName(service, owner.id);
  return { owner, nameId: await versionOf(owner) };
}

test('T1 of accepted words that are refused the public reads a harmless name only', async () => {
  const { owner, nameId } = await makeShown();
  expect((await inPublic(owner)).body).toMatchObject({ publicPremises: { addressLabel } });
  await refuse(owner, nameId, true);
  expect((await inPublic(owner)).body).toMatchObject({
    displayName: 'Volta Électricité',
    selfAsserted: { summary: null, website: null },
    publicPremises: { addressLabel: null },
  });
  expect((await own(owner)).provider).toMatchObject({
    ...{ displayNameStatus: 'accepted', summaryStatus: 'refused', displayNameRefusal: 'personal_data' },
    ...{ publicName: 'Volta Électricité', publicSummary: null, publication: 'published' },
  });
  expect((await toldOf(owner)).at(-1)).toMatchObject({
    template: 'public_words_refused',
    data: { reasonCode: 'personal_data' },
  });
  expect(await read(nameId)).toMatchObject({ state: 'accepted', decisionReason: 'personal_data' });
  expect((await read(nameId)).refusedAt).toBe(service.clock.now.toISOString());

  await write(owner, { summary: 'Electrician in Lyon.' });
  await decideName(service, owner.id);
  expect((await inPublic(owner)).body).toMatchObject({
    selfAsserted: { summary: 'Electrician in Lyon.' },
    publicPremises: { addressLabel },
  });
});

test('T1 a provider whose name is refused is not shown until another is accepted', async () => {
  const { owner, nameId } = await makeShown();
  const { customer, id } = await makeEnquiry(service, owner);
  await refuse(owner, nameId);
  expect((await inPublic(owner)).status).toBe(404);
  expect((await service.emitted(providerChanged)).at(-1)).toMatchObject({
    providerId: owner.id,
    publication: 'unpublished',
  });
  expect((await service.get(`/enquiries/${id}`, { actor: customer })).body.displayName).toBeNull();
  expect((await service.get('/account/enquiries', { actor: customer })).status).toBe(200);
  expect((await own(owner)).provider).toMatchObject({ displayNameStatus: 'refused', publicName: null });
  expect(await transition(service, owner.actor, owner.id, 'publish')).toMatchObject(notAccepted);

  await write(owner, { displayName: 'Ampère Lyon' });
  await decideName(service, owner.id);
  expect(await transition(service, owner.actor, owner.id, 'publish')).toMatchObject({ status: 200 });
  expect((await inPublic(owner)).body).toMatchObject({ displayName: 'Ampère Lyon' });
});

test('T1 release shows no refused name again', async () => {
  const { owner, nameId } = await makeShown();
  const actor = operator('supervisor');
  expect((await transition(service, actor, owner.id, 'withhold')).status).toBe(200);
  await refuse(owner, nameId);
  expect(await transition(service, actor, owner.id, 'release')).toMatchObject(notAccepted);
  expect((await own(owner)).provider).toMatchObject({ publication: 'withheld' });
});

test('T1 words that wait, and words accepted since, are not refused with earlier ones', async () => {
  const { owner, nameId } = await makeShown();
  await write(owner, { summary: 'Electrician in Lyon.' });
  await refuse(owner, nameId, true);
  expect((await own(owner)).provider).toMatchObject({ summaryStatus: 'waiting', displayNameRefusal: null });
  await decideName(service, owner.id);
  const shown = await makeShown();
  await write(shown.owner, { displayName: 'Ampère Lyon', summary: 'Electrician in Lyon.' });
  await decideName(service, shown.owner.id);
  service.advanceClock(60);
  await refuse(shown.owner, shown.nameId);
  expect((await inPublic(shown.owner)).body).toMatchObject({
    displayName: 'Ampère Lyon',
    selfAsserted: { summary: 'Electrician in Lyon.' },
    publicPremises: { addressLabel },
  });
});

test('T1 the name of a past day is not shown once it is refused, in earlier versions either', async () => {
  const { owner, nameId } = await makeShown();
  const day = service.clock.now.toISOString().slice(0, 10);
  const nameAt = async (asOf = day) =>
    (await service.get(`/public/providers/${owner.publicId}/claims?asOf=${asOf}`)).body.displayName;
  service.advanceClock(86_400);
  await write(owner, { summary: 'Electrician in Lyon.' });
  const second = await decideName(service, owner.id);
  service.advanceClock(86_400);
  await write(owner, { displayName: 'Ampère Lyon' });
  await decideName(service, owner.id);
  await refuse(owner, nameId, true);
  expect(await nameAt()).toBe('Volta Électricité');
  await refuse(owner, second);
  expect(await nameAt()).toBeNull();
  expect(await nameAt(service.clock.now.toISOString().slice(0, 10))).toBe('Ampère Lyon');
});

test('T2 a read of accepted words is announced, so that they can be refused; one of refused words is not', async () => {
  const { owner, nameId } = await makeShown();
  const reader = operator('supervisor');
  await read(nameId, reader);
  const reads = async () =>
    (await service.emitted(moderationRead)).filter(({ readerId }) => readerId === reader.userId);
  await expect.poll(reads).toMatchObject([{ subjectId: nameId, round: 1 }]);
  await refuse(owner, nameId);
  await read(nameId, reader);
  expect(await reads()).toHaveLength(1);
});

test('T2 whoever reads words sees how often and why others of the provider were refused within a year', async () => {
  const { owner, nameId } = await makeShown();
  const day = () => service.clock.now.toISOString().slice(0, 10);
  await refuse(owner, nameId, true);
  const refusals = [{ reasonCode: 'personal_data', refusedOn: day() }];
  for (let n = 0; n < 5; n++) {
    service.advanceClock(86_400);
    await write(owner, { summary: `Zoe Martin lives alone ${n}.` });
    const id = await decideName(service, owner.id, 'refused');
    expect(await read(id)).toMatchObject({ earlierRefusals: refusals.slice(0, 5), earlierRefusalCount: n + 1 });
    refusals.unshift({ reasonCode: 'another_business', refusedOn: day() });
  }
  await write(owner, { summary: 'Zoe is alone.' });
  const waiting = await decideName(service, owner.id);
  expect(await read(waiting)).toMatchObject({ earlierRefusals: refusals.slice(0, 5), earlierRefusalCount: 6 });
  service.advanceClock(365 * 86_400);
  expect(await read(waiting)).toMatchObject({ earlierRefusals: [], earlierRefusalCount: 0 });
});

test('T1 M2 the database refuses accepted words with a decision only, and shows none of them again', async () => {
  const { owner, nameId } = await makeShown();
  const set = (values: string) =>
    sql`update display_name set ${sql.raw(values)} where id = ${nameId}`.execute(service.db);
  await expect(set('refused_at = now(), is_name_kept = true')).rejects.toThrow(/immutable/);
  await refuse(owner, nameId, true);
  await expect(set('refused_at = now()')).rejects.toThrow(/immutable/);
  const show = (values: string) =>
    sql`update provider set ${sql.raw(values)}, revision = revision + 1 where id = ${owner.id}`.execute(service.db);
  for (const values of [
    `public_summary = 'Zoe'`,
    `public_website = 'https://zoe.example'`,
    `public_name = 'Zoe Martin'`,
  ])
    await expect(show(values)).rejects.toThrow(/public words change with an accepted version/);
});
