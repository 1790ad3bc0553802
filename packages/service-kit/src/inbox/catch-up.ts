import { setTimeout as delay } from 'node:timers/promises';
import { aggregateOf, type EventType, publisherOf, streamOfAggregate } from '@trust/contracts/event';
import type { Text } from '@trust/contracts/values/text';
import type { Bus } from '../bus/bus.ts';
import type { Log } from '../observability/log.ts';
import { type Problem, unavailable } from '../problems/problem.ts';
import { consumerPlansOf, type Durable, durablesOf } from './durables.ts';

type Types = readonly { type: EventType }[];

export type CatchUpOptions = {
  service: string;
  subscriptions: Types;
  /** Of these: what the answers of the service must not be older than. */
  awaited: Types;
  bus: Pick<Bus, 'nc' | 'jsm'>;
  log: Log;
  /** An event that cannot be applied must not keep the service closed. */
  boundMs?: number;
};

export type CatchUp = AsyncDisposable & {
  healthy(): boolean;
  /** Undefined once the service may answer. */
  refusal(): Problem | undefined;
};

/** Longer than `ackWait`, after which what a killed process held is delivered again. */
const defaultBoundMs = 15_000;
const intervalMs = 50;

/** Until the awaited events that were sent before the start are applied, answers would be those of before a crash. */
export function startCatchUp({ boundMs = defaultBoundMs, ...options }: CatchUpOptions): CatchUp {
  const { service, bus, log } = options;
  const stopping = new AbortController();
  const waiting = new Set(awaitedDurables(options));
  const targets = new Map<Durable, number>();
  let isClosed = true;

  async function look(durable: Durable): Promise<void> {
    const info = await bus.jsm.consumers.info(durable.stream, durable.name);
    // Everything is delivered, so also what was sent before the start. Later events need not be applied.
    if (info.num_pending === 0 && !targets.has(durable)) targets.set(durable, info.delivered.stream_seq);
    if (info.ack_floor.stream_seq >= (targets.get(durable) ?? Number.POSITIVE_INFINITY)) waiting.delete(durable);
  }

  async function catchUp(): Promise<void> {
    const until = performance.now() + boundMs;
    while (waiting.size > 0 && performance.now() < until && !stopping.signal.aborted) {
      // NATS or a durable may be away for a moment.
      await Promise.allSettled([...waiting].map(look));
      if (waiting.size > 0) await delay(intervalMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    if (waiting.size > 0 && !stopping.signal.aborted)
      log.warn(
        { consumer: service, name: [...waiting].map(({ stream }) => stream).join(' ') },
        'Events still waiting after start',
      );
    isClosed = false;
  }

  const ended = catchUp();
  return {
    healthy: () => !isClosed,
    refusal: () => (isClosed ? unavailable({ upstream: 'nats', reason: 'catching up' }, catchingUp) : undefined),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended;
    },
  };
}

function awaitedDurables({ service, subscriptions, awaited, bus }: CatchUpOptions): Durable[] {
  const streams = new Set(awaited.map(({ type }) => streamOfAggregate(publisherOf(type.type), aggregateOf(type))));
  const durables = consumerPlansOf(service, subscriptions).flatMap((plan) => durablesOf(bus, plan));
  return durables.filter(({ stream }) => streams.has(stream));
}

const catchingUp: Text = {
  en: 'The service has just started and reads what happened meanwhile. Retry in one second.',
  fr: 'Le service vient de démarrer et lit ce qui s’est passé entre-temps. Réessayez dans une seconde.',
};
