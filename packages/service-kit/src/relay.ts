import { sql } from 'kysely';
import pg from 'pg';
import { type Bus, ensureStream } from './bus.ts';
import type { ServiceConfig } from './config.ts';
import type { Database } from './db.ts';
import { answerQuestion } from './desk.ts';
import type { OutboxRow } from './envelope.ts';
import type { Log } from './log.ts';
import { atMostEvery, startLoop } from './loop.ts';
import { gauges } from './meter.ts';
import { publish, publishInOrder, republish } from './publish.ts';

const batchSize = 500;
const pollMs = 100;
const candidateMs = 500;

/**
 * Sends what is committed in the outbox to the service's stream (promise E1). Of all replicas one is the relay: it holds an
 * advisory lock, and reads and marks on the very connection that holds it, so losing the lock stops the work. Woken by commits
 * here, by `wake.<service>` from the other replicas, and every 100 ms anyway (`performance.md` rule 8). While NATS or Postgres
 * is away rows wait in the outbox. In production it throws where the stream is not kept as it has to be (promise E7).
 */
export async function startRelay<Tables>(
  db: Database<Tables>,
  bus: Bus,
  { service, log, mode = 'development' }: { service: string; log: Log; mode?: ServiceConfig['TRUST_MODE'] },
): Promise<AsyncDisposable> {
  const faults = mode === 'production' ? await ensureStream(bus, service, { isOwner: true }) : [];
  if (faults.length > 0) throw new Error(`The broker would lose events: ${faults.join('; ')}.`);
  let leading = false;
  const loop = startLoop(log, 'the outbox relay starts again', async ({ stopped, rest }) => {
    if (!bus.healthy()) return rest(pollMs);
    await using leadership = await tryToLead(db, service);
    if (!leadership) return rest(candidateMs);
    leading = true;
    try {
      await ensureStream(bus, service, { isOwner: true });
      while (!stopped.aborted) {
        if ((await sendBatch(leadership.client, bus)) < batchSize) await rest(pollMs);
      }
      // What the last requests have committed does not wait for another replica, or for the next start (promise L6).
      while ((await sendBatch(leadership.client, bus)) === batchSize);
    } finally {
      leading = false;
    }
  });
  const wakeSubject = `wake.${service}`;
  const calls = bus.nc.subscribe(wakeSubject, { callback: () => void (leading && loop.wake()) });
  const callOthers = atMostEvery(5, () => {
    if (bus.healthy()) bus.nc.publish(wakeSubject);
  });
  const forgetCommits = db.onCommit(() => (leading ? loop.wake() : callOthers()));
  const desk = [
    answerQuestion(bus, service, 'status', log, () => backlog(db)),
    answerQuestion(bus, service, 'republish', log, ({ since = '' }) => republish(db, bus, { since: new Date(since) })),
  ];
  const measuring = gauges({ 'trust.outbox.unsent': '{event}', 'trust.outbox.oldest_unsent': 's' }, async () => {
    const { unsent, oldestUnsentSeconds } = await backlog(db);
    return [
      { name: 'trust.outbox.unsent', value: unsent },
      { name: 'trust.outbox.oldest_unsent', value: oldestUnsentSeconds ?? 0 },
    ];
  });
  return {
    async [Symbol.asyncDispose]() {
      measuring[Symbol.dispose]();
      forgetCommits();
      calls.unsubscribe();
      for (const question of desk) question[Symbol.dispose]();
      await loop[Symbol.asyncDispose]();
    },
  };
}

/** A connection that holds the relay's lock until it ends, unless another one does. */
async function tryToLead<Tables>(db: Database<Tables>, service: string) {
  const client = new pg.Client(db.pool.options);
  // The next query reports it; without a listener it would end the process.
  client.on('error', () => {});
  const leadership = { client, [Symbol.asyncDispose]: () => client.end().catch(() => {}) };
  try {
    await client.connect();
    // A mark that a crash of Postgres forgets is a second sending, which the inboxes stop: not worth a wait for the disk.
    await client.query('set synchronous_commit to off');
    // Tried, not waited for: a waiting statement would hold back vacuum in the whole database.
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [
      `relay:${service}`,
    ]);
    if (rows[0].held) return leadership;
    await leadership[Symbol.asyncDispose]();
  } catch (error) {
    await leadership[Symbol.asyncDispose]();
    throw error;
  }
}

type Backlog = { unsent: number; oldestUnsentSeconds: number | null; parked: unknown };

/** What waits: unsent rows, the age of the oldest in seconds, and parked events by their reason. */
async function backlog<Tables>(db: Database<Tables>): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select (select count(*)::int from outbox where sent_at is null) as unsent,
      (select extract(epoch from clock_timestamp() - min(created_at))::int from outbox where sent_at is null) as "oldestUnsentSeconds",
      (select coalesce(jsonb_agg(p), '[]') from (
        select type, split_part(reason, ':', 1) as reason, count(*)::int as count
        from dead_letter where redriven_at is null group by 1, 2 order by 1, 2) p) as parked`.execute(db);
  return rows[0] as Backlog;
}

/** Sends the oldest unsent rows; returns how many there were. Throws when one could not be sent; what was acknowledged is marked first. */
async function sendBatch(client: pg.Client, bus: Bus): Promise<number> {
  // All unsent rows, not those after the last sent: positions are handed out before commit.
  const { rows } = await client.query<OutboxRow>({
    name: 'unsent',
    text: `select position, id, type, aggregate, aggregate_id, aggregate_seq, payload::text as payload, headers, created_at
           from outbox where sent_at is null order by position limit $1`,
    values: [batchSize],
  });
  if (rows.length === 0) return 0;
  // Otherwise every row would wait for its own timeout.
  if (!bus.healthy()) throw new Error('NATS is away.');
  const { sent, failure } = await publishInOrder(rows, (row) => publish(bus, row, row.id));
  await client.query({
    name: 'sent',
    text: 'update outbox set sent_at = clock_timestamp() where position = any($1::bigint[])',
    values: [sent],
  });
  if (failure) throw failure;
  return rows.length;
}
