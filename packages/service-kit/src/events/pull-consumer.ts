import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import type { Bus } from './bus.ts';
import { type ConsumerPlan, type Durable, durablesOf } from './durables.ts';

/** How a consumer takes its messages; times in milliseconds. */
export type ConsumerSettings = {
  /**
   * After this long without a sign of life a message goes to another worker. Short, because a process that was killed holds its
   * messages that long, and slow handlers need no longer one: they send signs of life.
   */
  ackWait: number;
  /** The server sends a sign of life this often; two missed ones start the consumer anew. */
  heartbeat: number;
  /** Most events in one transaction. */
  batch: number;
  /** Starts of a handler before its event is parked. */
  attempts: number;
  /** First pause before a retry; it doubles up to 30 s. */
  retry: number;
  /** Pause before looking again for a missing predecessor, and how often that is done. */
  gapRetry: number;
  gaps: number;
};

export const defaultConsumerSettings: ConsumerSettings = {
  ackWait: 6000,
  heartbeat: 5000,
  batch: 200,
  attempts: 8,
  retry: 1000,
  gapRetry: 1000,
  // Longer than a predecessor needs to fail for the last time, so that it is parked first.
  gaps: 180,
};

/** Settles a held message, if it is still ours to settle. */
export type Settle = (message: JsMsg, how: (message: JsMsg) => void) => void;

type PullOptions = {
  bus: Bus;
  plan: ConsumerPlan;
  settings: ConsumerSettings;
  log: Log;
  /** Has to settle every message of the batch, and must not throw. */
  work: (batch: JsMsg[], settle: Settle) => Promise<void>;
};

/**
 * Reads one publisher's stream through the service's durables as long as it is open, whatever happens to NATS: the client's
 * iterator just ends when a connection closes, and falls silent when its consumer is deleted (promise E5).
 */
export function startPullConsumer({ bus, plan, settings, log, work }: PullOptions) {
  const held = new Set<JsMsg>();
  const queue: JsMsg[] = [];

  const settle: Settle = (message, how) => {
    if (held.delete(message)) how(message);
  };

  // A message waits here behind others, longer than ack_wait if their handlers are slow (promise E8).
  const signsOfLife = setInterval(() => {
    if (bus.healthy()) for (const message of held) message.working();
  }, settings.ackWait / 3);

  const worker = startLoop(log, 'events are postponed', async ({ sleep }) => {
    if (queue.length === 0) await sleep(60_000);
    await work(queue.splice(0, settings.batch), settle);
  });

  const readers = durablesOf(bus, plan).map((durable) =>
    openReader({ bus, settings, log }, durable, {
      take(message) {
        held.add(message);
        queue.push(message);
        worker.wake();
      },
      // What has come is still applied, but not acknowledged: where the stream was made anew, that could hit another message.
      release: () => held.clear(),
    }),
  );

  return {
    healthy: () => readers.every((reader) => reader.flowing()) && bus.healthy(),
    async [Symbol.asyncDispose]() {
      const ended = [worker, ...readers].map((loop) => loop[Symbol.asyncDispose]());
      await Promise.all(ended);
      clearInterval(signsOfLife);
      for (const message of held) message.nak();
    },
  };
}

type Sink = { take: (message: JsMsg) => void; release: () => void };

/** Keeps one durable delivering into `sink`. */
function openReader(
  { bus, settings, log }: Pick<PullOptions, 'bus' | 'settings' | 'log'>,
  durable: Durable,
  sink: Sink,
) {
  let messages: ConsumerMessages | undefined;
  let flowing = false;
  const loop = startLoop(log, 'a stream is not being read', async ({ stopped, sleep }) => {
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
      for await (const message of messages) sink.take(message);
    } finally {
      flowing = false;
      if (!stopped.aborted) sink.release();
    }
    if (!stopped.aborted) log.warn({ consumer: durable.name, name: durable.stream }, 'a stream is not being read');
  });

  /** The client would wait up to 30 s before it looks whether its consumer has survived. */
  async function startAnewAfterDisconnects(): Promise<void> {
    for await (const { type } of bus.nc.status()) if (type === 'disconnect') messages?.stop();
  }
  void startAnewAfterDisconnects();

  return {
    flowing: () => flowing,
    async [Symbol.asyncDispose]() {
      const ended = loop[Symbol.asyncDispose]();
      messages?.stop();
      await ended;
    },
  };
}

async function stopWhenSilent(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) if (type === 'heartbeats_missed') messages.stop();
}
