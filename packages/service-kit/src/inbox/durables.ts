import { aggregateOf, type EventType, publisherOf, streamOfAggregate, subjectsOf } from '@trust/contracts/event';
import type { Bus } from '../bus/bus.ts';

export type ConsumerPlan = { service: string; publisher: string; aggregates: readonly string[] };

export type Durable = { name: string; stream: string; filters: string[] };

/** One durable per stream, or per aggregate before nats-server 2.10, which takes one filter. */
export function durablesOf({ nc }: Pick<Bus, 'nc'>, { service, publisher, aggregates }: ConsumerPlan): Durable[] {
  const byStream = Map.groupBy(aggregates, (aggregate) => streamOfAggregate(publisher, aggregate));
  const filterOf = (aggregate: string) => subjectsOf(publisher, aggregate);
  return [...byStream].flatMap(([stream, held]) =>
    takesManyFilters(nc.info?.version)
      ? [{ name: service, stream, filters: held.map(filterOf) }]
      : held.map((one) => ({ name: durableOf(service, one), stream, filters: [filterOf(one)] })),
  );
}

/** Names of durables cannot contain dots. */
export function durableOf(service: string, aggregate: string): string {
  return `${service}_${aggregate}`;
}

export function isDurableOf(service: string, name: string): boolean {
  return name === service || name.startsWith(`${service}_`);
}

function takesManyFilters(version = ''): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}

export function consumerPlansOf(service: string, subscriptions: readonly { type: EventType }[]): ConsumerPlan[] {
  const types = subscriptions.map(({ type }) => type);
  return [...Map.groupBy(types, ({ type }) => publisherOf(type))].map(([publisher, read]) => ({
    service,
    publisher,
    aggregates: [...new Set(read.map(aggregateOf))].sort(),
  }));
}
