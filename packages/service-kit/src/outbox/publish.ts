import type { PubAck } from '@nats-io/jetstream';
import { publisherOf, streamOfAggregate, subjectOf } from '@trust/contracts/event';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Bus } from '../bus/bus.ts';
import { headersOf, type OutboxRow, outboxColumns } from './envelope.ts';

export type Sent = { row: OutboxRow; ack: PubAck };

/** Concurrent, but in order per aggregate: no failure puts a later event first (promise E3). */
export async function publishInOrder(
  rows: OutboxRow[],
  send: (row: OutboxRow) => Promise<PubAck>,
): Promise<{ sent: Sent[]; failure?: unknown }> {
  const sent: Sent[] = [];
  const chains = Map.groupBy(rows, (row) => row.aggregate_id ?? row.id);
  const results = await Promise.allSettled(
    [...chains.values()].map(async (chain) => {
      for (const row of chain) sent.push({ row, ack: await send(row) });
    }),
  );
  return { sent, failure: results.find((result) => result.status === 'rejected')?.reason };
}

/** JetStream drops duplicates by `msgID` within its window. */
export function publish(bus: Bus, row: OutboxRow, msgID: string): Promise<PubAck> {
  const headers = headersOf(row);
  headers.set('Nats-Msg-Id', msgID);
  headers.set('Nats-Expected-Stream', streamOfAggregate(publisherOf(row.type), row.aggregate));
  return bus.publish(subjectOf(row.type, row.aggregate), row.payload, headers);
}

/**
 * Republishes events that JetStream lost (promise E6). `run` makes the message ids new, so that
 * JetStream accepts them; inboxes drop duplicates. Skips short-lived events.
 */
export async function republish(
  db: QueryExecutorProvider,
  bus: Bus,
  { since, run = Date.now().toString(36) }: { since: Date; run?: string },
): Promise<{ count: number; lastSeq: number }> {
  let [count, lastSeq] = [0, 0];
  for (let after: string | undefined = '0'; after; ) {
    const { rows } = await sql<OutboxRow>`
      select ${sql.raw(outboxColumns)}
      from outbox where sent_at is not null and expires_at is null and created_at >= ${since} and position > ${after}
      order by position limit 500`.execute(db);
    const { sent, failure } = await publishInOrder(rows, (row) => publish(bus, row, `${row.id}:${run}`));
    if (failure) throw failure;
    lastSeq = sent.reduce((last, { ack }) => Math.max(last, ack.seq), lastSeq);
    count += rows.length;
    after = rows.at(-1)?.position;
  }
  return { count, lastSeq };
}
