import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { aggregateOf, streamOf, subjectOf } from '@trust/contracts/event';
import { provision, startProvisioning, streamsFor } from '@trust/service-admin/provision-streams';
import { type Bus, openBus } from '@trust/service-kit/bus/bus';
import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { openDb } from '../src/database/db.ts';
import type { AnyDatabase } from '../src/database/transaction.ts';
import { startConsumers } from '../src/inbox/consume.ts';
import { type ConsumerPlan, consumerPlansOf, type Durable, durablesOf } from '../src/inbox/durables.ts';
import { type ConsumerSettings, defaultConsumerSettings } from '../src/inbox/pull-consumer.ts';
import type { Subscription } from '../src/inbox/subscription.ts';
import { type Log, openLog } from '../src/observability/log.ts';
import { startRelay } from '../src/outbox/relay.ts';
import { type App, eventsOf, subscriptionsOf, type Tables } from './events.ts';

export const log = openLog('test', process.env.TEST_LOG_LEVEL ?? 'silent');

export async function openWorld({
  natsUrl = inject('stack').natsUrl,
  connections = 4,
  isProvisioned = true,
  replicas = 1,
} = {}) {
  const publisher = `t${randomBytes(4).toString('hex')}`;
  // Other test files share the server.
  const reader = `${publisher}-reader`;
  const opened = new AsyncDisposableStack();
  const urls = opened.use(await cloneDatabase('webhooks'));
  const connectOwner = async () => {
    const client = new pg.Client({ connectionString: urls.owner });
    await client.connect();
    return client;
  };
  const owner = await connectOwner();
  await owner.query(`
    create table effect (place bigint generated always as identity, event_id uuid not null, thing text, value integer not null);
    create table thing (thing text primary key, value integer not null, changes integer not null);
    grant select, insert, update, delete on effect, thing to service_app`);
  await owner.end();

  const db = opened.adopt(openDb<Tables>({ url: urls.app, max: connections, connectTimeout: 15_000 }), (open) =>
    open.destroy(),
  );
  const bus = opened.use(await openBus({ url: natsUrl, name: publisher }));
  const events = eventsOf(publisher);
  const app: App = { db };
  const streams = streamsFor(Object.values(events).map((type) => subjectOf(type.type, aggregateOf(type))));
  const consumers = new Map<string, ConsumerPlan>();
  let expected: ConsumerSettings = { ...defaultConsumerSettings, ackWait: 1000 };
  const plan = () => ({ streams, consumers: [...consumers.values()], replicas });
  const read = (subscriptions: readonly Subscription<App>[]) => {
    for (const consumer of consumerPlansOf(reader, subscriptions)) consumers.set(consumer.publisher, consumer);
  };
  read(subscriptionsOf(events));
  const provisionNow = () => provision(bus, plan(), expected);
  if (isProvisioned) {
    await provisionNow();
    opened.use(startProvisioning(bus, plan, { log, interval: 500, settings: () => expected }));
  }
  return {
    publisher,
    reader,
    stream: streamOf(publisher),
    url: urls.app,
    ownerUrl: urls.owner,
    natsUrl,
    owner: async () => opened.adopt(await connectOwner(), (client) => client.end()),
    db,
    bus,
    events,
    app,
    async relay() {
      opened.use(await startRelay(db, bus, { service: publisher, log }));
      return { drain: () => allSent(db) };
    },
    async consume(
      options: { subscriptions?: Subscription<App>[]; settings?: Partial<ConsumerSettings>; bus?: Bus; log?: Log } = {},
    ) {
      const subscriptions = options.subscriptions ?? subscriptionsOf(events);
      expected = { ...expected, ...options.settings };
      read(subscriptions);
      await provisionNow();
      const parts = { service: reader, app, db, bus, log, subscriptions, ...options };
      const consumers = opened.use(await startConsumers(parts));
      const durables = consumerPlansOf(reader, subscriptions).flatMap((consumer) => durablesOf(bus, consumer));
      return Object.assign(consumers, { durables, drain: () => allSettled(bus, durables) });
    },
    effects: () => db.selectFrom('effect').selectAll().orderBy('place').execute(),
    things: () => db.selectFrom('thing').selectAll().orderBy('thing').execute(),
    async parked() {
      const { rows } = await sql<{
        event_id: string;
        reason: string;
        trace_id: string | null;
        redriven_at: Date | null;
      }>`
        select event_id, reason, trace_id, redriven_at from dead_letter order by failed_at`.execute(db);
      return rows;
    },
    async count(what: 'outbox' | 'inbox' | 'effect' | 'dead_letter'): Promise<number> {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(what)}`.execute(db);
      return rows[0]?.n ?? 0;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function allSent(db: AnyDatabase): Promise<void> {
  const unsent = async () => (await sql`select from outbox where sent_at is null limit 1`.execute(db)).rows.length;
  while ((await unsent()) > 0) await delay(25);
}

async function allSettled(bus: Bus, durables: Durable[]): Promise<void> {
  for (const { stream, name } of durables)
    for (;;) {
      const info = await bus.jsm.consumers.info(stream, name).catch(() => undefined);
      if (info?.num_pending === 0 && info.num_ack_pending === 0) break;
      await delay(25);
    }
}

export async function until(what: string, isSo: () => boolean | Promise<boolean>, seconds = 80): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await delay(20)) if (await isSo()) return;
  throw new Error(`It never came to this: ${what}`);
}

export async function idsIn(bus: Bus, stream: string): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const { state } = await bus.jsm.streams.info(stream);
  if (state.messages === 0) return seen;
  const reader = await bus.js.consumers.get(stream);
  const messages = await reader.consume({ max_messages: 1000 });
  for await (const message of messages) {
    const id = message.headers?.get('ce-id') ?? '';
    seen.set(id, (seen.get(id) ?? 0) + 1);
    if (message.info.pending === 0) break;
  }
  return seen;
}
