import { AckPolicy, DeliverPolicy, JetStreamApiError } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { shortLivedSeconds, shortLivedStreamOf, streamOfAggregate, subjectsOf } from '@trust/contracts/event';
import type { Bus } from '@trust/service-kit/bus/bus';
import { type ConsumerPlan, type Durable, durablesOf, isDurableOf } from '@trust/service-kit/inbox/durables';
import { type ConsumerSettings, defaultConsumerSettings } from '@trust/service-kit/inbox/pull-consumer';
import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import { findStream, retentionSeconds, type StreamPlan, streamConfig } from '@trust/service-kit/outbox/streams';

export type EventPlan = {
  streams: StreamPlan[];
  consumers: ConsumerPlan[];
  /** Copies of each stream on servers of a cluster; 1 by default. */
  replicas?: number;
};

/** One stream per service, and one for its short-lived events. */
export function streamsFor(subjects: readonly string[]): StreamPlan[] {
  const aggregates = [...new Set(subjects.map((subject) => subject.split('.', 2).join('.')))].sort();
  const byStream = Map.groupBy(aggregates, (name) => streamOfAggregate(...split(name)));
  return [...byStream].map(([name, held]) => ({
    name,
    subjects: held.map((one) => subjectsOf(...split(one))),
    seconds: name === shortLivedStreamOf(split(held[0] ?? '')[0]) ? shortLivedSeconds : retentionSeconds,
  }));
}

function split(name: string): [publisher: string, aggregate: string] {
  const [publisher = '', aggregate = ''] = name.split('.');
  return [publisher, aggregate];
}

/** Creates and updates streams and consumers (ADR 0038); returns the changes. */
export async function provision(
  bus: Bus,
  { streams, consumers, replicas = 1 }: EventPlan,
  settings: ConsumerSettings = defaultConsumerSettings,
): Promise<string[]> {
  const done: string[] = [];
  for (const stream of streams) done.push(...(await ensureStream(bus, stream, replicas)));
  const durables = consumers.flatMap((consumer) => durablesOf(bus, consumer));
  for (const [stream, wanted] of Map.groupBy(durables, (durable) => durable.stream))
    done.push(...(await ensureDurables(bus, { stream, wanted, consumers }, settings)));
  return done;
}

/** Provisions every `interval` milliseconds. `complete` resolves after the first round, `onRound` hears of each. */
export function startProvisioning(
  bus: Bus,
  plan: () => EventPlan,
  {
    log,
    interval = 2000,
    settings = () => defaultConsumerSettings,
    onRound = () => {},
  }: { log: Log; interval?: number; settings?: () => ConsumerSettings; onRound?: () => void },
) {
  const complete = Promise.withResolvers<void>();
  const loop = startLoop(log, 'Streams could not be created', async ({ sleep }) => {
    if (!bus.healthy()) return sleep(100);
    for (const reason of await provision(bus, plan(), settings())) log.info({ reason }, 'Streams changed');
    complete.resolve();
    onRound();
    await sleep(interval);
  });
  return Object.assign(loop, { complete: complete.promise });
}

async function ensureStream(bus: Bus, plan: StreamPlan, num_replicas: number): Promise<string[]> {
  const { required, full } = streamConfig(plan);
  const { name } = plan;
  const known = await findStream(bus, name);
  if (!known) {
    await bus.jsm.streams.add({ ...full, num_replicas }).catch((error) => {
      if (!(error instanceof JetStreamApiError)) throw error;
      return bus.jsm.streams.add({ ...required, num_replicas });
    });
    return [`stream ${name} created`];
  }
  const { subjects, max_age, max_msg_size } = full;
  const { config } = known;
  const isCurrent = sameSet(config.subjects, subjects) && config.max_age === max_age;
  if (isCurrent && config.num_replicas === num_replicas) return [];
  await bus.jsm.streams.update(name, { subjects, max_age, max_msg_size, num_replicas });
  return [`stream ${name} updated`];
}

type Wanted = { stream: string; wanted: Durable[]; consumers: ConsumerPlan[] };

async function ensureDurables(
  bus: Bus,
  { stream, wanted, consumers }: Wanted,
  settings: ConsumerSettings,
): Promise<string[]> {
  const done: string[] = [];
  const known = await bus.jsm.consumers.list(stream).next();
  const remove = async (name: string) => {
    await bus.jsm.consumers.delete(stream, name);
    done.push(`consumer ${name} of ${stream} deleted`);
  };
  // Consumers that the service no longer uses.
  const readers = consumers.map(({ service }) => service);
  for (const { name } of known)
    if (readers.some((service) => isDurableOf(service, name)) && !wanted.some((one) => one.name === name))
      await remove(name);
  for (const { name, filters } of wanted) {
    const config = known.find((one) => one.name === name)?.config;
    const changeable = {
      ack_wait: nanos(settings.ackWait),
      max_ack_pending: settings.batch * 5,
      // The kit counts attempts itself: the server would also count restarts and waits.
      max_deliver: -1,
    };
    const isCurrent = config && sameSet(config.filter_subjects ?? [config.filter_subject ?? ''], filters);
    if (isCurrent && config.ack_wait === changeable.ack_wait && config.max_ack_pending === changeable.max_ack_pending)
      continue;
    if (isCurrent) {
      await bus.jsm.consumers.update(stream, name, changeable);
      done.push(`consumer ${name} of ${stream} updated`);
      continue;
    }
    // A new filter needs a new consumer, which redelivers all events; the inbox drops duplicates.
    if (config) await remove(name);
    await bus.jsm.consumers.add(stream, {
      durable_name: name,
      ...(filters.length === 1 ? { filter_subject: filters[0] } : { filter_subjects: filters }),
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ...changeable,
    });
    done.push(`consumer ${name} of ${stream} created`);
  }
  return done;
}

const sameSet = (one: readonly string[] = [], other: readonly string[]) =>
  one.length === other.length && one.every((entry) => other.includes(entry));
