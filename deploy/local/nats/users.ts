import { shortLivedStreamOf, streamOf, streamOfAggregate } from '@trust/contracts/event';
import { commandUser } from '@trust/service-kit/events/admin';
import { inboxPrefixOf } from '@trust/service-kit/events/bus';
import { type ConsumerPlan, durableOf } from '@trust/service-kit/events/durables';
import { type DatabaseService, serviceDatabases } from '../services.ts';
import { consumersOf, subjectsReceived } from './event-plan.ts';

/** `npm run events` has a user of its own: it asks the services, and publishes no event. */
export const eventsCommand = commandUser;
/** Makes streams and consumers, which no service may. It publishes and reads no event. */
export const provisioner = 'provisioner';
export const natsUsers = ['gateway', ...serviceDatabases, eventsCommand, provisioner] as const;
export type NatsUser = (typeof natsUsers)[number];
export type NatsPasswords = Record<NatsUser, string>;

type Permissions = { publish: string[]; subscribe: string[] };

/**
 * What a user of NATS may do, from the catalogue of events: a service publishes its own and reads, through its own consumers, the
 * aggregates that it subscribes to (promise A7). Everything else is refused by the server.
 */
export function natsPermissions(user: NatsUser): Permissions {
  // The gateway listens for sessions that end, and its replicas tell each other what they count. It asks nothing, so it has no inbox.
  if (user === 'gateway')
    return { publish: ['gateway.addresses'], subscribe: [...subjectsReceived(user), 'gateway.addresses'] };
  const subscribe = [`${inboxPrefixOf(user)}.>`];
  if (user === eventsCommand) return { publish: ['events.*.*', '$JS.API.CONSUMER.LIST.*'], subscribe };
  if (user === provisioner) return { publish: asProvisioner, subscribe };
  return {
    publish: [...asPublisher(user), ...consumersOf(user).flatMap(asConsumer)],
    subscribe: [...subscribe, `wake.${user}`, `events.${user}.*`],
  };
}

const asProvisioner = [
  ...['CREATE', 'INFO', 'UPDATE'].map((action) => `$JS.API.STREAM.${action}.*`),
  '$JS.API.CONSUMER.CREATE.>',
  ...['DURABLE.CREATE', 'DELETE', 'INFO'].map((action) => `$JS.API.CONSUMER.${action}.*.*`),
  '$JS.API.CONSUMER.LIST.*',
];

function asPublisher(service: DatabaseService): string[] {
  return [
    `${service}.>`,
    `wake.${service}`,
    // Answers to the command. Not `allow_responses`: the server would then remember every message of a stream as a question.
    `${inboxPrefixOf(eventsCommand)}.>`,
    ...[streamOf(service), shortLivedStreamOf(service)].map((stream) => `$JS.API.STREAM.INFO.${stream}`),
  ];
}

/** It neither makes nor changes a consumer: it reads through those that are made for it, on whatever version of nats-server. */
function asConsumer({ service, publisher, aggregates }: ConsumerPlan): string[] {
  return aggregates.flatMap((aggregate) => {
    const stream = streamOfAggregate(publisher, aggregate);
    return [service, durableOf(service, aggregate)].flatMap((durable) => [
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
      // The same with a domain and an account in front, as newer servers write it.
      `$JS.ACK.*.*.${stream}.${durable}.>`,
    ]);
  });
}

/** The `authorization` block of nats-server's configuration. */
export function natsAuthorization(passwords: NatsPasswords): string {
  const users = natsUsers.map((user) => {
    const { publish, subscribe } = natsPermissions(user);
    const permissions = { publish: { allow: [...new Set(publish)] }, subscribe };
    return `    ${JSON.stringify({ user, password: passwords[user], permissions })}`;
  });
  return `authorization {\n  users: [\n${users.join('\n')}\n  ]\n}\n`;
}
