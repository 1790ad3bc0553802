import type { JsMsg } from '@nats-io/jetstream';
import { publisherOf } from '@trust/contracts/event';
import { sql } from 'kysely';
import type { Bus } from './bus.ts';
import type { Database } from './db.ts';
import { redrive } from './dead-letter.ts';
import { answerQuestion } from './desk.ts';
import { type Applier, applyTogether, type Delivery, type Outcome, readDelivery, sequenceGap } from './inbox.ts';
import type { Log } from './log.ts';
import { openPull, type Pace, type Settle, usualPace } from './pull.ts';
import type { Subscription } from './subscription.ts';
import { traceIdOf } from './telemetry.ts';

export { onFor, type Subscription } from './subscription.ts';

export type Consumers = AsyncDisposable & {
  /** Whether every subscribed stream is being read, for readiness. */
  healthy(): boolean;
  /** Resolves when everything published so far is applied or parked. */
  drain(): Promise<void>;
};

export type ConsumersOptions<Tables, App> = {
  service: string;
  subscriptions: readonly Subscription<App>[];
  app: App;
  db: Database<Tables>;
  bus: Bus;
  log: Log;
  pace?: Partial<Pace>;
};

/** Starts one durable consumer for every publisher that the service subscribes to. Effects happen once (promises E2 to E5, E8). */
export async function startConsumers<Tables, App>(options: ConsumersOptions<Tables, App>): Promise<Consumers> {
  const { service, subscriptions, app, db, bus, log } = options;
  const pace = { ...usualPace, ...options.pace };
  const worker = { consumer: service, db, app, pace, log };
  const publishers = [...new Set(subscriptions.map(({ type }) => publisherOf(type.subject)))];
  const read = (batch: JsMsg[]) => batch.map((message) => readDelivery(message, subscriptions));
  const pulls = publishers.map((publisher) =>
    openPull({ bus, service, publisher, pace, log, work: (batch, settle) => work(worker, read(batch), settle) }),
  );
  const redriving = answerQuestion(bus, service, 'redrive', log, (chosen) => redrive(db, subscriptions, app, chosen));
  return {
    healthy: () => pulls.every((pull) => pull.healthy()),
    drain: async () => void (await Promise.all(pulls.map((pull) => pull.drain()))),
    async [Symbol.asyncDispose]() {
      redriving[Symbol.dispose]();
      await Promise.all(pulls.map((pull) => pull[Symbol.asyncDispose]()));
    },
  };
}

type Worker<Tables, App> = Applier<Tables, App> & { pace: Pace; log: Log };

/** Applies a batch and settles every message of it: new ones together, those that came before one by one. */
async function work<Tables, App>(worker: Worker<Tables, App>, batch: Delivery<App>[], settle: Settle): Promise<void> {
  const inOrder = batch.sort((a, b) => a.message.info.streamSequence - b.message.info.streamSequence);
  const isOurs = ({ subscription, failure, lane }: Delivery<App>) => Boolean(subscription || failure || lane);
  for (const { message } of inOrder.filter((delivery) => !isOurs(delivery))) settle(message, (open) => open.ack());
  const ours = inOrder.filter(isOurs);
  await workOneByOne(worker, ours.filter(isAgain), settle);
  const fresh = ours.filter((delivery) => !isAgain(delivery));
  if (fresh.length === 0) return;
  let isHandlers = false;
  try {
    const outcomes = await applyTogether(worker, fresh, () => {
      isHandlers = true;
    });
    for (const [delivery, outcome] of outcomes) await conclude(worker, delivery, outcome, settle);
  } catch (err) {
    if (isHandlers) await workOneByOne(worker, fresh, settle);
    else postpone(worker, fresh, settle, err);
  }
}

const isAgain = <App>({ message }: Delivery<App>) => message.info.deliveryCount > 1;

async function workOneByOne<Tables, App>(
  worker: Worker<Tables, App>,
  deliveries: Delivery<App>[],
  settle: Settle,
): Promise<void> {
  for (const [index, delivery] of deliveries.entries()) {
    try {
      await workAlone(worker, delivery, settle);
    } catch (err) {
      // Not the handler's doing: the database is away, so the others would fail as well.
      return postpone(worker, deliveries.slice(index), settle, err);
    }
  }
}

/**
 * The start is counted before the handler runs and in a transaction of its own, so that one that takes the process down with it
 * is parked like one that throws (promise E4), and only that one.
 */
async function workAlone<Tables, App>(
  worker: Worker<Tables, App>,
  delivery: Delivery<App>,
  settle: Settle,
): Promise<void> {
  const { pace, log } = worker;
  const attempt = await countAttempt(worker, delivery);
  delivery.attempt = attempt;
  if (attempt > pace.attempts) delivery.failure ??= 'crash: the process ended in the handler';
  let isHandlers = false;
  try {
    const outcomes = await applyTogether(worker, [delivery], () => {
      isHandlers = true;
    });
    await conclude(worker, delivery, outcomes.get(delivery), settle);
  } catch (err) {
    if (!isHandlers) throw err;
    log.warn(
      { err, consumer: worker.consumer, subject: delivery.subject, eventId: delivery.id, attempt },
      'a handler failed',
    );
    if (attempt < pace.attempts) return settle(delivery.message, (open) => open.nak(backOff(pace.retry, attempt)));
    delivery.failure = `handler: ${err}`.slice(0, 500);
    const outcomes = await applyTogether(worker, [delivery]);
    await conclude(worker, delivery, outcomes.get(delivery), settle);
  }
}

/** Tells JetStream what became of a delivery. Only after the commit: a crash in between is a redelivery, which the inbox stops. */
async function conclude<Tables, App>(
  worker: Worker<Tables, App>,
  delivery: Delivery<App>,
  outcome: Outcome | undefined,
  settle: Settle,
): Promise<void> {
  const { consumer, pace, log } = worker;
  const { message, id: eventId, subject } = delivery;
  if (outcome === 'done') return settle(message, (open) => open.ack());
  if (outcome === 'gap') {
    // All that wait for one predecessor come back at the same moment and so in order; with jitter each would wait for the next.
    if ((await countGap(worker, delivery)) < pace.gaps) return settle(message, (open) => open.nak(pace.gapRetry));
    delivery.failure = sequenceGap;
    const outcomes = await applyTogether(worker, [delivery]);
    return conclude(worker, delivery, outcomes.get(delivery), settle);
  }
  const reason = outcome?.parked ?? 'unknown';
  log.error({ consumer, subject, eventId, reason, traceId: traceIdOf(delivery.headers) }, 'an event was parked');
  // Without the reason: servers before 2.11 do not understand it, and would deliver the message again.
  settle(message, (open) => open.term());
}

/** Hands everything back without counting it against the events, slower each time. */
function postpone<Tables, App>(
  { consumer, pace, log }: Worker<Tables, App>,
  deliveries: Delivery<App>[],
  settle: Settle,
  err: unknown,
) {
  log.warn({ err, consumer, count: deliveries.length }, 'events are postponed');
  for (const { message } of deliveries) {
    // A bare nak comes back at once: a short absence of the database would become a storm.
    settle(message, (open) => open.nak(backOff(pace.retry, message.info.deliveryCount)));
  }
}

const longestPause = 30_000;

/** Milliseconds: doubling from `first`, between half and all of it. */
function backOff(first: number, attempt: number): number {
  return Math.round(Math.min(longestPause, first * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2));
}

async function countAttempt<Tables, App>(
  { db, consumer }: Worker<Tables, App>,
  { id }: Delivery<App>,
): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    insert into inbox_attempt (consumer, event_id, attempts, gaps) values (${consumer}, ${id}, 1, 0)
    on conflict (consumer, event_id) do update set attempts = inbox_attempt.attempts + 1
    returning attempts`.execute(db);
  return rows[0]?.attempts ?? 1;
}

/** A wait is no attempt, so it takes back the one that was counted. */
async function countGap<Tables, App>({ db, consumer }: Worker<Tables, App>, { id }: Delivery<App>): Promise<number> {
  const { rows } = await sql<{ gaps: number }>`
    insert into inbox_attempt (consumer, event_id, attempts, gaps) values (${consumer}, ${id}, 0, 1)
    on conflict (consumer, event_id) do update set attempts = 0, gaps = inbox_attempt.gaps + 1
    returning gaps`.execute(db);
  return rows[0]?.gaps ?? 1;
}
