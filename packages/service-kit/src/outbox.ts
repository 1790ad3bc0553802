import { randomUUIDv7 } from 'node:crypto';
import type { EventType } from '@trust/contracts/event';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AnyTrx } from './db.ts';
import { SpanKind, spanAround, traceHeaders } from './telemetry.ts';
import { atEnd } from './together.ts';

// The stream takes messages of 256 KiB; jsonb spells a payload out with spaces and the headers count too.
const largestPayload = 160 * 1024;

type Row = { id: string; subject: string; payload: string; headers: Record<string, string>; aggregate: string | null };

const announced = new WeakMap<AnyTrx, Row[]>();

/**
 * Announces a fact together with the change that made it true: the row commits or rolls back with `trx` (promise E1). All of a transaction's
 * are written at its end, in their order, each with the next sequence number of its aggregate, taken under that one's row lock: the order of
 * numbers is the order of commits (promise E3). Throws a ZodError for a payload that its type does not declare: that is a programming error.
 */
export async function emit<Payload extends z.ZodType>(
  trx: AnyTrx,
  type: EventType<Payload>,
  payload: z.output<Payload>,
): Promise<void> {
  const parsed = type.payload.parse(payload);
  const json = JSON.stringify(parsed);
  if (Buffer.byteLength(json) > largestPayload)
    throw new Error(`An event of ${type.subject} is over ${largestPayload} bytes.`);
  const aggregate = type.aggregate?.(parsed) ?? null;
  spanAround({ name: `send ${type.subject}`, kind: SpanKind.PRODUCER }, () => {
    const row = { id: randomUUIDv7(), subject: type.subject, payload: json, headers: traceHeaders(), aggregate };
    const rows = announced.get(trx);
    if (rows) return void rows.push(row);
    const own = [row];
    announced.set(trx, own);
    atEnd(trx, () => insertionOf(own).compile(trx));
  });
}

/** `later`: how many of the same aggregate come after an event. Aggregates are locked in one order, so that nobody waits in a circle. */
function insertionOf(rows: Row[]) {
  const counts = new Map<string, number>();
  const numbered = rows.toReversed().map((row, index) => {
    const later = (row.aggregate !== null && counts.get(row.aggregate)) || 0;
    if (row.aggregate !== null) counts.set(row.aggregate, later + 1);
    return { ...row, later, turn: rows.length - index };
  });
  return sql`
    with event as (
      select * from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
        as e (id uuid, subject text, payload text, headers jsonb, aggregate text, later integer, turn integer)
    ), sequence as (
      insert into aggregate_sequence as known (aggregate_id, last_seq)
      select aggregate, max(later) + 1 from event where aggregate is not null group by aggregate order by aggregate
      on conflict (aggregate_id) do update set last_seq = known.last_seq + excluded.last_seq
      returning aggregate_id, last_seq
    )
    insert into outbox (id, subject, payload, headers, aggregate_id, aggregate_seq)
    select id, subject, payload::jsonb, headers, aggregate_id, last_seq - later
    from event left join sequence on aggregate_id = aggregate order by turn`;
}
