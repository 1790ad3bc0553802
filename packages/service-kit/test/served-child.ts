import { setTimeout as delay } from 'node:timers/promises';
import { aggregateOf } from '@trust/contracts/event';
import { openBus } from '@trust/service-kit/bus/bus';
import { internalSecret } from '@trust/service-testing/gateway';
import { sql } from 'kysely';
import { z } from 'zod';
import { baseApp } from '../src/app.ts';
import { openDb } from '../src/database/db.ts';
import { routeFor } from '../src/http/route.ts';
import { startCatchUp } from '../src/inbox/catch-up.ts';
import { startConsumers } from '../src/inbox/consume.ts';
import { eventsReady } from '../src/listen.ts';
import { openLog } from '../src/observability/log.ts';
import { startRelay } from '../src/outbox/relay.ts';
import { serve } from '../src/serve.ts';
import { type App, eventsOf, subscriptionsOf, type Tables } from './events.ts';

type Settings = {
  url: string;
  natsUrl: string;
  publisher: string;
  port: number;
  wait: number;
  deadline: number;
  awaits?: true;
};

const { url, natsUrl, publisher, port, wait, deadline, awaits }: Settings = JSON.parse(process.argv[2] ?? '{}');
const secret = 'a secret that is only for tests, and quite long enough';
const log = openLog('child', 'silent');
const events = eventsOf(publisher);
await using db = openDb<Tables>({ url, max: 4 });
await using bus = await openBus({ url: natsUrl, name: `${publisher}-child` });
const app = baseApp(db, { cursorSecret: secret });
await using _relay = await startRelay(db, bus, { service: publisher, log });
const subscriptions = subscriptionsOf(events);
const service = `${publisher}-reader`;
await using consumers = await startConsumers<App>({ service, subscriptions, app, db, bus, log });
await using catchUp = awaits && startCatchUp({ service, subscriptions, awaited: subscriptions, bus, log });

const route = routeFor<typeof app>();
const responds = { status: 200, body: z.object({ done: z.boolean() }).meta({ id: 'Done' }) };
const routes = {
  putThing: route(
    { method: 'put', path: '/thing', summary: 'Waits until it may', access: 'public', responds },
    async () => {
      const mayGoOn = async () => (await sql`select from inbox where consumer = 'go on'`.execute(db)).rows.length > 0;
      while (!(await mayGoOn())) await delay(20);
      // More than one batch of the relay.
      await sql`insert into outbox (id, type, aggregate, payload)
        select first_id(now() + n * interval '1 ms'), ${events.noted.type}, ${aggregateOf(events.noted)}, '{"value": 7}' from generate_series(1, 1500) n`.execute(
        db,
      );
      return { done: true };
    },
  ),
};
const config = {
  ...{ PORT: port, HOST: '127.0.0.1', TRUST_MODE: 'production' as const, LOG_LEVEL: 'silent' as const },
  ...{
    TRUSTED_NETWORK: true,
    PUBLIC_URL: 'http://trust.test',
    NATS_URL: natsUrl,
    NATS_PASSWORD: 'none',
    IDENTITY_URL: 'http://127.0.0.1:1',
  },
  ...{ SHUTDOWN_WAIT_MS: wait, SHUTDOWN_DEADLINE_MS: deadline, MAX_IN_FLIGHT: 256, MAX_STREAMS: 256 },
  TRACE_SLOWER_THAN_MS: 1000,
  ...{ DATABASE_URL: url, CURSOR_SECRET: secret, INTERNAL_SECRET: internalSecret },
};
// Ends with the parent process.
process.stdin.resume().once('end', () => process.exit(2));
process.stdout.write('starting');
await serve('webhooks', config, {
  routes,
  openapi: () => ({}),
  app,
  log,
  consumers,
  catchUp,
  ready: { events: eventsReady(bus, consumers, ...(catchUp ? [catchUp] : [])) },
});
process.stdin.destroy();
