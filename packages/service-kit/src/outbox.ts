import { randomUUIDv7 } from 'node:crypto';
import type { EventType } from '@trust/contracts/event';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AnyTrx } from './db.ts';
import { SpanKind, spanAround, traceHeaders } from './telemetry.ts';

// The stream takes messages of 256 KiB; jsonb spells a payload out with spaces and the headers count too.
const largestPayload = 160 * 1024;

/**
 * Announces a fact together with the change that made it true: the row commits or rolls back with `trx` (promise E1). Takes the
 * aggregate's next sequence number under its row lock, so the order of numbers is the order of commits (promise E3).
 * Throws a ZodError for a payload that its type does not declare: that is a programming error.
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
  const aggregateId = type.aggregate?.(parsed);
  await spanAround({ name: `send ${type.subject}`, kind: SpanKind.PRODUCER }, async () => {
    const values = sql`${randomUUIDv7()}::uuid, ${type.subject}::text, ${json}::jsonb, ${JSON.stringify(traceHeaders())}::jsonb`;
    if (aggregateId === undefined) {
      return sql`insert into outbox (id, subject, payload, headers) select ${values}`.execute(trx);
    }
    return sql`
      with sequence as (
        insert into aggregate_sequence (aggregate_id, last_seq) values (${aggregateId}, 1)
        on conflict (aggregate_id) do update set last_seq = aggregate_sequence.last_seq + 1
        returning aggregate_id, last_seq
      )
      insert into outbox (aggregate_id, aggregate_seq, id, subject, payload, headers)
      select aggregate_id, last_seq, ${values} from sequence`.execute(trx);
  });
}
