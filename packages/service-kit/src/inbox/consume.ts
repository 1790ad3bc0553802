import type { JsMsg } from '@nats-io/jetstream';
import type { AuditedService } from '@trust/contracts/events/any';
import { sql } from 'kysely';
import { handleAdminRequest } from '../bus/admin.ts';
import type { Bus } from '../bus/bus.ts';
import { platformNow } from '../clock.ts';
import { missingGrant } from '../database/missing-grant.ts';
import type { AnyDatabase } from '../database/transaction.ts';
import type { Log } from '../observability/log.ts';
import { gauges } from '../observability/meter.ts';
import { traceIdOf } from '../observability/telemetry.ts';
import { discard, redrive } from './dead-letter.ts';
import { type ConsumerPlan, consumerPlansOf } from './durables.ts';
import { applyBatch, type Delivery, missingPredecessor, readDelivery } from './inbox.ts';
import { readLag } from './lag.ts';
import { type ConsumerSettings, defaultConsumerSettings, type Settle, startPullConsumer } from './pull-consumer.ts';
import { bindHandler, type Subscription } from './subscription.ts';

export type Consumers = AsyncDisposable & {
  healthy(): boolean;
};

export type ConsumersOptions<App> = {
  service: string;
  subscriptions: readonly Subscription<App>[];
  app: App;
  db: AnyDatabase;
  bus: Bus;
  log: Log;
  settings?: Partial<ConsumerSettings>;
};

/** Consumes the subscribed aggregates; each effect happens once (promises E2 to E5, E8). */
export async function startConsumers<App>(options: ConsumersOptions<App>): Promise<Consumers> {
  const { service, app, db, bus, log } = options;
  const settings = { ...defaultConsumerSettings, ...options.settings };
  const handlers = options.subscriptions.map((subscription) => bindHandler(subscription, app));
  const worker = { consumer: service, db, settings, log, gapAttempts: new Map(), aggregatesWithGap: new Set<string>() };
  const plans = consumerPlansOf(service, handlers);
  const own = new AsyncDisposableStack();
  const read = (batch: JsMsg[]) => batch.map((message) => readDelivery(message, handlers));
  const pulls = plans.map((plan) =>
    startPullConsumer({
      bus,
      plan,
      settings,
      log,
      work: (batch, ...rest) => processBatch(worker, read(batch), ...rest),
    }),
  );
  own.defer(async () => void (await Promise.all(pulls.map((pull) => pull[Symbol.asyncDispose]()))));
  own.use(gauges({ 'trust.consumer.lag': '{event}' }, () => measureLag(bus, plans)));
  own.use(handleAdminRequest(bus, service, 'redrive', log, (chosen) => redrive(db, handlers, chosen)));
  const discardOne = ({ eventId = '', reason = '' }) =>
    discard(db, service as AuditedService, { eventId, reason, at: platformNow() });
  own.use(handleAdminRequest(bus, service, 'discard', log, discardOne));
  return {
    healthy: () => pulls.every((pull) => pull.healthy()),
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  };
}

async function measureLag(bus: Bus, plans: readonly ConsumerPlan[]) {
  if (!bus.healthy()) return [];
  return (await readLag(bus, plans)).map(({ publisher, stream, durable, waiting }) => ({
    name: 'trust.consumer.lag' as const,
    value: waiting,
    attributes: { 'trust.publisher': publisher, 'trust.stream': stream, 'trust.durable': durable },
  }));
}

type Worker = {
  consumer: string;
  db: AnyDatabase;
  settings: ConsumerSettings;
  log: Log;
  /** Deliveries of an event before its predecessor. */
  gapAttempts: Map<string, number>;
  /** Aggregates with a held event: their next events need not wait again. */
  aggregatesWithGap: Set<string>;
};

/** Applies and settles a batch: new messages together, redelivered ones one by one. */
async function processBatch(worker: Worker, batch: Delivery[], settle: Settle, onLocked: () => void): Promise<void> {
  const isOurs = ({ handler, failure, aggregate }: Delivery) => Boolean(handler || failure || aggregate);
  for (const { message } of batch.filter((delivery) => !isOurs(delivery))) settle(message, (open) => open.ack());
  const inOrder = batch.filter(isOurs).sort((a, b) => a.message.info.streamSequence - b.message.info.streamSequence);
  const isAgain = ({ message }: Delivery) => message.info.deliveryCount > 1;
  await processOneByOne(worker, inOrder.filter(isAgain), settle);
  const fresh = inOrder.filter((delivery) => !isAgain(delivery));
  await apply(worker, fresh, settle, onLocked).catch(() => processOneByOne(worker, fresh, settle));
}

async function processOneByOne(worker: Worker, deliveries: Delivery[], settle: Settle): Promise<void> {
  for (const [index, delivery] of deliveries.entries()) {
    try {
      await processOne(worker, delivery, settle);
    } catch (err) {
      // The database failed, not the handler: the rest would fail too.
      const rest = deliveries.slice(index);
      worker.log.warn({ err, consumer: worker.consumer, count: rest.length }, 'Event handling postponed');
      // A nak without delay is redelivered at once and would flood a recovering database.
      for (const { message } of rest)
        settle(message, (open) => open.nak(backOff(worker.settings, message.info.deliveryCount)));
      return;
    }
  }
}

// Counts the attempt first: an event that crashes the process is parked too (promise E4).
async function processOne(worker: Worker, delivery: Delivery, settle: Settle): Promise<void> {
  const { db, consumer, settings, log, gapAttempts, aggregatesWithGap } = worker;
  const { id: eventId, type } = delivery.event;
  const attempt = await countAttempt(worker, eventId);
  if (attempt > settings.attempts) delivery.failure ??= 'crash: the process ended in the handler';
  delivery.isOverdue =
    (gapAttempts.get(eventId) ?? 0) >= settings.gaps || aggregatesWithGap.has(delivery.aggregate ?? '');
  try {
    await apply(worker, [delivery], settle);
  } catch (err) {
    const ungranted = await missingGrant(db, err).catch(() => undefined);
    log.warn({ err: ungranted ?? err, consumer, type, eventId, attempt }, 'Event handler failed');
    if (attempt < settings.attempts) return settle(delivery.message, (open) => open.nak(backOff(settings, attempt)));
    delivery.failure = `handler: ${err}`.slice(0, 500);
    await apply(worker, [delivery], settle);
  }
}

/** Settles only after the commit: a crash in between causes a redelivery, which the inbox drops. */
async function apply(
  { db, consumer, settings, log, gapAttempts, aggregatesWithGap }: Worker,
  deliveries: Delivery[],
  settle: Settle,
  onLocked?: () => void,
) {
  if (deliveries.length === 0) return;
  const outcomes = await applyBatch(db, consumer, deliveries, onLocked);
  for (const [{ event, message, headers, aggregate = '' }, outcome] of outcomes) {
    const { id: eventId, type } = event;
    if (outcome === 'gap') {
      gapAttempts.set(eventId, (gapAttempts.get(eventId) ?? 0) + 1);
      // No jitter: events that wait for one predecessor must return in order.
      settle(message, (open) => open.nak(settings.gapRetry));
      continue;
    }
    gapAttempts.delete(eventId);
    if (outcome === 'done') aggregatesWithGap.delete(aggregate);
    else if (outcome.parked === missingPredecessor) aggregatesWithGap.add(aggregate);
    if (outcome !== 'done') {
      const { parked: reason } = outcome;
      log.error({ consumer, type, eventId, reason, traceId: traceIdOf(headers) }, 'Event parked as dead letter');
    }
    // `term` without a reason: servers before 2.11 would ignore it and redeliver.
    settle(message, (open) => (outcome === 'done' ? open.ack() : open.term()));
  }
}

/** Milliseconds: doubles up to 30 s, with jitter between half and all of it. */
function backOff({ retry }: ConsumerSettings, attempt: number): number {
  return Math.round(Math.min(30_000, retry * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2));
}

function countAttempt({ db, consumer }: Worker, eventId: string): Promise<number> {
  return db.transact(async (trx) => {
    const { rows } = await sql<{ attempts: number }>`
      insert into inbox_attempt (consumer, event_id, attempts) values (${consumer}, ${eventId}, 1)
      on conflict (consumer, event_id) do update set attempts = inbox_attempt.attempts + 1
      returning attempts`.execute(trx);
    return rows[0]?.attempts ?? 1;
  });
}
