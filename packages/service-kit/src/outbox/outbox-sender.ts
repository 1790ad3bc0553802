import { streamOf } from '@trust/contracts/event';
import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/db.ts';
import type { Log } from '../observability/log.ts';
import { type OutboxRow, outboxColumns } from './envelope.ts';
import { publish, publishInOrder, republish, type Sent } from './publish.ts';
import { readPosition } from './stream-watch.ts';

const batchSize = 500;

/** A connection that can take the relay's lock, and keeps it. */
export async function openCandidate<Tables>(db: Database<Tables>, service: string) {
  await using own = new AsyncDisposableStack();
  const client = own.adopt(new pg.Client(db.direct.options), (one) => one.end().catch(() => {}));
  // Without a listener an error would end the process; the next query reports it.
  client.on('error', () => {});
  await client.connect();
  // A lost mark only causes a duplicate, which inboxes drop: no need to wait for the disk.
  await client.query('set synchronous_commit to off');
  // A plan cached while the outbox is small would scan the whole table later.
  await client.query('set enable_seqscan to off');
  const connected = own.move();
  return {
    client,
    async tryLead(): Promise<boolean> {
      // Not waited for: a waiting statement would block vacuum in the whole database.
      const lock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as held';
      const { rows } = await client.query(lock, [`relay:${service}`]);
      return rows[0].held;
    },
    [Symbol.asyncDispose]: () => connected.disposeAsync(),
  };
}

type Parts = { db: QueryExecutorProvider; bus: Bus; service: string; log: Log };

export async function openSender(client: pg.Client, { db, bus, service, log }: Parts) {
  const stream = streamOf(service);
  let { lastSeq, isLost } = await readPosition(db, stream);

  let prefetched: Promise<OutboxRow[]> | undefined;
  let marked: Promise<unknown> = Promise.resolve();

  /** Republishes the outbox after the stream lost events, from the start after a failure. */
  async function recover(): Promise<void> {
    await marked;
    prefetched = undefined;
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

  /**
   * Returns whether there may be more. Reads the next batch and marks the last one while it
   * publishes. On failure it marks acknowledged rows, then throws; the sender is not used again.
   */
  async function sendBatch(): Promise<boolean> {
    if (isLost) await recover();
    const rows = await (prefetched ?? readUnsent([]));
    prefetched = undefined;
    if (rows.length === 0) {
      await marked;
      return false;
    }
    // Fail at once instead of one timeout per row.
    if (!bus.healthy()) throw new Error('NATS is not connected.');
    const hasMore = rows.length === batchSize;
    if (hasMore) prefetched = inBackground(readUnsent(rows));
    const { sent, failure } = await publishInOrder(rows, (row) => publish(bus, row, row.id));
    await marked;
    marked = inBackground(mark(sent));
    if (!hasMore || failure) await marked;
    if (failure) throw failure;
    return hasMore;
  }

  /**
   * Reads unsent events, except `batch`, which is being published. Reading after its last position
   * would skip an event that was committed late, and could send its successor first (promise E3).
   */
  async function readUnsent(batch: OutboxRow[]): Promise<OutboxRow[]> {
    const { rows } = await client.query<OutboxRow>({
      name: 'unsent',
      text: `select ${outboxColumns}
             from outbox where sent_at is null and position <> all($2::bigint[])
               and (expires_at is null or expires_at > clock_timestamp()) order by position limit $1`,
      values: [batchSize, batch.map(({ position }) => position)],
    });
    return rows;
  }

  async function mark(sent: Sent[]): Promise<void> {
    const fresh = sent.filter(({ ack }) => ack.stream === stream && !ack.duplicate).map(({ ack }) => ack.seq);
    // Sequence numbers only grow: a repeated one shows that the stream was recreated.
    isLost ||= fresh.some((seq) => seq <= lastSeq);
    const reached = Math.max(lastSeq, ...fresh);
    lastSeq = reached;
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
  }

  return { recover, sendBatch };
}

/** The failure is reported where `work` is awaited. */
function inBackground<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}
