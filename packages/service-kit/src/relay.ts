import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { type Bus, ensureStream } from './bus.ts';
import type { Database } from './db.ts';
import { answerQuestion } from './desk.ts';
import type { OutboxRow } from './envelope.ts';
import type { Log } from './log.ts';
import { publish, publishInOrder, republish } from './publish.ts';
import { atMostEvery, wakeUp } from './wake-up.ts';

const batchSize = 500;
const pollMs = 100;
const candidateMs = 500;
const longestBackOffMs = 1000;

export type Relay = AsyncDisposable & {
  /** Resolves when no committed row is unsent. */
  drain(): Promise<void>;
};

/**
 * Sends what is committed in the outbox to the service's stream (promise E1). Of all replicas one is the relay: it holds an
 * advisory lock, and reads and marks on the very connection that holds it, so losing the lock stops the work. Woken by commits
 * here, by `wake.<service>` from the other replicas, and every 100 ms anyway (`performance.md` rule 8). Never throws once started.
 */
export async function startRelay<Tables>(
  db: Database<Tables>,
  bus: Bus,
  { service, log }: { service: string; log?: Log },
): Promise<Relay> {
  const stopped = new AbortController();
  const wake = wakeUp(stopped.signal);
  let leading = false;

  const wakeSubject = `wake.${service}`;
  const subscription = bus.nc.subscribe(wakeSubject, { callback: () => wake.now() });
  const wakeOthers = atMostEvery(5, () => {
    if (bus.healthy()) bus.nc.publish(wakeSubject);
  });
  const forgetCommits = db.onCommit(() => {
    if (leading) wake.now();
    else wakeOthers();
  });

  /** One turn as the relay, until the connection or the publishing fails. */
  async function lead(progress: () => void): Promise<void> {
    while (!bus.healthy()) {
      await pause(pollMs);
      if (stopped.signal.aborted) return;
    }
    await using connection = await openConnection(db);
    const { client } = connection;
    while (!(await tryLock(client, service))) {
      await pause(candidateMs);
      if (stopped.signal.aborted) return;
    }
    leading = true;
    await ensureStream(bus, service);
    while (!stopped.signal.aborted) {
      const count = await sendBatch(client, bus);
      progress();
      if (count < batchSize) await wake.within(pollMs);
    }
  }

  async function run(): Promise<void> {
    let backOff = pollMs;
    while (!stopped.signal.aborted) {
      try {
        await lead(() => {
          backOff = pollMs;
        });
      } catch (err) {
        // Unsent rows wait in the outbox; NATS or Postgres being away is a delay, not a loss.
        if (!stopped.signal.aborted) log?.warn({ err, service }, 'the outbox relay starts again');
      }
      leading = false;
      await pause(backOff);
      backOff = Math.min(backOff * 2, longestBackOffMs);
    }
  }

  const pause = (ms: number) => delay(ms, undefined, { signal: stopped.signal }).catch(() => {});
  const ended = run();
  const desk = [
    answerQuestion(bus, service, 'status', log, () => backlog(db)),
    answerQuestion(bus, service, 'republish', log, ({ since = '' }) => republish(db, bus, { since: new Date(since) })),
  ];
  return {
    async drain() {
      while (await hasUnsent(db)) {
        wake.now();
        await pause(5);
      }
    },
    async [Symbol.asyncDispose]() {
      stopped.abort();
      forgetCommits();
      subscription.unsubscribe();
      for (const question of desk) question[Symbol.dispose]();
      await ended;
    },
  };
}

async function openConnection<Tables>(db: Database<Tables>) {
  const { connectionString, connectionTimeoutMillis, statement_timeout, query_timeout } = db.pool.options;
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis,
    statement_timeout,
    query_timeout,
    keepAlive: true,
  });
  // The next query reports it; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => {}) };
}

/** What waits: unsent rows, the age of the oldest in seconds, and parked events by their reason. */
async function backlog<Tables>(db: Database<Tables>): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*)::int from outbox where sent_at is null) as unsent,
      (select extract(epoch from clock_timestamp() - min(created_at))::int from outbox where sent_at is null) as "oldestUnsentSeconds",
      (select coalesce(jsonb_agg(p), '[]') from (
        select subject, split_part(reason, ':', 1) as reason, count(*)::int as count
        from dead_letter where redriven_at is null group by 1, 2 order by 1, 2) p) as parked`.execute(db);
  return rows[0];
}

async function hasUnsent<Tables>(db: Database<Tables>): Promise<boolean> {
  const { rows } = await sql<{
    unsent: boolean;
  }>`select exists (select from outbox where sent_at is null) as unsent`.execute(db);
  return rows[0]?.unsent === true;
}

async function tryLock(client: pg.Client, service: string): Promise<boolean> {
  // Tried, not waited for: a waiting statement would hold back vacuum in the whole database.
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [
    `relay:${service}`,
  ]);
  return rows[0].held;
}

/** Sends the oldest unsent rows; returns how many there were. Throws when one could not be sent; what was acknowledged is marked first. */
async function sendBatch(client: pg.Client, bus: Bus): Promise<number> {
  // All unsent rows, not those after the last sent: positions are handed out before commit.
  const { rows } = await client.query<OutboxRow>({
    name: 'unsent',
    text: `select id, subject, aggregate_id, aggregate_seq, payload::text as payload, headers, created_at
           from outbox where sent_at is null order by position limit $1`,
    values: [batchSize],
  });
  if (rows.length === 0) return 0;
  // Otherwise every row would wait for its own timeout.
  if (!bus.healthy()) throw new Error('NATS is away.');
  const { sent, failure } = await publishInOrder(rows, (row) => publish(bus, row, row.id));
  if (sent.length > 0) {
    await client.query({
      name: 'sent',
      text: 'update outbox set sent_at = clock_timestamp() where id = any($1::uuid[])',
      values: [sent],
    });
  }
  if (failure) throw failure;
  return rows.length;
}
