import { rmSync } from 'node:fs';
import { streamOf, subjectOf } from '@trust/contracts/event';
import { type Bus, inboxPrefixOf, openBus } from '@trust/service-kit/bus/bus';
import { durablesOf } from '@trust/service-kit/inbox/durables';
import { defaultConsumerSettings, startPullConsumer } from '@trust/service-kit/inbox/pull-consumer';
import { openLog } from '@trust/service-kit/observability/log';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { temporaryDataDir } from '../data-dir.ts';
import { serviceDatabases } from '../services.ts';
import { createSecrets } from '../settings/secrets.ts';
import { consumersOf, eventPlan } from './event-plan.ts';
import { type Nats, startNats } from './nats.ts';
import { provisionStreams } from './provision-streams.ts';
import { eventsCommand, type NatsUser, natsUsers, provisioner } from './users.ts';

const { natsPasswords: passwords } = createSecrets();
const dataDir = temporaryDataDir('trust-nats-users');
const log = openLog('test', 'silent');
let nats: Nats;

beforeAll(async () => {
  nats = await startNats({ server: inject('stack').packages.natsServer, dataDir, durable: false, passwords });
  await using _made = await provisionStreams({ url: nats.url, password: passwords[provisioner] }, log);
});
afterAll(async () => {
  await nats?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = (user: NatsUser): Promise<Bus> => openBus({ url: nats.url, name: user, password: passwords[user] });

async function refusalsOf(user: NatsUser, act: (bus: Bus) => void): Promise<string[]> {
  await using bus = await open(user);
  const refused: string[] = [];
  void (async () => {
    for await (const status of bus.nc.status()) {
      if (status.type !== 'error') continue;
      const { operation, subject } = status.error as Error & { operation?: string; subject?: string };
      refused.push(`${operation} ${subject}`);
    }
  })();
  act(bus);
  // The server responds in order: after the flush every refusal is here.
  await bus.nc.flush();
  return refused;
}

const subjects = serviceDatabases.map((service) => `${service}.test.happened.v1`);

test.each(natsUsers)(
  'A7 the NATS user of %s gets a permission violation for subjects of other services',
  async (user) => {
    const refused = await refusalsOf(user, ({ nc }) => {
      for (const subject of subjects) nc.publish(subject, '{}');
    });
    const foreign = subjects.filter((subject) => !subject.startsWith(`${user}.`));
    expect(refused).toEqual(foreign.map((subject) => `publish ${subject}`));
  },
);

test.each(serviceDatabases)(
  'A7 the NATS user of %s cannot create, change, purge or delete streams or consumers',
  async (user) => {
    const streams = eventPlan().streams.map(({ name }) => name);
    const read = consumersOf(user).flatMap(({ publisher, aggregates }) =>
      aggregates.map((one) => `${publisher}.${one}`),
    );
    const unread = serviceDatabases.map((service) => `${service}.audit`).filter((name) => !read.includes(name));
    const filters = [...read, ...unread].map((name) => [name.split('.')[0] ?? '', `${name}.>`] as const);
    const calls = [
      ...streams.flatMap((stream) =>
        ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'RESTORE', 'SNAPSHOT'].map(
          (call) => `STREAM.${call}.${stream}`,
        ),
      ),
      ...streams.map((stream) => `CONSUMER.DELETE.${stream}.${user}`),
      ...streams.map((stream) => `CONSUMER.MSG.NEXT.${stream}.another`),
      ...streams.map((stream) => `CONSUMER.DURABLE.CREATE.${stream}.${user}`),
      ...streams.map((stream) => `CONSUMER.CREATE.${stream}.${user}`),
      ...streams.map((stream) => `CONSUMER.CREATE.${stream}`),
      ...filters.map(([publisher, filter]) => `CONSUMER.CREATE.${streamOf(publisher)}.${user}.${filter}`),
      ...unread.map((name) => `CONSUMER.MSG.NEXT.${streamOf(name.split('.')[0] ?? '')}.${user}_audit`),
    ].map((call) => `$JS.API.${call}`);
    const listened = [
      '>',
      '$JS.API.>',
      '_INBOX.>',
      `${inboxPrefixOf('another')}.>`,
      'wake.another',
      'events.another.status',
      ...subjects,
    ];
    const refused = await refusalsOf(user, ({ nc }) => {
      for (const call of calls) nc.publish(call);
      for (const subject of listened) nc.subscribe(subject, { callback: () => {} });
    });
    expect(refused.sort()).toEqual(
      [...calls.map((call) => `publish ${call}`), ...listened.map((subject) => `subscription ${subject}`)].sort(),
    );
  },
);

test('A7 the provisioner makes streams and consumers, and neither publishes, reads, empties nor drops', async () => {
  const allowed = ['STREAM.CREATE.X', 'STREAM.UPDATE.X', 'STREAM.INFO.X', 'CONSUMER.CREATE.X.y', 'CONSUMER.DELETE.X.y'];
  const refusedCalls = ['STREAM.DELETE.X', 'STREAM.PURGE.X', 'STREAM.MSG.GET.X', 'CONSUMER.MSG.NEXT.X.y'];
  const refused = await refusalsOf(provisioner, ({ nc }) => {
    for (const call of [...allowed, ...refusedCalls]) nc.publish(`$JS.API.${call}`);
    nc.publish('events.identity.republish');
    nc.subscribe('identity.>', { callback: () => {} });
  });
  expect(refused.sort()).toEqual([
    ...refusedCalls.map((call) => `publish $JS.API.${call}`).sort(),
    'publish events.identity.republish',
    'subscription identity.>',
  ]);
});

test('A4 operations hears of ended sessions, and other services do not', async () => {
  const listen = ({ nc }: Bus) => {
    nc.subscribe('identity.session.session.revoked.v1', { callback: () => {} });
    nc.subscribe('identity.actor.actor.changed.v1', { callback: () => {} });
  };
  expect(await refusalsOf('operations', listen)).toEqual([]);
  expect(await refusalsOf('provider', listen)).toHaveLength(2);
});

test('A7 the gateway reads only session, actor and replica subjects, and publishes only to its replicas', async () => {
  const refused = await refusalsOf('gateway', ({ nc }) => {
    nc.subscribe(subjectOf('identity.session.revoked.v1', 'session'), { callback: () => {} });
    nc.subscribe(subjectOf('identity.actor.changed.v1', 'actor'), { callback: () => {} });
    nc.subscribe('identity.>', { callback: () => {} });
    nc.subscribe('identity.one-time-code.>', { callback: () => {} });
    nc.subscribe('provider.>', { callback: () => {} });
    nc.subscribe('gateway.addresses', { callback: () => {} });
    nc.publish('gateway.addresses');
    nc.publish('wake.identity');
    nc.publish('events.identity.republish');
    nc.publish('$JS.API.STREAM.PURGE.IDENTITY');
  });
  expect(refused.sort()).toEqual([
    'publish $JS.API.STREAM.PURGE.IDENTITY',
    'publish events.identity.republish',
    'publish wake.identity',
    'subscription identity.>',
    'subscription identity.one-time-code.>',
    'subscription provider.>',
  ]);
});

test('A7 NATS refuses connections without the password of a user', async () => {
  const credentials = [
    { name: 'identity' },
    { name: 'identity', password: passwords.provider },
    { name: 'root', password: 'x' },
  ];
  for (const wrong of credentials)
    await expect(openBus({ url: nats.url, ...wrong })).rejects.toThrow(
      /^NATS refuses the user \w+\. Correct its password \(NATS_PASSWORD\)\.$/,
    );
});

test('the events command may send requests to every service', async () => {
  const refused = await refusalsOf(eventsCommand, ({ nc }) => {
    for (const service of serviceDatabases) nc.publish(`events.${service}.status`);
  });
  expect(refused).toEqual([]);
});

test('a service reads and acknowledges its subscriptions through its own consumer', async () => {
  await using provider = await open('provider');
  await using identity = await open('identity');
  const read: string[] = [];
  const subject = subjectOf('provider.test.read.v1', 'provider');
  const reading = { service: 'identity', publisher: 'provider', aggregates: ['provider'] };
  await provider.js.publish(subject, '{}');
  await provider.js.publish(subjectOf('provider.audit.recorded.v1', 'audit'), '{}');
  await using _pull = startPullConsumer({
    bus: identity,
    plan: reading,
    settings: defaultConsumerSettings,
    log,
    work: async (batch, resolve) => {
      for (const message of batch) {
        read.push(message.subject);
        resolve(message, (open) => open.ack());
      }
    },
  });
  await provider.js.publish(subject, '{}');
  const [durable] = durablesOf(identity, reading);
  await vi.waitFor(async () => {
    const info = await identity.jsm.consumers.info(streamOf('provider'), durable?.name ?? '');
    const { num_pending, num_ack_pending } = info;
    expect({ num_pending, num_ack_pending }).toMatchObject({ num_pending: 0, num_ack_pending: 0 });
  }, 5000);
  expect(read).toEqual([subject, subject]);
});
