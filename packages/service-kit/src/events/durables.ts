import { streamOfAggregate, subjectsOf } from '@trust/contracts/event';
import type { Bus } from './bus.ts';

/** What a service reads of one publisher's events: the aggregates that it subscribes to. */
export type ConsumerPlan = { service: string; publisher: string; aggregates: readonly string[] };

/** A durable consumer of JetStream. */
export type Durable = { name: string; stream: string; filters: string[] };

/** Of each stream one durable with all filters, or, for nats-server before 2.10, which takes one filter only, one durable per aggregate. */
export function durablesOf({ nc }: Pick<Bus, 'nc'>, { service, publisher, aggregates }: ConsumerPlan): Durable[] {
  const byStream = Map.groupBy(aggregates, (aggregate) => streamOfAggregate(publisher, aggregate));
  const filterOf = (aggregate: string) => subjectsOf(publisher, aggregate);
  return [...byStream].flatMap(([stream, held]) =>
    takesManyFilters(nc.info?.version)
      ? [{ name: service, stream, filters: held.map(filterOf) }]
      : held.map((one) => ({ name: durableOf(service, one), stream, filters: [filterOf(one)] })),
  );
}

/** The name of a service's durable for one aggregate. Names of durables hold no dots. */
export function durableOf(service: string, aggregate: string): string {
  return `${service}_${aggregate}`;
}

/** Whether a durable of this name is one of the service, on whatever server it was made. */
export function isDurableOf(service: string, name: string): boolean {
  return name === service || name.startsWith(`${service}_`);
}

function takesManyFilters(version = ''): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}
