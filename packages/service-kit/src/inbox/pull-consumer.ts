import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { Bus } from '../bus/bus.ts';
import { startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import { type ConsumerPlan, type Durable, durablesOf } from './durables.ts';

/** Times in milliseconds. */
export type ConsumerSettings = {
  /** Time without progress until redelivery. Short: a killed process blocks messages. */
  ackWait: number;
  /** Interval of the server's heartbeats; two missed ones restart the consumer. */
  heartbeat: number;
  batch: number;
  attempts: number;
  /** First delay of a retry; doubles up to 30 s. */
  retry: number;
  /** Delay and number of checks for a missing predecessor. */
  gapRetry: number;
  gaps: number;
};

export const defaultConsumerSettings: ConsumerSettings = {
  ackWait: 6000,
  heartbeat: 5000,
  batch: 500,
  attempts: 8,
  retry: 1000,
  gapRetry: 1000,
  // Longer than all retries of a predecessor, so that it is parked first.
  gaps: 180,
};

/** Settles a message, unless it was released. */
export type Settle = (message: JsMsg, how: (message: JsMsg) => void) => void;

type PullOptions = {
  bus: Bus;
  plan: ConsumerPlan;
  settings: ConsumerSettings;
  log: Log;
  /** Must settle every message, and must not throw. After `onLocked`, the next batch may begin. */
  work: (batch: JsMsg[], settle: Settle, onLocked: () => void) => Promise<void>;
};

/** Restarts after every failure: the client's iterator ends or stays silent (promise E5). */
export function startPullConsumer(options: PullOptions) {
  const { bus, plan, settings, log, work } = options;
  const unsettled = new Set<JsMsg>();
  const queue: JsMsg[] = [];

  const settle: Settle = (message, how) => {
    if (unsettled.delete(message)) how(message);
  };

  // Queued messages may wait longer than ack_wait for slow handlers (promise E8).
  const progressTimer = setInterval(() => {
    if (bus.healthy()) for (const message of unsettled) message.working();
  }, settings.ackWait / 3);

  // In a backlog, a second batch begins while Postgres works on the first. Row locks keep the order of each aggregate.
  const working = new Set<Promise<void>>();
  const leastBatch = () => [1, settings.batch][working.size] ?? Number.POSITIVE_INFINITY;
  const worker = startLoop(log, 'Event handling postponed', async ({ sleep }) => {
    if (queue.length < leastBatch()) return sleep(60_000);
    const locked = Promise.withResolvers<void>();
    const current = work(queue.splice(0, settings.batch), settle, locked.resolve);
    working.add(current);
    void current.finally(() => {
      working.delete(current);
      worker.wake();
    });
    await Promise.race([locked.promise, current]);
  });

  const readers = durablesOf(bus, plan).map((durable) =>
    openReader(options, durable, {
      take(message) {
        unsettled.add(message);
        queue.push(message);
        worker.wake();
      },
      // Applied but not acknowledged: a recreated stream may have another message there.
      release: () => unsettled.clear(),
    }),
  );

  return {
    healthy: () => readers.every((reader) => reader.flowing()) && bus.healthy(),
    async [Symbol.asyncDispose]() {
      const ended = [worker, ...readers].map((loop) => loop[Symbol.asyncDispose]());
      await Promise.all(ended);
      await Promise.all(working);
      clearInterval(progressTimer);
      for (const message of unsettled) message.nak();
    },
  };
}

type Sink = { take: (message: JsMsg) => void; release: () => void };

function openReader({ bus, settings, log }: PullOptions, durable: Durable, sink: Sink) {
  let messages: ConsumerMessages | undefined;
  let flowing = false;
  // After missed heartbeats until the next one: without permission, the server ignores requests for messages.
  let silent = false;
  const loop = startLoop(log, 'Stream consumer disconnected', async ({ stopped, sleep }) => {
    if (!bus.healthy()) return sleep(100);
    const consumer = await bus.js.consumers.get(durable.stream, durable.name);
    messages = await consumer.consume({
      max_messages: settings.batch * 2,
      idle_heartbeat: settings.heartbeat,
      abort_on_missing_resource: true,
    });
    void stopWhenSilent(messages);
    flowing = !stopped.aborted;
    if (!flowing) messages.stop();
    try {
      for await (const message of messages) {
        silent = false;
        sink.take(message);
      }
    } finally {
      flowing = false;
      if (!stopped.aborted) sink.release();
    }
    if (!stopped.aborted) log.warn({ consumer: durable.name, name: durable.stream }, 'Stream consumer disconnected');
  });

  async function stopWhenSilent(current: ConsumerMessages): Promise<void> {
    for await (const { type } of current.status()) {
      if (type === 'heartbeat') silent = false;
      if (type !== 'heartbeats_missed') continue;
      silent = true;
      current.stop();
    }
  }

  /** The client would check its consumer only after 30 s. */
  async function startAnewAfterDisconnects(): Promise<void> {
    for await (const { type } of bus.nc.status()) if (type === 'disconnect') messages?.stop();
  }
  void startAnewAfterDisconnects();

  return {
    flowing: () => flowing && !silent,
    async [Symbol.asyncDispose]() {
      const ended = loop[Symbol.asyncDispose]();
      messages?.stop();
      await ended;
    },
  };
}
