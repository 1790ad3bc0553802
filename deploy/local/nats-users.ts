import catalogue from '@trust/contracts/asyncapi.json' with { type: 'json' };
import { streamOf } from '@trust/contracts/event';
import { inboxPrefixOf } from '@trust/service-kit/bus';
import { durableOf } from '@trust/service-kit/durables';
import { type DatabaseService, serviceDatabases } from './databases.ts';

/** `npm run events` has a user of its own: it asks the services, and publishes no event. */
export const eventsCommand = 'events-command';
export const natsUsers = ['gateway', ...serviceDatabases, eventsCommand] as const;
export type NatsUser = (typeof natsUsers)[number];
export type NatsPasswords = Record<NatsUser, string>;

type Operation = { action: string; 'x-service': string; channel: { $ref: string } };
const operations = catalogue.operations as Record<string, Operation>;
const channels = catalogue.channels as Record<string, { address: string }>;

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
  return {
    publish: [...asPublisher(user), ...aggregatesRead(user).flatMap((aggregate) => asConsumer(user, aggregate))],
    subscribe: [...subscribe, `wake.${user}`, `events.${user}.*`],
  };
}

function asPublisher(service: DatabaseService): string[] {
  const stream = streamOf(service);
  return [
    `${service}.>`,
    `wake.${service}`,
    // Answers to the command. Not `allow_responses`: the server would then remember every message of a stream as a question.
    `${inboxPrefixOf(eventsCommand)}.>`,
    ...['CREATE', 'INFO', 'UPDATE'].map((action) => `$JS.API.STREAM.${action}.${stream}`),
  ];
}

/**
 * A consumer may come before its publisher, and then makes the stream; it can neither change nor empty one that stands. Its durables are
 * one per publisher or, for nats-server before 2.10, one per aggregate.
 */
function asConsumer(service: DatabaseService, { publisher, aggregate }: Aggregate): string[] {
  const stream = streamOf(publisher);
  const durable = durableOf(service, aggregate);
  return [
    ...['CREATE', 'INFO'].map((action) => `$JS.API.STREAM.${action}.${stream}`),
    `$JS.API.CONSUMER.CREATE.${stream}.${service}.${publisher}.${aggregate}.>`,
    `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${publisher}.${aggregate}.>`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${service}`,
    ...[service, durable].flatMap((name) => [
      `$JS.API.CONSUMER.DELETE.${stream}.${name}`,
      `$JS.API.CONSUMER.INFO.${stream}.${name}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
      `$JS.ACK.${stream}.${name}.>`,
      // The same with a domain and an account in front, as newer servers write it.
      `$JS.ACK.*.*.${stream}.${name}.>`,
    ]),
  ];
}

type Aggregate = { publisher: string; aggregate: string };

/** The subjects of all event types that a service subscribes to. */
function subjectsReceived(service: NatsUser): string[] {
  const received = Object.values(operations).filter(
    (operation) => operation.action === 'receive' && operation['x-service'] === service,
  );
  return received.map(({ channel }) => channels[channel.$ref.slice('#/channels/'.length)]?.address ?? '').sort();
}

/** Which aggregates a service reads, and in whose streams. */
export function aggregatesRead(service: DatabaseService): Aggregate[] {
  const read = subjectsReceived(service).map((subject) => subject.split('.', 2).join('.'));
  return [...new Set(read)].map((prefix) => {
    const [publisher = '', aggregate = ''] = prefix.split('.');
    return { publisher, aggregate };
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
