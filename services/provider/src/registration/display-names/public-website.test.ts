import { moderationRequested } from '@trust/contracts/events/customers';
import { personErased } from '@trust/contracts/events/identity';
import { operator } from '@trust/service-testing/actors';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideName, makePublished, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const accepted = 'https://volta.example';
const unread = 'https://volta.example/Zoe-Martin-12-rue-Oberkampf-third-floor-lives-alone';
const write = ({ actor }: Owner, website: string | null) =>
  service.patch('/provider-workspace/me/profile', { actor, body: { website } });
const inPublic = async ({ publicId }: Owner) =>
  (await service.get(`/public/providers/${publicId}`)).body.selfAsserted.website;
const asked = async ({ id }: Owner) =>
  (await service.emitted(moderationRequested)).filter(({ providerId }) => providerId === id);
async function lastVersion(owner: Owner) {
  const { subjectId } = (await asked(owner)).at(-1) ?? {};
  return (await service.get(`/display-names/${subjectId}`, { actor: operator('supervisor') })).body;
}
async function makeWithWebsite(kind: 'individual' | 'organisation' = 'organisation') {
  const owner = await makePublished(service, { kind });
  await write(owner, accepted);
  await decideName(service, owner.id);
  return owner;
}

test('T1 the address of a website is public once an operator accepted it, the earlier one until then', async () => {
  const owner = await makePublished(service);
  const waiting = { website: accepted, websiteStatus: 'waiting', publicWebsite: null, displayNameStatus: 'accepted' };
  expect(await write(owner, accepted)).toMatchObject({ status: 200, body: waiting });
  expect(await inPublic(owner)).toBeNull();
  await decideName(service, owner.id);
  expect(await inPublic(owner)).toBe(accepted);

  await write(owner, unread);
  expect(await inPublic(owner)).toBe(accepted);
  expect(await lastVersion(owner)).toMatchObject({ website: unread, publicWebsite: accepted, state: 'waiting' });
  await decideName(service, owner.id, 'refused', 'personal_data');
  const { provider } = (await service.get('/provider-workspace/me', { actor: owner.actor })).body;
  expect(provider).toMatchObject({ websiteStatus: 'refused', publicWebsite: accepted, summaryStatus: 'accepted' });
  expect(provider.displayNameRefusal).toBe('personal_data');
  // Other words are asked about anew.
  expect((await write(owner, 'https://volta.example/paris')).body).toMatchObject({ websiteStatus: 'waiting' });
});

test('who removes the website, or returns to the accepted one, asks nobody', async () => {
  const owner = await makeWithWebsite();
  const before = (await asked(owner)).length;
  await write(owner, unread);
  expect((await write(owner, accepted)).body).toMatchObject({ websiteStatus: 'accepted' });
  expect((await write(owner, null)).body).toMatchObject({ websiteStatus: null, publicWebsite: null });
  expect(await inPublic(owner)).toBeNull();
  expect(await asked(owner)).toHaveLength(before + 1);
  await write(owner, accepted);
  expect(await inPublic(owner)).toBeNull();
  expect(await asked(owner)).toHaveLength(before + 2);
});

test('T1 the database rejects a public website that no operator accepted', async () => {
  const owner = await makeWithWebsite();
  const change = (changes: string) =>
    sql`update provider set ${sql.raw(changes)}, revision = revision + 1 where id = ${owner.id}`.execute(service.db);
  const rejected = 'public words change with an accepted version';
  await expect(change(`public_website = '${unread}'`)).rejects.toThrow(rejected);
  await expect(change(`website = '${unread}', public_website = '${unread}'`)).rejects.toThrow(rejected);
  await expect(change('public_website = null')).rejects.toThrow(rejected);
  const born = sql`insert into provider (id, public_provider_id, display_name, public_website, kind, operating_model, created_at, changed_at)
    select gen_random_uuid(), reverse(public_provider_id), 'Volta', 'https://x.example', kind, operating_model, now(), now()
    from provider where id = ${owner.id}`;
  await expect(born.execute(service.db)).rejects.toThrow('a provider begins without public words');
});

test('P2 the owner exports each version of the website, and nobody reads one of an erased individual', async () => {
  const owner = await makeWithWebsite('individual');
  await write(owner, unread);
  const { file } = await exportPersonalData(service, 'provider', owner.actor.userId);
  expect(JSON.stringify(file.representations)).toContain(`"website":"${unread}","state":"waiting"`);
  const erasedAt = service.clock.now.toISOString();
  await service.deliver(personErased, { userId: owner.actor.userId, contacts: [], erasedAt });
  expect(await lastVersion(owner)).toMatchObject({ website: null, publicWebsite: null });
});

test('T1 the audit log has the ids of both versions of a website, and no address', async () => {
  const owner = await makeWithWebsite();
  const { id: before } = await lastVersion(owner);
  await write(owner, unread);
  const entry = (await service.audited('patchProfile')).filter(({ objectId }) => objectId === owner.id).at(-1);
  expect(entry).toMatchObject({ before: { nameId: before }, after: { nameId: (await lastVersion(owner)).id } });
  expect(JSON.stringify(entry)).not.toContain('Oberkampf');
});
