import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  decideName,
  inAYear,
  makeActive,
  makeClaim,
  makeOwner,
  makePublished,
  type Owner,
} from '../../../test/make.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';
import type { NameState } from './queries.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
  await setGate(service, 'open');
});
afterAll(() => service[Symbol.asyncDispose]());

const write = ({ id }: Owner, changes: string) =>
  sql`update provider set ${sql.raw(changes)}, revision = revision + 1 where id = ${id}`.execute(service.db);
const providerOf = ({ id }: Owner) =>
  service.db.selectFrom('provider').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const versionsOf = ({ id }: Owner) =>
  service.db.selectFrom('display_name').selectAll().where('provider_id', '=', id).orderBy('requested_at').execute();

test('T1 M1 the database rejects publication without an accepted name', async () => {
  const owner = await makeActive(service, { isNameAccepted: false });
  await makeClaim(service, owner.id, { validUntil: inAYear() });
  await expect(write(owner, `publication = 'published'`)).rejects.toThrow('no name is accepted');
  await decideName(service, owner.id);
  await expect(write(owner, `publication = 'published'`)).resolves.toBeDefined();
});

test('T1 the database rejects a public name that no operator accepted', async () => {
  const owner = await makePublished(service);
  const rejected = 'public words change with an accepted version';
  await expect(write(owner, `public_name = 'VERIFIED'`)).rejects.toThrow(rejected);
  await expect(write(owner, 'public_name = null')).rejects.toThrow(rejected);
  const waiting = randomUUID();
  const row = { id: waiting, provider_id: owner.id, sealed: Buffer.alloc(32), requested_at: service.clock.now };
  await service.db.insertInto('display_name').values(row).execute();
  await expect(write(owner, `public_name = 'VERIFIED', public_name_id = '${waiting}'`)).rejects.toThrow(rejected);
  const other = (await providerOf(await makePublished(service))).public_name_id;
  await expect(write(owner, `public_name = 'VERIFIED', public_name_id = '${other}'`)).rejects.toThrow(rejected);
  const accept = sql`update display_name set state = 'accepted', ended_at = now() where id = ${waiting}`;
  await expect(accept.execute(service.db)).rejects.toThrow('an operator accepts a name');
  const born = sql`insert into provider (id, public_provider_id, display_name, public_name, kind, operating_model, created_at, changed_at)
    select gen_random_uuid(), reverse(public_provider_id), 'Volta', 'Volta', kind, operating_model, now(), now()
    from provider where id = ${owner.id}`;
  await expect(born.execute(service.db)).rejects.toThrow('a provider begins without public words');
});

test('M2 the database rejects changes of a version that was decided, and its deletion', async () => {
  const owner = await makeActive(service);
  const [version] = await versionsOf(owner);
  for (const state of ['waiting', 'refused', 'withdrawn'] satisfies NameState[])
    await expect(
      sql`update display_name set state = ${state} where id = ${version?.id}`.execute(service.db),
    ).rejects.toThrow();
  for (const statement of ['delete from display_name', 'truncate display_name'])
    await expect(sql.raw(statement).execute(service.db)).rejects.toThrow();
});

test('a name that the service before published stays public, and keeps a version once another is accepted', async () => {
  const owner = await makeOwner(service);
  const { actor, id, publicId } = owner;
  await service.put('/provider-workspace/me/services/electrician', { actor });
  await write(owner, `summary = 'Written before.', state = 'active'`);
  await makeClaim(service, id, { validUntil: inAYear() });
  await write(owner, `publication = 'published'`);
  expect(await providerOf(owner)).toMatchObject({ public_name: 'Volta Électricité', public_name_id: null });
  const today = service.clock.now.toISOString().slice(0, 10);
  const nameAt = async (asOf: string) =>
    (await service.get(`/public/providers/${publicId}/claims?asOf=${asOf}`)).body.displayName;
  expect(await nameAt(today)).toBe('Volta Électricité');

  service.advanceClock(86_400_000);
  const later = { ...actor, authenticatedAt: Math.floor(service.clock.now.getTime() / 1000) };
  await service.patch('/provider-workspace/me/profile', { actor: later, body: { displayName: 'Ampère Nouveau' } });
  await decideName(service, id);
  expect((await versionsOf(owner)).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  expect([await nameAt(today), await nameAt(service.clock.now.toISOString().slice(0, 10))]).toEqual([
    'Volta Électricité',
    'Ampère Nouveau',
  ]);
});

test('T1 a provider that the service before completed is asked about its name with its next write', async () => {
  const owner = await makeOwner(service);
  await write(owner, `summary = 'Written before.', state = 'active'`);
  expect(await versionsOf(owner)).toEqual([]);
  await service.put('/provider-workspace/me/services/electrician', { actor: owner.actor });
  expect(await versionsOf(owner)).toMatchObject([{ state: 'waiting' }]);
});
