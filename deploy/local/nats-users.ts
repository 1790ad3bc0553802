import catalogue from '@trust/contracts/asyncapi.json' with { type: 'json' };
import { publisherOf, streamOf } from '@trust/contracts/event';
import { inboxPrefixOf } from '@trust/service-kit/bus';
import { type DatabaseService, serviceDatabases } from './databases.ts';

/** `npm run events` has a user of its own: it asks the services, and publishes no event. */
export const eventsCommand = 'events-command';
export const natsUsers = ['gateway', ...serviceDatabases, eventsCommand] as const;
export type NatsUser = (typeof natsUsers)[number];
export type NatsPasswords = Record<NatsUser, string>;

type Operation = { action: string; 'x-service': string; channel: { $ref: string } };
const operations = catalogue.operations as Record<string, Operation>;

type Permissions = { publish: string[]; subscribe: string[] };

/**
 * What a user of NATS may do, from the catalogue of events: a service publishes its own and reads, through its own consumers, the
 * streams that hold what it subscribes to (promise A7). Everything else is refused by the server.
 */
export function natsPermissions(user: NatsUser): Permissions {
  // The gateway listens for sessions that end, and its replicas tell each other what they count. It asks nothing, so it has no inbox.
  if (user === 'gateway') return { publish: ['gateway.addresses'], subscribe: ['identity.>', 'gateway.addresses'] };
  const subscribe = [`${inboxPrefixOf(user)}.>`];
  if (user === eventsCommand) return { publish: ['events.*.*', '$JS.API.CONSUMER.LIST.*'], subscribe };
  return {
    publish: [...asPublisher(user), ...publishersRead(user).flatMap((publisher) => asConsumer(user, publisher))],
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

/** A consumer may come before its publisher, and then makes the stream; it can neither change nor empty one that stands. */
function asConsumer(service: DatabaseService, publisher: string): string[] {
  const stream = streamOf(publisher);
  return [
    ...['CREATE', 'INFO'].map((action) => `$JS.API.STREAM.${action}.${stream}`),
    `$JS.API.CONSUMER.CREATE.${stream}.${service}.>`,
    `$JS.API.CONSUMER.INFO.${stream}.${service}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${service}`,
    `$JS.ACK.${stream}.${service}.>`,
    // The same with a domain and an account in front, as newer servers write it.
    `$JS.ACK.*.*.${stream}.${service}.>`,
  ];
}

/** Whose streams a service reads. */
export function publishersRead(service: DatabaseService): string[] {
  const received = Object.values(operations).filter(
    (operation) => operation.action === 'receive' && operation['x-service'] === service,
  );
  return [...new Set(received.map(({ channel }) => publisherOf(channel.$ref.slice('#/channels/'.length))))].sort();
}

/** The `authorization` block of nats-server's configuration. */
export function natsAuthorization(passwords: NatsPasswords): string {
  const users = natsUsers.map((user) => {
    const { publish, subscribe } = natsPermissions(user);
    const permissions = { publish: { allow: publish }, subscribe };
    return `    ${JSON.stringify({ user, password: passwords[user], permissions })}`;
  });
  return `authorization {\n  users: [\n${users.join('\n')}\n  ]\n}\n`;
}
