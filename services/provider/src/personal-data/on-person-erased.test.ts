import { randomUUID } from 'node:crypto';
import { personErased } from '@trust/contracts/events/identity';
import { providerChanged, providerErased } from '@trust/contracts/events/provider';
import { representativeEnded } from '@trust/contracts/events/representatives';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, type Owner, squareAround } from '../../test/make.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const lyon = { latitude: 45.764, longitude: 4.8357 };
const erase = ({ actor }: Owner) =>
  service.deliver(personErased, {
    userId: actor.userId,
    contacts: [],
    erasedAt: service.clock.now.toISOString(),
  });
const close = ({ actor, id }: Owner) =>
  service.post(`/providers/${id}/transitions`, { actor, body: { transition: 'close', reason: 'We retire for good.' } });
const providerOf = async (id: string) =>
  (await service.db.selectFrom('provider').selectAll().where('id', '=', id).execute())[0];

async function makeCanary(kind: 'individual' | 'organisation') {
  // Digits could be a telephone number, which no summary may have.
  const canary = `Canary ${randomUUID().replaceAll(/\d/g, 'x')}`;
  const owner = await makeOwner(service, { displayName: canary, kind });
  const { actor } = owner;
  const profile = { summary: canary, website: `https://${randomUUID()}.example` };
  await service.patch('/provider-workspace/me/profile', { actor, body: profile });
  const place = { ...lyon, addressLabel: canary };
  const location = {
    privateBase: place,
    publicPremises: { ...place, consent: true },
    serviceArea: squareAround(lyon),
  };
  const stored = await service.put('/provider-workspace/me/location', { actor, body: location });
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
  return { ...owner, canary };
}

/** As the owner of the tables: the service cannot read all columns. */
async function tablesWith(text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: service.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of rows.filter(({ name }) => !/^(outbox|spatial_ref_sys|kysely_)/.test(name))) {
    const hits = await client.query(`select 1 from ${name} t where row_to_json(t)::text like $1`, [`%${text}%`]);
    if (hits.rows.length > 0) found.push(name);
  }
  await client.end();
  return found.sort();
}

test('P2 erasing the owner of a closed individual provider leaves ids only', async () => {
  const owner = await makeCanary('individual');
  await close(owner);
  expect(await tablesWith(owner.canary)).toEqual(['provider', 'public_premises']);
  await erase(owner);
  expect(await tablesWith(owner.canary)).toEqual([]);
  expect(await service.db.selectFrom('service_area').selectAll().where('provider_id', '=', owner.id).execute()).toEqual(
    [],
  );
  const keys = service.db.selectFrom('area_key').selectAll().where('provider_id', '=', owner.id);
  expect(await keys.execute()).toEqual([]);
  expect(await providerOf(owner.id)).toMatchObject({ display_name: 'Erased', summary: null, state: 'closed' });
  expect((await service.emitted(providerErased)).map(({ providerId }) => providerId)).toContain(owner.id);
  expect((await service.emitted(providerChanged)).at(-1)).toMatchObject({ displayName: 'Erased' });
});

test('an organisation is kept, without the premises that the person consented to', async () => {
  const owner = await makeCanary('organisation');
  await sql`insert into representative (id, provider_id, user_id, role, assigned_at)
    values (${randomUUID()}, ${owner.id}, ${randomUUID()}, 'owner', ${service.clock.now})`.execute(service.db);
  await erase(owner);
  expect(await providerOf(owner.id)).toMatchObject({ display_name: owner.canary, state: 'draft' });
  expect(await tablesWith(owner.canary)).toEqual(['provider']);
  expect(await service.emitted(representativeEnded)).toContainEqual(
    expect.objectContaining({ providerId: owner.id, userId: owner.actor.userId }),
  );
  expect((await service.get('/provider-workspace/me', { actor: owner.actor })).status).toBe(404);
});

test('closes a provider whose only owner was erased', async () => {
  const owner = await makeCanary('individual');
  await erase(owner);
  expect(await providerOf(owner.id)).toMatchObject({ state: 'closed', display_name: 'Erased' });
  expect(await tablesWith(owner.canary)).toEqual([]);
});

test('closes an organisation whose only owner was erased, and keeps its name', async () => {
  const owner = await makeCanary('organisation');
  await erase(owner);
  expect(await providerOf(owner.id)).toMatchObject({ state: 'closed', display_name: owner.canary });
  expect((await service.emitted(providerErased)).map(({ providerId }) => providerId)).not.toContain(owner.id);
});

test('a repeated erasure event changes nothing', async () => {
  const owner = await makeCanary('individual');
  await erase(owner);
  const before = await providerOf(owner.id);
  await erase(owner);
  expect(await providerOf(owner.id)).toEqual({ ...before, revision: (before?.revision ?? 0) + 1 });
  const never = { ...owner, actor: { ...owner.actor, userId: randomUUID() } };
  await expect(erase(never)).resolves.toBeUndefined();
});

test('M2 the database lets a closed provider lose its names only, and only an individual’s', async () => {
  const [person, firm] = [await makeCanary('individual'), await makeCanary('organisation')];
  for (const owner of [person, firm]) await close(owner);
  const write = (id: string, changes: string) =>
    sql`update provider set ${sql.raw(changes)}, revision = revision + 1 where id = ${id}`.execute(service.db);
  const empty = `display_name = 'Erased', summary = null, website = null, languages = '{}'`;
  await expect(write(firm.id, empty)).rejects.toThrow('a closed provider cannot change');
  await expect(write(person.id, `display_name = 'Somebody else'`)).rejects.toThrow('a closed provider cannot change');
  await expect(write(person.id, `${empty}, state = 'draft'`)).rejects.toThrow(/cannot (change|go from)/);
  await expect(write(person.id, empty)).resolves.toBeDefined();
});
