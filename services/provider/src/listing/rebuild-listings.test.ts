import { setImmediate } from 'node:timers/promises';
import { runCommand } from '@trust/service-testing/command';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillProviders } from '../../test/fill-providers.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';
import { type Search, searchListings } from '../directory/search/search-listings.ts';
import { rebuildListings } from './rebuild-listings.ts';

let service: ProviderService;
let owner: pg.Client;
const category = 'trade-1';
const providers = 300;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
  owner = new pg.Client(service.ownerUrl);
  await owner.connect();
  await fillProviders(owner, { to: providers });
  for await (const _ of rebuildListings(service.db, undefined, 20));
});
afterAll(async () => {
  await owner.end();
  await service[Symbol.asyncDispose]();
});

const everything = {
  category,
  where: undefined,
  sort: 'freshness',
  operatingModel: undefined,
  availableBy: undefined,
  claims: [],
  freshness: undefined,
  language: undefined,
  q: undefined,
  after: undefined,
  limit: 21,
} satisfies Partial<Search>;

async function listed(): Promise<string[]> {
  const rows = await searchListings(service.db, { ...everything, at: new Date(), limit: 1000 });
  return rows.map(({ provider_id }) => provider_id).sort();
}

async function rebuild(after?: string): Promise<{ providers: number; written: number; removed: number; last: string }> {
  let done = { providers: 0, written: 0, removed: 0, last: '' };
  for await (done of rebuildListings(service.db, after, 20));
  return done;
}

const stored = async () => (await owner.query('select md5(l::text) from public_listing l order by 1')).rows;

test('a rebuild corrects, adds and removes listings, changes nothing else, and continues after a provider', async () => {
  const before = await stored();
  const nothing = await rebuild();
  expect(nothing).toMatchObject({ providers, written: 0, removed: 0 });

  await sql`update public_listing set claim_types[1] = 'none', words = '' where provider_id in (
    select provider_id from public_listing order by provider_id limit 3)`.execute(service.db);
  await sql`delete from public_listing where provider_id in (
    select provider_id from public_listing order by provider_id desc limit 2)`.execute(service.db);
  await sql`insert into public_listing (provider_id, category_key, operating_model, geog, reach, claim_types, claim_expiries, live_until)
    select p.id, 'plumber', 'travels', st_makepoint(2, 48)::geography, 0, '{x}', array[now() + interval '1 day'], now() + interval '1 day'
    from provider p where p.publication = 'unpublished' limit 4`.execute(service.db);
  expect(await rebuild(nothing.last)).toEqual({ providers: 0, written: 0, removed: 0, last: '' });
  expect(await rebuild()).toMatchObject({ written: 5, removed: 4 });
  expect(await stored()).toEqual(before);
});

test('readers see every listing during a rebuild', async () => {
  const before = await listed();
  expect(before.length).toBeGreaterThan(20);
  await owner.query(`update public_listing set words = ''`);
  let isDone = false;
  async function readUntilDone() {
    while (!isDone) {
      expect(await listed()).toEqual(before);
      await setImmediate();
    }
  }
  const reading = readUntilDone();
  let batches = 0;
  let written = 0;
  for await (const done of rebuildListings(service.db, undefined, 20)) {
    written = done.written;
    batches += 1;
    expect(await listed()).toEqual(before);
  }
  isDone = true;
  await reading;
  expect(written).toBeGreaterThan(200);
  expect(batches).toBeGreaterThan(10);
});

test('a rebuild waits for a withdrawal and never lists the provider again', async () => {
  const [withdrawn] = await listed();
  await owner.query('begin');
  await owner.query('select from provider where id = $1 for update', [withdrawn]);
  await owner.query(`update provider set publication = 'withheld', revision = revision + 1 where id = $1`, [withdrawn]);
  await owner.query('delete from public_listing where provider_id = $1', [withdrawn]);
  const rebuilding = rebuild();
  const isWaiting = `select from pg_locks where not granted`;
  while ((await owner.query(isWaiting)).rowCount === 0) await setImmediate();
  await owner.query('commit');
  await rebuilding;
  expect(await listed()).not.toContain(withdrawn);
});

test('the command shows progress and help, and rejects what it does not understand', async () => {
  const script = new URL('./listings-command.ts', import.meta.url).pathname;
  const run = (...args: string[]) =>
    runCommand(script, args, { DATABASE_URL: String(service.db.pool.options.connectionString) });
  expect((await run('--help')).output).toContain('npm run listings -- rebuild');
  expect((await run('rebuild')).output).toMatch(/Done: 300 providers, 0 listings corrected or added, 0 removed\./);
  expect(await run('rebuild', '--after', 'x')).toMatchObject({ status: 2 });
  expect(await run('repair')).toMatchObject({ status: 2 });
});
