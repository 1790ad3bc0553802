import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { streamOf, subjectsOf } from '@trust/contracts/event';
import { type Bus, ensureStream } from './bus.ts';

/** What a service reads of one publisher's stream: the aggregates that it subscribes to. */
export type Reading = { service: string; publisher: string; aggregates: readonly string[] };

/** A durable consumer of JetStream. */
export type Durable = { name: string; publisher: string; filters: string[] };

/** One durable with all filters, or, for nats-server before 2.10, which takes one filter only, one durable per aggregate. */
export function durablesOf({ nc }: Pick<Bus, 'nc'>, { service, publisher, aggregates }: Reading): Durable[] {
  const filterOf = (aggregate: string) => subjectsOf(publisher, aggregate);
  if (takesManyFilters(nc.info?.version)) return [{ name: service, publisher, filters: aggregates.map(filterOf) }];
  return aggregates.map((one) => ({ name: durableOf(service, one), publisher, filters: [filterOf(one)] }));
}

/** The name of a service's durable for one aggregate. Names of durables hold no dots. */
export function durableOf(service: string, aggregate: string): string {
  return `${service}_${aggregate}`;
}

function takesManyFilters(version = ''): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}

const consumerExists = 10148;

/** Makes a durable that is missing, and brings the settings of one that is not up to date. `ackWait` in milliseconds. */
export async function ensureDurable(
  bus: Bus,
  { name, publisher, filters }: Durable,
  { ackWait, maxAckPending }: { ackWait: number; maxAckPending: number },
) {
  await ensureStream(bus, publisher);
  const stream = streamOf(publisher);
  const changeable = {
    ack_wait: nanos(ackWait),
    max_ack_pending: maxAckPending,
    // The kit counts the starts of handlers itself: the server would also count a restart, or a wait, against innocent messages.
    max_deliver: -1,
  };
  const [onlyFilter] = filters;
  const settings = {
    durable_name: name,
    ...(filters.length === 1 ? { filter_subject: onlyFilter } : { filter_subjects: filters }),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ...changeable,
  };
  await bus.jsm.consumers.add(stream, settings).catch(async (error) => {
    if (error.code !== consumerExists) throw error;
    const { config } = await bus.jsm.consumers.info(stream, name);
    const known = new Set(config.filter_subjects ?? [config.filter_subject]);
    if (known.size === filters.length && filters.every((filter) => known.has(filter)))
      return bus.jsm.consumers.update(stream, name, changeable);
    // A filter that is added to a durable does not bring back what it has passed over. A new durable delivers all; the inbox drops the rest.
    await bus.jsm.consumers.delete(stream, name);
    return bus.jsm.consumers.add(stream, settings);
  });
  return bus.js.consumers.get(stream, name);
}
