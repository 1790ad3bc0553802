import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { eventually } from '../demo/client.ts';
import { type DatabaseService, serviceDatabases } from '../deploy/local/services.ts';

/** The address of a service's database. */
export type UrlOf = (database: DatabaseService) => string;

export async function openDatabase(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

/** Runs `work` in one database after the other. */
export async function withEach<T>(
  urlOf: UrlOf,
  work: (client: Client) => Promise<T>,
): Promise<Record<DatabaseService, T>> {
  const results: [string, T][] = [];
  for (const name of serviceDatabases) {
    await using db = await openDatabase(urlOf(name));
    results.push([name, await work(db.client)]);
  }
  return Object.fromEntries(results) as Record<DatabaseService, T>;
}

/** Until every event has been sent, and no consumer has received one for `quietSeconds`. */
export async function eventsApplied(urlOf: UrlOf, quietSeconds: number): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const clients: Client[] = [];
  for (const name of serviceDatabases) clients.push(opened.use(await openDatabase(urlOf(name))).client);
  let [last, quiet] = ['', 0];
  await eventually('the end of the events', async () => {
    const counts = await Promise.all(clients.map(countEvents));
    const now = JSON.stringify(counts);
    quiet = now === last && counts.every(({ unsent }) => unsent === 0) ? quiet + 1 : 0;
    last = now;
    if (quiet === quietSeconds) return true;
    await delay(1000);
    return undefined;
  });
}

async function countEvents(client: Client): Promise<{ unsent: number; received: number }> {
  const { rows } = await client.query(
    'select (select count(*) from outbox where sent_at is null)::int as unsent, (select count(*) from inbox)::int as received',
  );
  return rows[0];
}
