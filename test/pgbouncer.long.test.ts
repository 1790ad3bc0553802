import { sessionLimits } from '@trust/service-kit/database/db';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { type DatabaseService, serviceDatabases } from '../deploy/local/services.ts';
import { poolSize, startPgBouncer } from './pgbouncer.ts';
import { playAndCheck } from './skew/play.ts';
import { SkewStack, treesOf } from './skew/stack.ts';

let stack: SkewStack;
const directUrls = {} as Record<DatabaseService, string>;
const stopping = new AbortController();

beforeAll(async () => {
  stack = await SkewStack.start(treesOf(repositoryRoot), stopping.signal, async ({ services }, owner) => {
    for (const service of serviceDatabases) directUrls[service] = services[service].DATABASE_URL ?? '';
    const { through } = owner.use(await startPgBouncer(Object.values(directUrls)));
    for (const service of serviceDatabases) {
      services[service].DATABASE_DIRECT_URL = directUrls[service];
      services[service].DATABASE_URL = through(directUrls[service]);
    }
  });
}, 300_000);
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  stopping.abort();
});

type Session = Record<string, string> & { pid: number };

/** State of all server connections of PgBouncer for a service. */
async function pooledSessions(service: DatabaseService): Promise<Session[]> {
  const url = stack.settings.services[service].DATABASE_URL;
  const clients = Array.from({ length: poolSize }, () => new pg.Client({ connectionString: url }));
  const names = [...Object.keys(sessionLimits), 'enable_seqscan'];
  const columns = names.map((name) => `current_setting('${name}') as ${name}`).join(', ');
  try {
    return await Promise.all(
      clients.map(async (client) => {
        await client.connect();
        // Keeps its server connection until the others have theirs.
        await client.query('begin');
        return (await client.query(`select pg_backend_pid() as pid, ${columns}`)).rows[0];
      }),
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

test('the main journey runs through PgBouncer in transaction mode', async () => {
  await playAndCheck(stack, repositoryRoot);
}, 300_000);

test.each(serviceDatabases)('%s leaves no state and no lock of a session in PgBouncer', async (service) => {
  const pooled = await pooledSessions(service);
  const limits = { statement_timeout: '5s', lock_timeout: '2s', idle_in_transaction_session_timeout: '10s' };
  expect(new Set(pooled.map(({ pid }) => pid)).size).toBe(poolSize);
  expect(pooled).toEqual(pooled.map(({ pid }) => ({ pid, ...limits, enable_seqscan: 'on' })));
  const holders = await stack.rows<{ pid: number }>(
    service,
    `select pid from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(holders).not.toEqual([]);
  expect(holders.filter(({ pid }) => pooled.some((one) => one.pid === pid))).toEqual([]);
});
