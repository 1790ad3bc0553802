import type { JsMsg } from '@nats-io/jetstream';
import { publisherOf } from '@trust/contracts/event';
import { sql } from 'kysely';
import type { AnyTrx, Database } from './db.ts';
import { type Envelope, envelopeOf, plainHeaders } from './envelope.ts';
import type { Subscription } from './subscription.ts';
import { inTrace, SpanKind, spanAround, traceIdOf } from './telemetry.ts';

/** The failure of an event whose predecessor never came. */
export const sequenceGap = 'sequence_gap';

/** A message on its way into the database. */
export type Delivery<App> = Envelope & {
  message: JsMsg;
  headers: Record<string, string>;
  /** The aggregate, told apart from those of other publishers. */
  lane?: string;
  payload?: unknown;
  /** Absent for what the service does not subscribe to: such an event only advances its aggregate. */
  subscription?: Subscription<App>;
  /** Why it has to be parked, where retrying cannot help or has not helped. */
  failure?: string;
  /** How often its handler was started on its own; absent as long as all went well. */
  attempt?: number;
};

/**
 * What became of a delivery. `gap`: an earlier event of its aggregate has not been seen. `parked`: it is in `dead_letter`, by its
 * own failure or because later events of its aggregate were let past it.
 */
export type Outcome = 'done' | 'gap' | { parked: string };

/** Parses a message by the type that the service subscribes to. Never throws: what is wrong becomes its `failure`. */
export function readDelivery<App>(message: JsMsg, subscriptions: readonly Subscription<App>[]): Delivery<App> {
  const { subject } = message;
  const headers = plainHeaders(message);
  const envelope = envelopeOf(subject, headers, `${message.info.stream}:${message.info.streamSequence}`);
  const { aggregateId } = envelope;
  const delivery: Delivery<App> = {
    ...envelope,
    ...(aggregateId !== undefined && { lane: `${publisherOf(subject)}/${aggregateId}` }),
    message,
    headers,
  };
  const subscription = subscriptions.find(({ type }) => type.subject === subject);
  if (!subscription) {
    const known = subscriptions.some(({ type }) => unversioned(type.subject) === unversioned(subject));
    return known ? { ...delivery, failure: 'unknown_version' } : delivery;
  }
  return { ...delivery, subscription, ...parsePayload(subscription, message.string()) };
}

/** The payload, or why it cannot be taken. */
export function parsePayload<App>(
  { type }: Subscription<App>,
  text: string,
): { payload: unknown } | { failure: string } {
  try {
    const { success, data, error } = type.payload.safeParse(JSON.parse(text));
    return success
      ? { payload: data }
      : { failure: `schema: ${error.issues[0]?.path.join('.')} ${error.issues[0]?.code}` };
  } catch {
    return { failure: 'bad_json' };
  }
}

const unversioned = (subject: string) => subject.replace(/\.v\d+$/, '');

export type Applier<Tables, App> = { consumer: string; db: Database<Tables>; app: App };

/**
 * Applies deliveries in one transaction: all of them or, where a handler throws, none. Duplicates stop at the inbox (promise E2),
 * events out of order at the position of their aggregate (promise E3). `onFailing` is told whose handler it was.
 */
export async function applyTogether<Tables, App>(
  { consumer, db, app }: Applier<Tables, App>,
  deliveries: Delivery<App>[],
  onFailing: (delivery: Delivery<App>) => void = () => {},
): Promise<Map<Delivery<App>, Outcome>> {
  const wanted = deliveries.filter(isWanted);
  return db.transact(async (trx) => {
    const outcomes = new Map<Delivery<App>, Outcome>();
    const unseen = await claim(trx, consumer, wanted);
    const positions = await lockPositions(trx, consumer, deliveries);
    const reached = new Map<string, number>();
    // Of one subscription, in a row.
    let row: Delivery<App>[] = [];
    const runRow = async () => {
      await run(row, trx, app, onFailing);
      row = [];
    };
    for (const delivery of deliveries) {
      const { id, lane, sequence = 0 } = delivery;
      const last = lane === undefined ? undefined : (positions.get(lane) ?? 0);
      const isLate = last !== undefined && sequence <= last;
      if (isWanted(delivery) ? !unseen.has(id) : isLate) {
        outcomes.set(delivery, 'done');
        continue;
      }
      if (last !== undefined && sequence > last + 1 && delivery.failure !== sequenceGap) {
        outcomes.set(delivery, 'gap');
        continue;
      }
      // Later events were let past it once it was thought lost. It must not be applied over them, nor vanish silently.
      const failure = delivery.failure ?? (isLate ? 'late' : undefined);
      if (failure) await park(trx, consumer, delivery, failure);
      else {
        if (!row[0]?.subscription?.handleAll || row[0].subscription !== delivery.subscription) await runRow();
        row.push(delivery);
      }
      unseen.delete(id);
      outcomes.set(delivery, failure ? { parked: failure } : 'done');
      if (lane !== undefined && !isLate) {
        positions.set(lane, sequence);
        reached.set(lane, sequence);
      }
    }
    await runRow();
    await savePositions(trx, consumer, reached);
    await forget(trx, consumer, deliveries, unseen);
    return outcomes;
  });
}

const isWanted = <App>({ subscription, failure }: Delivery<App>) => Boolean(subscription || failure);

/**
 * Runs the handler. One event's run is a child of the trace that emitted it; one of several events, or of an event that came
 * before, is a trace of its own with links.
 */
async function run<App>(
  row: Delivery<App>[],
  trx: AnyTrx,
  app: App,
  onFailing: (delivery: Delivery<App>) => void,
): Promise<void> {
  const [first] = row;
  if (!first?.subscription) return;
  const { subscription, subject, headers, message, payload } = first;
  const isChild = row.length === 1 && message.info.deliveryCount === 1;
  const linkTo = row.map((delivery) => delivery.headers);
  const span = { name: `process ${subject}`, kind: SpanKind.CONSUMER, ...(!isChild && { linkTo }) };
  const context = { trx: trx as never, event: eventOf(first) };
  const handle = () =>
    spanAround(span, async () =>
      row.length > 1
        ? subscription.handleAll?.(
            row.map((one) => ({ payload: one.payload, event: eventOf(one) })),
            context,
            app,
          )
        : subscription.handle(payload, context, app),
    );
  try {
    await (isChild ? inTrace(headers, handle) : handle());
  } catch (error) {
    onFailing(first);
    throw error;
  }
}

function eventOf<App>({ id, subject, time, aggregateId, sequence }: Delivery<App>): Envelope {
  return { id, subject, time, ...(aggregateId !== undefined && sequence !== undefined && { aggregateId, sequence }) };
}

/** Remembers the events as seen; returns those that had not been. Sorted, so that two replicas cannot wait for each other. */
async function claim<App>(trx: AnyTrx, consumer: string, deliveries: Delivery<App>[]): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set();
  const ids = deliveries.map(({ id }) => id).sort();
  const { rows } = await sql<{ event_id: string }>`
    insert into inbox (consumer, event_id) select ${consumer}, unnest(${ids}::uuid[])
    on conflict do nothing returning event_id`.execute(trx);
  return new Set(rows.map((row) => row.event_id));
}

async function lockPositions<App>(
  trx: AnyTrx,
  consumer: string,
  deliveries: Delivery<App>[],
): Promise<Map<string, number>> {
  const ids = [...new Set(deliveries.flatMap(({ lane }) => lane ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ aggregate_id: string; last_seq: string }>`
    select aggregate_id, last_seq from inbox_position
    where consumer = ${consumer} and aggregate_id = any(${ids}) order by aggregate_id for update`.execute(trx);
  return new Map(rows.map((row) => [row.aggregate_id, Number(row.last_seq)]));
}

async function savePositions(trx: AnyTrx, consumer: string, reached: Map<string, number>): Promise<void> {
  if (reached.size === 0) return;
  const ids = [...reached.keys()].sort();
  await sql`
    insert into inbox_position (consumer, aggregate_id, last_seq)
    select ${consumer}, * from unnest(${ids}::text[], ${ids.map((id) => reached.get(id))}::bigint[])
    on conflict (consumer, aggregate_id) do update
    set last_seq = greatest(inbox_position.last_seq, excluded.last_seq)`.execute(trx);
}

/** Takes back the claim on events that wait for an earlier one, and the attempts of those that are through. */
async function forget<App>(
  trx: AnyTrx,
  consumer: string,
  deliveries: Delivery<App>[],
  unseen: Set<string>,
): Promise<void> {
  const waiting = [...unseen];
  if (waiting.length > 0) {
    await sql`delete from inbox where consumer = ${consumer} and event_id = any(${waiting}::uuid[])`.execute(trx);
  }
  const through = deliveries.filter(({ id, attempt }) => attempt !== undefined && !unseen.has(id)).map(({ id }) => id);
  if (through.length > 0) {
    await sql`delete from inbox_attempt where consumer = ${consumer} and event_id = any(${through}::uuid[])`.execute(
      trx,
    );
  }
}

async function park<App>(trx: AnyTrx, consumer: string, delivery: Delivery<App>, reason: string): Promise<void> {
  const { id, subject, headers, message } = delivery;
  await sql`
    insert into dead_letter (consumer, event_id, subject, headers, payload, reason, trace_id)
    values (${consumer}, ${id}, ${subject}, ${JSON.stringify(headers)}::jsonb, ${message.string().replaceAll('\0', '\uFFFD')}, ${reason}, ${traceIdOf(headers) ?? null})
    on conflict (consumer, event_id) do update
    set reason = excluded.reason, failed_at = excluded.failed_at, redriven_at = null`.execute(trx);
}
