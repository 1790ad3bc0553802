import { moderationRequested, moderationWithdrawn } from '@trust/contracts/events/customers';
import { personErased } from '@trust/contracts/events/identity';
import { moderationDecided } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideName, makeActive, makePublished, type Owner } from '../../../test/make.ts';
import { makeInteraction } from '../../../test/make-enquiry.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
  await setGate(service, 'open');
});
afterAll(() => service[Symbol.asyncDispose]());

const first = 'Electrical work in Lyon.';
const ofCustomer = 'Attention to Zoe Martin, 12 rue des Lilas, third floor: she never pays.';
const write = ({ actor }: Owner, body: object) => service.patch('/provider-workspace/me/profile', { actor, body });
const own = async ({ actor }: Owner) => (await service.get('/provider-workspace/me', { actor })).body.provider;
const asked = async ({ id }: Owner) =>
  (await service.emitted(moderationRequested)).filter(({ providerId }) => providerId === id);
const lastId = async (owner: Owner) => (await asked(owner)).at(-1)?.subjectId ?? '';
const read = (nameId: string, actor = operator('supervisor')) => service.get(`/display-names/${nameId}`, { actor });

/** All that everybody may read. */
async function inPublic({ publicId }: Owner) {
  const search = '/public/providers/search?category=electrician&limit=100';
  const finds = async (words: string) =>
    (await service.get(`${search}&q=${words}`)).body.items.some(
      (one: { publicProviderId: string }) => one.publicProviderId === publicId,
    );
  const texts = await Promise.all(
    [`/public/providers/${publicId}`, `/public/providers/${publicId}/claims`, search].map(async (path) =>
      JSON.stringify((await service.get(path)).body),
    ),
  );
  const { summary } = (await service.get(`/public/providers/${publicId}`)).body.selfAsserted;
  return { summary, hasLilas: texts.join('').includes('Lilas') || (await finds('lilas')) };
}

test('T1 a summary is nowhere public before an operator accepted it', async () => {
  const owner = await makePublished(service);
  expect(await inPublic(owner)).toEqual({ summary: first, hasLilas: false });
  expect(await write(owner, { summary: ofCustomer })).toMatchObject({
    status: 200,
    body: { summary: ofCustomer, summaryStatus: 'waiting', publicSummary: first, displayNameStatus: 'accepted' },
  });
  expect(await inPublic(owner)).toEqual({ summary: first, hasLilas: false });
  expect((await asked(owner)).at(-1)).toMatchObject({ kind: 'name', reasonCode: 'new_words' });

  await decideName(service, owner.id, 'refused', 'personal_data');
  expect(await inPublic(owner)).toEqual({ summary: first, hasLilas: false });
  expect(await own(owner)).toMatchObject({
    ...{ summary: ofCustomer, summaryStatus: 'refused', publicSummary: first },
    ...{ displayNameStatus: 'accepted', displayNameRefusal: 'personal_data' },
  });

  await write(owner, { summary: 'Repairs at Les Lilas.' });
  await decideName(service, owner.id);
  expect(await inPublic(owner)).toEqual({ summary: 'Repairs at Les Lilas.', hasLilas: true });
  expect(await own(owner)).toMatchObject({ summaryStatus: 'accepted', displayNameRefusal: null });
});

test('T1 the first summary is read with the first name, and waits with it', async () => {
  const owner = await makeActive(service, { isNameAccepted: false });
  expect(await asked(owner)).toMatchObject([{ reasonCode: 'first_name' }]);
  expect(await own(owner)).toMatchObject({ summaryStatus: 'waiting', publicSummary: null });
  await decideName(service, owner.id, 'refused', 'personal_data');
  expect(await own(owner)).toMatchObject({ displayNameStatus: 'refused', summaryStatus: 'refused' });
  await write(owner, { summary: 'Sockets and lamps.' });
  expect(await own(owner)).toMatchObject({ displayNameStatus: 'waiting', summaryStatus: 'waiting' });
  await decideName(service, owner.id);
  expect(await own(owner)).toMatchObject({ publicName: 'Volta Électricité', publicSummary: 'Sockets and lamps.' });
});

test('T1 name and summary are one question, and a newer one takes its place', async () => {
  const owner = await makePublished(service);
  await write(owner, { summary: 'Sockets.' });
  const earlier = await lastId(owner);
  const now = Math.floor(service.clock.now.getTime() / 1000);
  await write({ ...owner, actor: { ...owner.actor, authenticatedAt: now } }, { displayName: 'Lumos Nouveau' });
  const withdrawn = (await service.emitted(moderationWithdrawn)).filter(({ providerId }) => providerId === owner.id);
  expect(withdrawn).toMatchObject([{ subjectId: earlier }]);
  expect((await read(earlier)).body).toMatchObject({ summary: 'Sockets.', state: 'withdrawn' });
  expect((await read(await lastId(owner))).body).toMatchObject({
    ...{ displayName: 'Lumos Nouveau', publicName: 'Volta Électricité' },
    ...{ summary: 'Sockets.', publicSummary: first, state: 'waiting' },
  });
  await write(owner, { summary: 'Sockets.' });
  expect(await asked(owner)).toHaveLength(3);
  await decideName(service, owner.id);
  expect(await own(owner)).toMatchObject({ publicName: 'Lumos Nouveau', publicSummary: 'Sockets.' });
});

test('T1 a decision is about the summary that was read, not about one that came after it', async () => {
  const owner = await makePublished(service);
  await write(owner, { summary: 'Sockets and lamps.' });
  const nameId = await lastId(owner);
  expect((await read(nameId)).body).toMatchObject({ summary: 'Sockets and lamps.' });
  await write(owner, { summary: ofCustomer });
  const decision = { subjectId: nameId, kind: 'name' as const, round: 1, providerId: owner.id };
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(moderationDecided, { ...decision, outcome: 'approved', reasonCode: 'complies', occurredAt });
  expect(await inPublic(owner)).toEqual({ summary: first, hasLilas: false });
  expect(await own(owner)).toMatchObject({ summaryStatus: 'waiting', publicSummary: first });
});

test('T1 a customer of the provider reads no words that wait, and no representative reads them there', async () => {
  const owner = await makePublished(service);
  const { customer } = await makeInteraction(service, owner);
  await write(owner, { summary: ofCustomer });
  const nameId = await lastId(owner);
  const moderator = { ...operator('supervisor'), userId: customer.userId };
  expect((await read(nameId, moderator)).status).toBe(409);
  expect((await read(nameId, { ...operator('supervisor'), userId: owner.actor.userId })).status).toBe(404);
  expect((await read(nameId)).status).toBe(200);
});

test('who removes the summary, or returns to the accepted one, asks nobody', async () => {
  const owner = await makePublished(service);
  await write(owner, { summary: ofCustomer });
  expect(await write(owner, { summary: first })).toMatchObject({ body: { summaryStatus: 'accepted' } });
  const withdrawn = (await service.emitted(moderationWithdrawn)).filter(({ providerId }) => providerId === owner.id);
  expect(withdrawn).toHaveLength(1);
  await write(owner, { summary: ofCustomer });
  const removed = { summary: null, summaryStatus: null, publicSummary: null, displayNameStatus: 'accepted' };
  expect(await write(owner, { summary: null })).toMatchObject({ status: 200, body: removed });
  expect(await inPublic(owner)).toEqual({ summary: null, hasLilas: false });
  expect(await asked(owner)).toHaveLength(3);
  await write(owner, { summary: first });
  expect(await inPublic(owner)).toEqual({ summary: null, hasLilas: false });
  expect(await asked(owner)).toHaveLength(4);
});

test('T1 the database rejects a public summary that no operator accepted', async () => {
  const owner = await makePublished(service);
  const change = (changes: string) =>
    sql`update provider set ${sql.raw(changes)}, revision = revision + 1 where id = ${owner.id}`.execute(service.db);
  const rejected = 'public words change with an accepted version';
  await expect(change(`public_summary = 'Unread.'`)).rejects.toThrow(rejected);
  await expect(change(`summary = 'Unread.', public_summary = 'Unread.'`)).rejects.toThrow(rejected);
  await expect(change('public_summary = null')).rejects.toThrow(rejected);
  const born = sql`insert into provider (id, public_provider_id, display_name, public_summary, kind, operating_model, created_at, changed_at)
    select gen_random_uuid(), reverse(public_provider_id), 'Volta', 'Unread.', kind, operating_model, now(), now()
    from provider where id = ${owner.id}`;
  await expect(born.execute(service.db)).rejects.toThrow('a provider begins without public words');
});

test('T1 the audit log has the ids of both versions of the words, and no words', async () => {
  const owner = await makePublished(service);
  const accepted = await lastId(owner);
  await write(owner, { summary: ofCustomer });
  const entry = (await service.audited('patchProfile')).filter(({ objectId }) => objectId === owner.id).at(-1);
  expect(entry).toMatchObject({ before: { nameId: accepted }, after: { nameId: await lastId(owner) } });
  expect(JSON.stringify(entry)).not.toContain('Lilas');
});

test('P2 no summary of an erased individual can be read', async () => {
  const owner = await makePublished(service, { kind: 'individual' });
  const accepted = await lastId(owner);
  await write(owner, { summary: ofCustomer });
  const waiting = await lastId(owner);
  const erasedAt = service.clock.now.toISOString();
  await service.deliver(personErased, { userId: owner.actor.userId, contacts: [], erasedAt });
  for (const nameId of [accepted, waiting])
    expect((await read(nameId)).body).toMatchObject({ displayName: null, summary: null, publicSummary: null });
});
