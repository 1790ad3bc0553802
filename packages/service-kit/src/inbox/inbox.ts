import type { JsMsg } from '@nats-io/jetstream';
import { isShortLivedSubject, isSnapshot, parseReceived, publisherOf, typeOf } from '@trust/contracts/event';
import { sql } from 'kysely';
import { platformNow } from '../clock.ts';
import type { AnyDatabase, AnyTrx } from '../database/transaction.ts';
import { instruments } from '../observability/meter.ts';
import { traceIdOf, withConsumerSpan } from '../observability/telemetry.ts';
import { type Envelope, envelopeOf, plainHeaders } from '../outbox/envelope.ts';
import { hasWeek, idOfMessage } from './event-ids.ts';
import type { Handler, ReceivedEvent } from './subscription.ts';

export type Delivery = {
  message: JsMsg;
  headers: Record<string, string>;
  event: Envelope;
  /** Includes the publisher. Absent for unordered events. */
  aggregate?: string;
  payload?: unknown;
  /** Absent for unsubscribed types: these only advance their aggregate. */
  handler?: Handler;
  failure?: string;
  isOverdue?: boolean;
};

/** `gap`: an earlier event of the aggregate is missing. `parked`: the reason in `dead_letter`. */
export type Outcome = 'done' | 'gap' | { parked: string };

/** Never throws: faults become the `failure`. */
export function readDelivery(message: JsMsg, handlers: readonly Handler[]): Delivery {
  // By subject, not `ce-type`: NATS restricts which subjects a service may publish.
  const eventType = typeOf(message.subject);
  const headers = plainHeaders(message);
  const event = envelopeOf(eventType, headers, idOfMessage(message.info));
  const { aggregateId } = event;
  const delivery: Delivery = {
    message,
    headers,
    event,
    ...(aggregateId !== undefined && { aggregate: `${publisherOf(eventType)}/${aggregateId}` }),
  };
  const handler = handlers.find(({ type }) => type.type === eventType);
  if (handler) return { ...delivery, handler, ...parsePayload(handler, message.string()) };
  const isKnown = handlers.some(({ type }) => unversioned(type.type) === unversioned(eventType));
  return isKnown ? { ...delivery, failure: 'unknown_version' } : delivery;
}

export function parsePayload({ type }: Handler, text: string): { payload: unknown } | { failure: string } {
  try {
    const { success, data, error } = parseReceived(type, JSON.parse(text));
    if (success) return { payload: data };
    return { failure: `schema: ${error.issues[0]?.path.join('.')} ${error.issues[0]?.code}` };
  } catch {
    return { failure: 'bad_json' };
  }
}

/** Reason of a held event: it is applied when redelivered after its predecessors. */
export const missingPredecessor = 'missing_predecessor';

const unversioned = (type: string) => type.replace(/\.v\d+$/, '');

/**
 * One transaction drops duplicates (promise E2) and detects gaps (promise E3).
 * `onLocked` is called when later events of its aggregates wait for it.
 */
export function applyBatch(
  db: AnyDatabase,
  consumer: string,
  deliveries: Delivery[],
  onLocked?: () => void,
): Promise<Map<Delivery, Outcome>> {
  return db.transact(async (trx) => {
    const positions = await lockPositions(trx, consumer, deliveries);
    onLocked?.();
    const { outcomes, turns, reached } = planBatch(deliveries, positions);
    for (const [delivery, outcome] of outcomes)
      if (typeof outcome === 'object') await park(trx, consumer, delivery, outcome.parked);
    const kept = turns.filter(({ delivery }) => hasWeek(delivery.event.id, new Date()));
    const unseen = await remember(trx, consumer, { deliveries, turns: kept.map(({ delivery }) => delivery), reached });
    // The inbox cannot tell whether it is a repeat.
    for (const { delivery, failure = 'untimely_id' } of turns.filter((turn) => !kept.includes(turn))) {
      await park(trx, consumer, delivery, failure);
      outcomes.set(delivery, { parked: failure });
    }
    // Unordered events of a batch handler come together, after the others.
    kept.sort((a, b) => unorderedType(a.delivery).localeCompare(unorderedType(b.delivery)));
    let row: Delivery[] = [];
    for (const { delivery, failure } of kept) {
      if (!unseen.delete(delivery.event.id)) continue;
      if (failure) {
        await park(trx, consumer, delivery, failure);
        outcomes.set(delivery, { parked: failure });
        continue;
      }
      if (!delivery.handler?.isBatched || row[0]?.handler !== delivery.handler) {
        await run(row, trx);
        row = [];
      }
      row.push(delivery);
    }
    await run(row, trx);
    return outcomes;
  });
}

/** Compares sequence numbers with the positions. `turns`: events to handle, or to park for their `failure`. */
function planBatch(deliveries: Delivery[], positions: Map<string, Position>) {
  const outcomes = new Map<Delivery, Outcome>();
  const reached = new Map<string, Position>();
  const turns: { delivery: Delivery; failure?: string | undefined }[] = [];
  for (const delivery of deliveries) {
    const { aggregate = '', event, handler, isOverdue } = delivery;
    const { sequence = 0 } = event;
    const { last, startedAt } = reached.get(aggregate) ?? positions.get(aggregate) ?? { last: sequence - 1 };
    const isStart = last === 0 && sequence > 1 && canStart(event, isOverdue);
    const isAhead = sequence > last + 1 && !isStart;
    outcomes.set(delivery, isAhead && !isOverdue ? 'gap' : 'done');
    if (isAhead && !isOverdue) continue;
    // After a restore, `republish` brings the missing events. Those of an unknown aggregate may
    // be older than the stream.
    if (isAhead && last > 0 && handler && !delivery.failure) {
      outcomes.set(delivery, { parked: missingPredecessor });
      continue;
    }
    if (aggregate && sequence > last)
      reached.set(aggregate, { last: sequence, startedAt: isStart ? event.time : startedAt });
    // The snapshot contains it. A publisher that was restored repeats numbers at later times.
    if (sequence <= last && startedAt && event.time <= startedAt) continue;
    // An unsubscribed type has nothing to park.
    const failure = delivery.failure ?? (isAhead && handler ? 'sequence_gap' : undefined);
    // A late event must neither overwrite its successors nor disappear.
    if (handler || failure) turns.push({ delivery, failure: failure ?? (sequence <= last ? 'late' : undefined) });
  }
  return { outcomes, turns, reached };
}

const unorderedType = ({ handler, aggregate }: Delivery) => (handler?.isBatched && !aggregate ? handler.type.type : '');

/** Predecessors of a snapshot that can still arrive come first; those that were deleted cannot. */
function canStart({ type, keptFrom = 0 }: Envelope, isOverdue = false): boolean {
  return isSnapshot(type) && (keptFrom > 1 || isOverdue);
}

async function run(row: Delivery[], trx: AnyTrx): Promise<void> {
  const [first] = row;
  if (!first?.handler) return;
  const { handler, message, event } = first;
  const { deliveryCount, timestampNanos } = message.info;
  const attributes = { 'trust.event.delivery': deliveryCount, 'trust.event.stored_at': Number(timestampNanos) / 1e6 };
  const causes = row.map(({ headers }) => headers);
  await withConsumerSpan({ name: `process ${event.type}`, attributes, causes, isFirst: deliveryCount === 1 }, () =>
    handler.handle(row as ReceivedEvent<unknown>[], trx),
  );
  const { eventDelay } = instruments();
  for (const { event: applied } of row)
    eventDelay.record((platformNow().getTime() - applied.time.getTime()) / 1000, {
      'trust.publisher': publisherOf(applied.type),
    });
}

// Locks in one order against deadlocks. An upsert: a select of many keys may scan the table.
async function lockPositions(trx: AnyTrx, consumer: string, deliveries: Delivery[]): Promise<Map<string, Position>> {
  const aggregates = [...new Set(deliveries.flatMap(({ aggregate }) => aggregate ?? []))].sort();
  if (aggregates.length === 0) return new Map();
  const { rows } = await sql<{ aggregate_id: string; last_seq: string; started_at: Date | null }>`
    insert into inbox_position as known (consumer, aggregate_id, last_seq)
    select ${consumer}, aggregate, 0 from unnest(${aggregates}::text[]) as aggregate
    on conflict (consumer, aggregate_id) do update set last_seq = known.last_seq
    returning aggregate_id, last_seq, started_at`.execute(trx);
  return new Map(
    rows.map((row) => [row.aggregate_id, { last: Number(row.last_seq), startedAt: row.started_at ?? undefined }]),
  );
}

/** `startedAt`: the time of the snapshot with which the aggregate began here. */
type Position = { last: number; startedAt?: Date | undefined };
type Progress = { deliveries: Delivery[]; turns: Delivery[]; reached: Map<string, Position> };

/** Stores positions and event ids; returns the ids that are new. */
async function remember(trx: AnyTrx, consumer: string, { deliveries, turns, reached }: Progress): Promise<Set<string>> {
  const aggregates = [...reached.keys()].sort();
  const last = aggregates.map((aggregate) => reached.get(aggregate)?.last);
  const startedAt = aggregates.map((aggregate) => reached.get(aggregate)?.startedAt ?? null);
  const { rows } = await sql<{ event_id: string }>`
    with moved as (
      insert into inbox_position (consumer, aggregate_id, last_seq, started_at)
      select ${consumer}, * from unnest(${aggregates}::text[], ${last}::bigint[], ${startedAt}::timestamptz[])
      on conflict (consumer, aggregate_id) do update set last_seq = excluded.last_seq, started_at = excluded.started_at
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
  // The content of a short-lived event must not be kept.
  const text = isShortLivedSubject(message.subject) ? '' : message.string().replaceAll('\0', '\uFFFD');
  await sql`
    insert into dead_letter (consumer, event_id, type, headers, payload, reason, trace_id)
    values (${consumer}, ${event.id}, ${event.type}, ${JSON.stringify(headers)}::jsonb, ${text}, ${reason}, ${traceIdOf(headers) ?? null})
    on conflict (consumer, event_id) do update
    set reason = excluded.reason, failed_at = excluded.failed_at, redriven_at = null, discarded_at = null`.execute(trx);
}
