import catalogue from '@trust/contracts/asyncapi.json' with { type: 'json' };
import { type EventPlan, streamsFor } from '@trust/service-admin/provision-streams';
import type { ConsumerPlan } from '@trust/service-kit/inbox/durables';
import { serviceDatabases } from '../services.ts';

type Operation = { action: string; 'x-service': string; channel: { $ref: string } };
const operations = catalogue.operations as Record<string, Operation>;
const channels = catalogue.channels as Record<string, { address: string }>;

export function receivedSubjects(service: string): string[] {
  const received = Object.values(operations).filter(
    (operation) => operation.action === 'receive' && operation['x-service'] === service,
  );
  return received.map(({ channel }) => channels[channel.$ref.slice('#/channels/'.length)]?.address ?? '').sort();
}

export function consumersOf(service: string): ConsumerPlan[] {
  const read = receivedSubjects(service).map((subject) => subject.split('.', 2));
  return [...Map.groupBy(read, ([publisher = '']) => publisher)].map(([publisher, names]) => ({
    service,
    publisher,
    aggregates: [...new Set(names.map(([, aggregate = '']) => aggregate))],
  }));
}

export function eventPlan(): EventPlan {
  return {
    streams: streamsFor(Object.values(channels).map(({ address }) => address)),
    consumers: serviceDatabases.flatMap(consumersOf),
  };
}
