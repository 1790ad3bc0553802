import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { shortLivedSeconds, shortLivedStreamOf, streamOf, streamOfAggregate, subjectsOf } from '@trust/contracts/event';
import { startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import type { Bus } from './bus.ts';
import { type ConsumerPlan, type Durable, durablesOf, isDurableOf } from './durables.ts';
import { type ConsumerSettings, defaultConsumerSettings } from './pull-consumer.ts';

/** What a deployment needs of JetStream: a stream for each publisher, with the subjects of its aggregates, and who reads what. */
export type EventPlan = { streams: StreamPlan[]; consumers: ConsumerPlan[] };
export type StreamPlan = { name: string; subjects: string[]; seconds: number };

const twoWeeks = 14 * 24 * 60 * 60;

/** The streams that hold these subjects: of each service one, and one for its short-lived events. */
export function streamsFor(subjects: readonly string[]): StreamPlan[] {
  const aggregates = [...new Set(subjects.map((subject) => subject.split('.', 2).join('.')))].sort();
  const byStream = Map.groupBy(aggregates, (name) => streamOfAggregate(...split(name)));
  return [...byStream].map(([name, held]) => ({
    name,
    subjects: held.map((one) => subjectsOf(...split(one))),
    seconds: name === shortLivedStreamOf(split(held[0] ?? '')[0]) ? shortLivedSeconds : twoWeeks,
  }));
}

function split(name: string): [publisher: string, aggregate: string] {
  const [publisher = '', aggregate = ''] = name.split('.');
  return [publisher, aggregate];
}

function configOf({ name, subjects, seconds }: StreamPlan) {
  const basic = {
    name,
    subjects,
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    // Refusing leaves rows in the outbox; dropping the oldest would lose events that nobody has read.
    discard: DiscardPolicy.New,
    max_age: nanos(seconds * 1000),
  };
  const limits = { duplicate_window: nanos(shortLivedSeconds * 1000), max_msg_size: 256 * 1024 };
  return { basic, wanted: { ...basic, ...limits } };
}

/**
 * Makes what is missing of the plan and brings the rest up to date; returns what it did, a line each. Services may do none of this:
 * it needs a NATS user of its own. Where the server caps a setting (a shorter de-duplication window, smaller messages) its cap
 * stands: the inbox does not depend on either.
 */
export async function provision(
  bus: Bus,
  { streams, consumers }: EventPlan,
  settings: ConsumerSettings = defaultConsumerSettings,
): Promise<string[]> {
  const done: string[] = [];
  for (const stream of streams) done.push(...(await ensureStream(bus, stream)));
  const durables = consumers.flatMap((consumer) => durablesOf(bus, consumer));
  for (const [stream, wanted] of Map.groupBy(durables, (durable) => durable.stream))
    done.push(...(await ensureDurables(bus, { stream, wanted, consumers }, settings)));
  return done;
}

/** Makes again, within `interval` milliseconds, what goes missing of the plan. `complete` resolves once all of it is there. */
export function startProvisioning(
  bus: Bus,
  plan: () => EventPlan,
  {
    log,
    interval = 2000,
    settings = () => defaultConsumerSettings,
  }: { log: Log; interval?: number; settings?: () => ConsumerSettings },
) {
  const made = Promise.withResolvers<void>();
  const loop = startLoop(log, 'Streams could not be created', async ({ sleep }) => {
    if (!bus.healthy()) return sleep(100);
    for (const reason of await provision(bus, plan(), settings())) log.info({ reason }, 'Streams changed');
    made.resolve();
    await sleep(interval);
  });
  return Object.assign(loop, { complete: made.promise });
}

async function ensureStream(bus: Bus, plan: StreamPlan): Promise<string[]> {
  const { basic, wanted } = configOf(plan);
  const { name } = plan;
  const known = await found(bus.jsm.streams.info(name));
  if (!known) {
    await bus.jsm.streams.add(wanted).catch((error) => {
      if (!(error instanceof JetStreamApiError)) throw error;
      return bus.jsm.streams.add(basic);
    });
    return [`stream ${name} made`];
  }
  const { subjects, max_age, max_msg_size } = wanted;
  const { config } = known;
  const isCurrent = sameSet(config.subjects, subjects) && config.max_age === max_age;
  if (isCurrent) return [];
  await bus.jsm.streams.update(name, { subjects, max_age, max_msg_size });
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
  // Of a service's consumers those that it does not read through, because its subscriptions or the server have changed.
  const readers = consumers.map(({ service }) => service);
  for (const { name } of known)
    if (readers.some((service) => isDurableOf(service, name)) && !wanted.some((one) => one.name === name))
      await remove(name);
  for (const { name, filters } of wanted) {
    const config = known.find((one) => one.name === name)?.config;
    const changeable = {
      ack_wait: nanos(settings.ackWait),
      max_ack_pending: settings.batch * 5,
      // The kit counts the starts of handlers itself: the server would also count a restart, or a wait, against innocent messages.
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
    // A filter that is added to a durable does not bring back what it has passed over. A new durable delivers all; the inbox drops the rest.
    if (config) await remove(name);
    await bus.jsm.consumers.add(stream, {
      durable_name: name,
      ...(filters.length === 1 ? { filter_subject: filters[0] } : { filter_subjects: filters }),
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ...changeable,
    });
    done.push(`consumer ${name} of ${stream} made`);
  }
  return done;
}

/** What of a publisher's streams is not as it has to be, a line each (promise E7). A stream that is missing is none of these: it will be made. */
export async function streamConfigErrors(bus: Bus, publisher: string): Promise<string[]> {
  const plans = [
    { name: streamOf(publisher), subjects: [], seconds: twoWeeks },
    { name: shortLivedStreamOf(publisher), subjects: [], seconds: shortLivedSeconds },
  ];
  const faults = plans.map(async (plan) => {
    const { wanted } = configOf(plan);
    const config: Partial<StreamConfig> | undefined = (await found(bus.jsm.streams.info(plan.name)))?.config;
    const settings = ['storage', 'retention', 'discard', 'max_age', 'duplicate_window'] as const;
    const wrong = settings.filter((setting) => config && config[setting] !== wanted[setting]);
    return wrong.map(
      (setting) => `${setting} of the stream ${plan.name} is ${config?.[setting]}, not ${wanted[setting]}`,
    );
  });
  return (await Promise.all(faults)).flat();
}

const streamNotFound = 10059;

/** `undefined` for a stream that does not exist. */
export async function found<Info>(info: Promise<Info>): Promise<Info | undefined> {
  try {
    return await info;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound) return undefined;
    throw error;
  }
}

const sameSet = (one: readonly string[] = [], other: readonly string[]) =>
  one.length === other.length && one.every((entry) => other.includes(entry));
