import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Batch, Batches, idOf, providerOf, providers } from './fixtures.ts';
import { runTransactions } from './pgbench.ts';
import { parameterTypes, recordStatements } from './recording.ts';
import { openRequests, type Requests } from './requests.ts';
import { type Recording, scriptOf } from './script.ts';

/** Files of pgbench scripts. */
export type Scripts = { create: string; confirm: string };

type World = { bin: string; url: string; client: Client; folder: string };

/** Transactions that the check runs by pgbench. Recorded uploads have numbers above. */
const checked = 20;

/**
 * Records both requests on a filled database and writes them as pgbench scripts. Throws unless each
 * script changes as many rows of every table as the request itself.
 */
export async function recordScripts(world: World): Promise<Scripts> {
  const { client, folder } = world;
  mkdirSync(folder, { recursive: true });
  const batches = new Batches(client, 'recorded');
  const batch = await batches.next(2 * checked);
  const other = await batches.next(2 * checked);
  if (batch.requirement === other.requirement) throw new Error('The two recordings need different requirements.');

  const create = await writeScript(world, 'create', createHead, [
    { fixtures: providerFixtures(1), send: (requests) => requests.create(1) },
    { fixtures: providerFixtures(2), send: (requests) => requests.create(2) },
  ]);
  await assertSameChanges(world, create, { providers }, (requests) => requests.create(3));

  const confirm = await writeScript(world, 'confirm', confirmHead, [
    confirmation(batch, checked),
    confirmation(other, checked + 1),
  ]);
  const variables = { providers, batch: batch.name, requirement: batch.requirement };
  await assertSameChanges(world, confirm, variables, confirmation(batch, checked + 2).send);
  return { create, confirm };
}

const createHead = String.raw`\set request random(1, 9000000000000000000)
\set p random(1, :providers)
`;
const confirmHead = String.raw`\set request random(1, 9000000000000000000)
\set i :i + 1
\set n (:i - 1) * :clients + :client_id
\set p :n % :providers + 1
`;

type Run = { fixtures: Record<string, string>; send(requests: Requests): Promise<void> };

function confirmation(batch: Batch, n: number): Run {
  const named = (what: string) => [idOf(`${batch.name} ${what} ${n}`), `id_of(:batch || ' ${what} ' || :n)`];
  return {
    fixtures: {
      ...providerFixtures(providerOf(n)),
      ...Object.fromEntries(['intent', 'session'].map(named)),
      [batch.requirement]: ':requirement',
    },
    send: (requests) => requests.confirm(batch, n, { readsBytes: false }),
  };
}

function providerFixtures(p: number): Record<string, string> {
  const named = (what: string) => [idOf(`${what} ${p}`), `id_of('${what} ' || :p)`];
  return Object.fromEntries(['provider', 'person', 'case', 'sign-in'].map(named));
}

async function writeScript(world: World, name: string, head: string, [first, second]: [Run, Run]): Promise<string> {
  const recordings = [await record(world, first), await record(world, second)] as const;
  const types: string[][] = [];
  for (const statement of recordings[0].statements) types.push(await parameterTypes(world.client, statement));
  const file = join(world.folder, `${name}.sql`);
  writeFileSync(file, head + scriptOf(...recordings, types));
  return file;
}

async function record({ url, folder }: World, { fixtures, send }: Run): Promise<Recording> {
  const at = new Date();
  await using requests = await openRequests({ url, folder, connections: 1, now: () => at });
  const statements = recordStatements(requests.pool);
  await send(requests);
  return { statements, fixtures, at };
}

async function assertSameChanges(
  world: World,
  file: string,
  variables: Record<string, string | number>,
  send: Run['send'],
): Promise<void> {
  const before = await changedRows(world.client);
  await record(world, { fixtures: {}, send });
  const between = await changedRows(world.client);
  await runTransactions(world.bin, world.url, { file, transactions: checked, variables });
  const after = await changedRows(world.client);
  const wrong = [...after].flatMap(([table, count]) => {
    const expected = checked * ((between.get(table) ?? 0) - (before.get(table) ?? 0));
    const changed = count - (between.get(table) ?? 0);
    return changed === expected ? [] : [`${table}: ${changed} instead of ${expected}`];
  });
  if (wrong.length > 0) throw new Error(`${file} changes other rows than the service: ${wrong.join(', ')}.`);
}

/** Rows written to each table so far. Waits for other connections to end and report theirs. */
async function changedRows(client: Client): Promise<Map<string, number>> {
  const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;
  while ((await client.query(others)).rowCount) await delay(20);
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query(
    `select relname, (n_tup_ins + n_tup_upd + n_tup_del)::int as changed from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ relname, changed }) => [relname, changed]));
}
