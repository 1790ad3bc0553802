import { streamOf } from '@trust/contracts/event';
import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/db.ts';
import type { Log } from '../observability/log.ts';
import type { Bus } from './bus.ts';
import type { OutboxRow } from './envelope.ts';
import { publish, publishInOrder, republish, type Sent } from './publish.ts';
import { readPosition } from './stream-watch.ts';

const batchSize = 500;

/** A connection that holds the relay's lock until it ends, unless another one does. */
export async function tryAcquireLeadership<Tables>(db: Database<Tables>, service: string) {
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

type Parts = { db: QueryExecutorProvider; bus: Bus; service: string; log: Log };

/** Sends from the outbox over the connection that holds the relay's lock. */
export async function openSender(client: pg.Client, { db, bus, service, log }: Parts) {
  const stream = streamOf(service);
  let { lastSeq, isLost } = await readPosition(db, stream);

  /** Publishes again all that the outbox has, since the stream has lost some of it. After a failure it begins anew. */
  async function recover(): Promise<void> {
    const { rows } = await sql<{ run: string }>`
      insert into stream_position as known (stream, last_seq, lost_at) values (${stream}, 0, clock_timestamp())
      on conflict (stream) do update set lost_at = coalesce(known.lost_at, excluded.lost_at)
      returning extract(epoch from lost_at)::bigint::text as run`.execute(db);
    isLost = true;
    log.error({ name: stream }, 'Stream has lost events; publishing the outbox again');
    const { count, lastSeq: reached } = await republish(db, bus, { since: new Date(0), run: rows[0]?.run ?? '' });
    await sql`update stream_position set last_seq = ${reached}, lost_at = null where stream = ${stream}`.execute(db);
    lastSeq = reached;
    isLost = false;
    log.info({ name: stream, count }, 'Outbox published again');
  }

  /** Sends the oldest unsent rows; returns whether there may be more. Throws when one could not be sent; what was acknowledged is marked first. */
  async function sendBatch(): Promise<boolean> {
    if (isLost) await recover();
    // All unsent rows, not those after the last sent: positions are handed out before commit.
    const { rows } = await client.query<OutboxRow>({
      name: 'unsent',
      text: `select position, id, type, aggregate, aggregate_id, aggregate_seq, payload::text as payload, headers, created_at
             from outbox where sent_at is null and (expires_at is null or expires_at > clock_timestamp()) order by position limit $1`,
      values: [batchSize],
    });
    if (rows.length === 0) return false;
    // Otherwise every row would wait for its own timeout.
    if (!bus.healthy()) throw new Error('NATS is away.');
    const { sent, failure } = await publishInOrder(rows, (row) => publish(bus, row, row.id));
    await mark(sent);
    if (failure) throw failure;
    return rows.length === batchSize;
  }

  async function mark(sent: Sent[]): Promise<void> {
    const fresh = sent.filter(({ ack }) => ack.stream === stream && !ack.duplicate).map(({ ack }) => ack.seq);
    // Sequence numbers only grow: one that was given before is of a stream that was made anew.
    isLost ||= fresh.some((seq) => seq <= lastSeq);
    const reached = Math.max(lastSeq, ...fresh);
    await client.query({
      name: 'sent',
      text: `with short_lived as (
               delete from outbox where position = any($1::bigint[]) and expires_at is not null
             ), reached as (
               insert into stream_position as known (stream, last_seq) select $2::text, $3::bigint where $3 > 0
               on conflict (stream) do update set last_seq = greatest(known.last_seq, excluded.last_seq)
             ), audited as (
               update audit_announced set sent = sent + (select count(*) from outbox
                 where position = any($1::bigint[]) and sent_at is null and aggregate = 'audit')
             )
             update outbox set sent_at = clock_timestamp() where position = any($1::bigint[]) and expires_at is null`,
      values: [sent.map(({ row }) => row.position), stream, reached],
    });
    lastSeq = reached;
  }

  return { recover, sendBatch };
}
