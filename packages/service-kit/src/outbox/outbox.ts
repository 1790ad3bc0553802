import { randomUUIDv7 } from 'node:crypto';
import { aggregateOf, type EventType, isSnapshot, shortLivedSeconds } from '@trust/contracts/event';
import { sql } from 'kysely';
import type { z } from 'zod';
import { databaseNow } from '../clock.ts';
import type { AnyTrx } from '../database/transaction.ts';
import { beforeCommit } from '../database/transaction.ts';
import { SpanKind, traceHeaders, withSpan } from '../observability/telemetry.ts';
import { keptFromHeader } from './envelope.ts';

// Messages may have 256 KiB; jsonb formatting and headers need the rest.
const largestPayload = 160 * 1024;

type Row = {
  id: string;
  type: string;
  payload: string;
  headers: Record<string, string>;
  aggregate: string;
  aggregateId: string | null;
  life: number | null;
};

const announced = new WeakMap<AnyTrx, Row[]>();

export const hasEvents = (trx: AnyTrx) => announced.has(trx);

/**
 * Written at the commit, with the aggregate's next sequence number under its row lock, so numbers
 * follow the order of commits (promises E1, E3). Throws a ZodError for an invalid payload.
 */
export async function emit<Payload extends z.ZodType>(
  trx: AnyTrx,
  event: EventType<Payload>,
  payload: z.output<Payload>,
  id: string = randomUUIDv7(),
): Promise<void> {
  const { type } = event;
  const parsed = event.payload.parse(payload);
  const json = JSON.stringify(parsed);
  if (Buffer.byteLength(json) > largestPayload) throw new Error(`An event of ${type} is over ${largestPayload} bytes.`);
  const aggregate = { aggregate: aggregateOf(event), aggregateId: event.aggregate?.idOf(parsed) ?? null };
  withSpan({ name: `send ${type}`, kind: SpanKind.PRODUCER }, () => {
    const row = {
      id,
      type,
      payload: json,
      headers: traceHeaders(),
      ...aggregate,
      life: event.isShortLived ? shortLivedSeconds : null,
    };
    const rows = announced.get(trx);
    if (rows) return void rows.push(row);
    const own = [row];
    announced.set(trx, own);
    beforeCommit(trx, () => insertionOf(own).compile(trx));
  });
}

// `later`: later events of the aggregate. Locks in one order against deadlocks.
function insertionOf(rows: Row[]) {
  const counts = new Map<string, number>();
  const numbered = rows.toReversed().map((row, index) => {
    const later = (row.aggregateId !== null && counts.get(row.aggregateId)) || 0;
    if (row.aggregateId !== null) counts.set(row.aggregateId, later + 1);
    return { ...row, later, turn: rows.length - index };
  });
  // Only its first event: a consumer that began with the second would drop the first.
  const events = numbered.map((row) => {
    const isFirst = row.aggregateId !== null && counts.get(row.aggregateId) === row.later + 1;
    return { ...row, isStart: isFirst && isSnapshot(row.type) };
  });
  return sql`
    with event as (
      select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as e (id uuid, type text, payload text, headers jsonb, aggregate text, "aggregateId" text, life integer, later integer, turn integer,
          "isStart" boolean)
    ), sequence as (
      insert into aggregate_sequence as known (aggregate_id, last_seq)
      select "aggregateId", max(later) + 1 from event where "aggregateId" is not null group by 1 order by 1
      on conflict (aggregate_id) do update set last_seq = known.last_seq + excluded.last_seq
      returning aggregate_id, last_seq
    )
    insert into outbox (id, type, payload, headers, aggregate, created_at, expires_at, aggregate_id, aggregate_seq)
    select id, type, payload::jsonb, ${events.some(({ isStart }) => isStart) ? startHeaders : sql.ref('headers')}, aggregate, ${databaseNow()},
      clock_timestamp() + life * interval '1 second', aggregate_id, last_seq - later
    from event left join sequence on aggregate_id = "aggregateId" order by turn`;
}

const startHeaders = sql`case when "isStart" then headers || jsonb_build_object(${sql.lit(keptFromHeader)}, coalesce(
  (select min(aggregate_seq) from outbox kept where kept.aggregate_id = "aggregateId"), last_seq - later)::text) else headers end`;
