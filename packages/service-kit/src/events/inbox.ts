import type { JsMsg } from '@nats-io/jetstream';
import { isShortLivedSubject, publisherOf, typeOf } from '@trust/contracts/event';
import { sql } from 'kysely';
import type { AnyDatabase, AnyTrx } from '../database/transaction.ts';
import { continueTrace, SpanKind, traceIdOf, withSpan } from '../observability/telemetry.ts';
import { type Envelope, envelopeOf, plainHeaders } from './envelope.ts';
import type { Handler } from './subscription.ts';

/** A message on its way into the database. */
export type Delivery = {
  message: JsMsg;
  headers: Record<string, string>;
  event: Envelope;
  /** The aggregate, told apart from those of other publishers. */
  lane?: string;
  payload?: unknown;
  /** Absent for what the service does not subscribe to: such an event only advances its aggregate. */
  handler?: Handler;
  /** Why it has to be parked, where retrying cannot help or has not helped. */
  failure?: string;
  /** Its predecessor is waited for no longer. */
  isOverdue?: boolean;
};

/**
 * What became of a delivery. `gap`: an earlier event of its aggregate has not been seen. `parked`: it is in `dead_letter`, by its
 * own failure or because later events of its aggregate were let past it.
 */
export type Outcome = 'done' | 'gap' | { parked: string };

/** Parses a message by the type that the service subscribes to. Never throws: what is wrong becomes its `failure`. */
export function readDelivery(message: JsMsg, handlers: readonly Handler[]): Delivery {
  // Of the subject, not of `ce-type`: NATS lets a service publish below its own name only.
  const eventType = typeOf(message.subject);
  const headers = plainHeaders(message);
  const event = envelopeOf(eventType, headers, `${message.info.stream}:${message.info.streamSequence}`);
  const { aggregateId } = event;
  const delivery: Delivery = {
    message,
    headers,
    event,
    ...(aggregateId !== undefined && { lane: `${publisherOf(eventType)}/${aggregateId}` }),
  };
  const handler = handlers.find(({ type }) => type.type === eventType);
  if (handler) return { ...delivery, handler, ...parsePayload(handler, message.string()) };
  const isKnown = handlers.some(({ type }) => unversioned(type.type) === unversioned(eventType));
  return isKnown ? { ...delivery, failure: 'unknown_version' } : delivery;
}

/** The payload, or why it cannot be taken. */
export function parsePayload({ type }: Handler, text: string): { payload: unknown } | { failure: string } {
  try {
    const { success, data, error } = type.payload.safeParse(JSON.parse(text));
    if (success) return { payload: data };
    return { failure: `schema: ${error.issues[0]?.path.join('.')} ${error.issues[0]?.code}` };
  } catch {
    return { failure: 'bad_json' };
  }
}

/** Of a parked event whose aggregate waits for it: it is applied when its predecessors have come and it comes again. */
export const missingPredecessor = 'missing_predecessor';

const unversioned = (type: string) => type.replace(/\.v\d+$/, '');

/**
 * Applies deliveries in one transaction: all of them or, where a handler throws, none. Duplicates stop at the inbox (promise E2),
 * events out of order at the position of their aggregate (promise E3).
 */
export function applyBatch(db: AnyDatabase, consumer: string, deliveries: Delivery[]): Promise<Map<Delivery, Outcome>> {
  return db.transact(async (trx) => {
    const outcomes = new Map<Delivery, Outcome>();
    const positions = await lockPositions(trx, consumer, deliveries);
    const reached = new Map<string, number>();
    const turns: { delivery: Delivery; failure?: string | undefined }[] = [];
    for (const delivery of deliveries) {
      const { lane, event, handler, isOverdue } = delivery;
      const { sequence = 0 } = event;
      const last = lane === undefined ? sequence - 1 : (reached.get(lane) ?? positions.get(lane) ?? 0);
      const isAhead = sequence > last + 1;
      outcomes.set(delivery, isAhead && !isOverdue ? 'gap' : 'done');
      if (isAhead && !isOverdue) continue;
      // After a restore of this database the events in between come again once they are asked for. Those of an aggregate of which nothing
      // is known may be older than the stream, and never come.
      const isHeld = isAhead && last > 0 && handler && !delivery.failure;
      if (isHeld) {
        await park(trx, consumer, delivery, missingPredecessor);
        outcomes.set(delivery, { parked: missingPredecessor });
        continue;
      }
      if (lane !== undefined && sequence > last) reached.set(lane, sequence);
      // Of a type that the service does not take there is nothing to park: the aggregate just goes on.
      const failure = delivery.failure ?? (isAhead && handler ? 'sequence_gap' : undefined);
      // Later events were let past a late one once it was thought lost. It must not be applied over them, nor vanish silently.
      if (handler || failure) turns.push({ delivery, failure: failure ?? (sequence <= last ? 'late' : undefined) });
    }
    const unseen = await remember(trx, consumer, { deliveries, turns: turns.map(({ delivery }) => delivery), reached });
    let row: Delivery[] = [];
    for (const { delivery, failure } of turns) {
      if (!unseen.delete(delivery.event.id)) continue;
      if (failure) {
        await park(trx, consumer, delivery, failure);
        outcomes.set(delivery, { parked: failure });
        continue;
      }
      if (!delivery.handler?.takesMany || row[0]?.handler !== delivery.handler) {
        await run(row, trx);
        row = [];
      }
      row.push(delivery);
    }
    await run(row, trx);
    return outcomes;
  });
}

/**
 * Runs the handler of events that came in a row. One event's run is a child of the trace that emitted it; one of several events,
 * or of an event that came before, is a trace of its own with links.
 */
async function run(row: Delivery[], trx: AnyTrx): Promise<void> {
  const [first] = row;
  if (!first?.handler) return;
  const { handler, headers, message, event } = first;
  const isChild = row.length === 1 && message.info.deliveryCount === 1;
  const linkTo = row.map((delivery) => delivery.headers);
  const span = { name: `process ${event.type}`, kind: SpanKind.CONSUMER, ...(!isChild && { linkTo }) };
  const handle = () => withSpan(span, () => handler.handle(row as { payload: unknown; event: Envelope }[], trx));
  await (isChild ? continueTrace(headers, handle) : handle());
}

/**
 * How far each aggregate has come, locked in one order, so that two replicas cannot wait for each other. An upsert, because a
 * select of many keys, planned while the table was small, would read the whole of it for every batch.
 */
async function lockPositions(trx: AnyTrx, consumer: string, deliveries: Delivery[]): Promise<Map<string, number>> {
  const lanes = [...new Set(deliveries.flatMap(({ lane }) => lane ?? []))].sort();
  if (lanes.length === 0) return new Map();
  const { rows } = await sql<{ aggregate_id: string; last_seq: string }>`
    insert into inbox_position as known (consumer, aggregate_id, last_seq)
    select ${consumer}, lane, 0 from unnest(${lanes}::text[]) as lane
    on conflict (consumer, aggregate_id) do update set last_seq = known.last_seq
    returning aggregate_id, last_seq`.execute(trx);
  return new Map(rows.map((row) => [row.aggregate_id, Number(row.last_seq)]));
}

type Progress = { deliveries: Delivery[]; turns: Delivery[]; reached: Map<string, number> };

/** Remembers positions and events, and forgets attempts; returns the ids of the events that had not been seen. */
async function remember(trx: AnyTrx, consumer: string, { deliveries, turns, reached }: Progress): Promise<Set<string>> {
  const lanes = [...reached.keys()].sort();
  const { rows } = await sql<{ event_id: string }>`
    with moved as (
      insert into inbox_position (consumer, aggregate_id, last_seq)
      select ${consumer}, * from unnest(${lanes}::text[], ${lanes.map((lane) => reached.get(lane))}::bigint[])
      on conflict (consumer, aggregate_id) do update set last_seq = excluded.last_seq
    ), tried as (
      delete from inbox_attempt where consumer = ${consumer} and event_id = any(${idsOf(deliveries)}::uuid[])
    ), held as (
      update dead_letter set redriven_at = clock_timestamp()
      where consumer = ${consumer} and event_id = any(${idsOf(turns)}::uuid[]) and reason = ${missingPredecessor} and redriven_at is null
    )
    insert into inbox (consumer, event_id) select ${consumer}, unnest(${idsOf(turns)}::uuid[])
    on conflict do nothing returning event_id`.execute(trx);
  return new Set(rows.map((row) => row.event_id));
}

const idsOf = (deliveries: Delivery[]) => deliveries.map(({ event }) => event.id).sort();

async function park(trx: AnyTrx, consumer: string, delivery: Delivery, reason: string): Promise<void> {
  const { event, headers, message } = delivery;
  // Nobody may find the content of a short-lived event later.
  const text = isShortLivedSubject(message.subject) ? '' : message.string().replaceAll('\0', '\uFFFD');
  await sql`
    insert into dead_letter (consumer, event_id, type, headers, payload, reason, trace_id)
    values (${consumer}, ${event.id}, ${event.type}, ${JSON.stringify(headers)}::jsonb, ${text}, ${reason}, ${traceIdOf(headers) ?? null})
    on conflict (consumer, event_id) do update
    set reason = excluded.reason, failed_at = excluded.failed_at, redriven_at = null, discarded_at = null`.execute(trx);
}
