import { shortLivedStreamOf, streamOf, streamOfAggregate } from '@trust/contracts/event';
import { commandUser } from '@trust/service-kit/bus/admin';
import { inboxPrefixOf } from '@trust/service-kit/bus/bus';
import { type ConsumerPlan, durableOf } from '@trust/service-kit/inbox/durables';
import { busServices, type DatabaseService } from '../services.ts';
import { consumersOf, receivedSubjects } from './event-plan.ts';

/** Sends requests to the services and publishes no events. */
export const eventsCommand = commandUser;
/** Creates streams and consumers, which no service may. Publishes and reads no events. */
export const provisioner = 'provisioner';
export const natsUsers = [...busServices, eventsCommand, provisioner] as const;
export type NatsUser = (typeof natsUsers)[number];
export type NatsPasswords = Record<NatsUser, string>;

type Permissions = { publish: string[]; subscribe: string[] };

// From the catalogue of events: a service publishes its own events, and reads the aggregates that
// it subscribes to through its own consumers (promise A7). The server refuses everything else.
export function natsPermissions(user: NatsUser): Permissions {
  // The replicas exchange their counts. A gateway sends no requests, so it has no inbox.
  if (user === 'gateway')
    return { publish: ['gateway.addresses'], subscribe: [...receivedSubjects(user), 'gateway.addresses'] };
  const subscribe = [`${inboxPrefixOf(user)}.>`];
  // Mission control ends its streams with their sessions, as the gateway forgets them.
  const live = user === 'operations' ? receivedSubjects('gateway') : [];
  if (user === eventsCommand) return { publish: ['events.*.*', '$JS.API.CONSUMER.LIST.*'], subscribe };
  if (user === provisioner) return { publish: provisionerPermissions, subscribe };
  return {
    publish: [...publisherPermissions(user), ...consumersOf(user).flatMap(consumerPermissions)],
    subscribe: [...subscribe, ...live, `wake.${user}`, `events.${user}.*`],
  };
}

const provisionerPermissions = [
  '$JS.API.INFO',
  ...['CREATE', 'INFO', 'UPDATE'].map((action) => `$JS.API.STREAM.${action}.*`),
  '$JS.API.CONSUMER.CREATE.>',
  ...['DURABLE.CREATE', 'DELETE', 'INFO'].map((action) => `$JS.API.CONSUMER.${action}.*.*`),
  '$JS.API.CONSUMER.LIST.*',
];

function publisherPermissions(service: DatabaseService): string[] {
  return [
    `${service}.>`,
    `wake.${service}`,
    // `allow_responses` would make the server track every message of a stream as a request.
    `${inboxPrefixOf(eventsCommand)}.>`,
    ...[streamOf(service), shortLivedStreamOf(service)].map((stream) => `$JS.API.STREAM.INFO.${stream}`),
  ];
}

/** Reads existing consumers, on every supported nats-server; cannot create or change them. */
function consumerPermissions({ service, publisher, aggregates }: ConsumerPlan): string[] {
  return aggregates.flatMap((aggregate) => {
    const stream = streamOfAggregate(publisher, aggregate);
    return [service, durableOf(service, aggregate)].flatMap((durable) => [
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
      // Newer servers put a domain and an account in front.
      `$JS.ACK.*.*.${stream}.${durable}.>`,
    ]);
  });
}

export function natsAuthorization(passwords: NatsPasswords): string {
  const users = natsUsers.map((user) => {
    const { publish, subscribe } = natsPermissions(user);
    const permissions = { publish: { allow: [...new Set(publish)] }, subscribe };
    return `    ${JSON.stringify({ user, password: passwords[user], permissions })}`;
  });
  return `authorization {\n  users: [\n${users.join('\n')}\n  ]\n}\n`;
}
