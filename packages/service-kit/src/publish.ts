import { publisherOf, streamOf } from '@trust/contracts/event';
import { sql } from 'kysely';
import type { Bus } from './bus.ts';
import type { Database } from './db.ts';
import { headersOf, type OutboxRow } from './envelope.ts';

/**
 * Publishes all at once, but an aggregate's next event only after its previous one is acknowledged: a failure in the middle can
 * then never put the later event first (promise E3).
 */
export async function publishInOrder(
  rows: OutboxRow[],
  send: (row: OutboxRow) => Promise<unknown>,
): Promise<{ sent: string[]; failure?: unknown }> {
  const sent: string[] = [];
  let failure: unknown;
  const chains = Map.groupBy(rows, (row) => row.aggregate_id ?? row.id);
  await Promise.all(
    [...chains.values()].map(async (chain) => {
      try {
        for (const row of chain) {
          await send(row);
          sent.push(row.id);
        }
      } catch (error) {
        failure ??= error;
      }
    }),
  );
  return failure === undefined ? { sent } : { sent, failure };
}

/** One event to its stream, acknowledged; `msgID` is what JetStream de-duplicates by within its window. */
export function publish(bus: Bus, row: OutboxRow, msgID: string) {
  const streamName = streamOf(publisherOf(row.subject));
  return bus.js.publish(row.subject, row.payload, { msgID, headers: headersOf(row), expect: { streamName } });
}

/**
 * Publishes again what was sent since `since`, oldest first, for when JetStream has lost it (promise E6). The message ids are new,
 * so that JetStream's window does not swallow them; the inboxes make it harmless. Returns how many were published.
 */
export async function republish<Tables>(db: Database<Tables>, bus: Bus, { since }: { since: Date }): Promise<number> {
  const run = Date.now().toString(36);
  let count = 0;
  for (let after = '0'; ; ) {
    const { rows } = await sql<OutboxRow & { position: string }>`
      select position, id, subject, aggregate_id, aggregate_seq, payload::text as payload, headers, created_at
      from outbox where sent_at is not null and created_at >= ${since} and position > ${after}
      order by position limit 500`.execute(db);
    if (rows.length === 0) return count;
    const { sent, failure } = await publishInOrder(rows, (row) => publish(bus, row, `${row.id}:${run}`));
    count += sent.length;
    if (failure) throw failure;
    after = rows.at(-1)?.position ?? after;
  }
}
