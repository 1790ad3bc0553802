import { openapiFragment } from '@trust/openapi/fragment';
import { baseApp } from '@trust/service-kit/app';
import { openBus } from '@trust/service-kit/bus/bus';
import { readConfig } from '@trust/service-kit/config';
import { openDb } from '@trust/service-kit/database/db';
import { startPruning } from '@trust/service-kit/database/prune';
import { startConsumers } from '@trust/service-kit/inbox/consume';
import { startEventFlowReports } from '@trust/service-kit/inbox/report-event-flow';
import { eventsReady } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { startTelemetry } from '@trust/service-kit/observability/start-telemetry';
import { startRelay } from '@trust/service-kit/outbox/relay';
import { serve } from '@trust/service-kit/serve';
import { serveSnapshots } from '@trust/service-kit/snapshots/serve-snapshots';
import type { App, Trx } from './app.ts';
import { revokeDueClaims } from './claims/unconfirmed-claims.ts';
import { Config } from './config.ts';
import { startDeadlines } from './corrections/run-deadlines.ts';
import type { DB } from './db/schema.ts';
import { routes } from './routes.ts';
import { snapshotSources } from './snapshots/sources.ts';
import { subscriptions } from './subscriptions.ts';

const service = 'verification';
const config = readConfig(Config);
const log = openLog(service, config.LOG_LEVEL);
await using _telemetry = await startTelemetry(service);
await using db = openDb<DB>({ url: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL });
await using bus = await openBus({ url: config.NATS_URL, name: service, password: config.NATS_PASSWORD, log });
const base = baseApp(db, { cursorSecret: config.CURSOR_SECRET, limits: config.RATE_LIMITS });
const app: App = { ...base, calendar: config.BUSINESS_CALENDAR, casesPerOperator: config.CASES_PER_OPERATOR };

await using relay = await startRelay(db, bus, { service, log, mode: config.TRUST_MODE });
await using consumers = await startConsumers({ service, subscriptions, app, db, bus, log });
await using _reports = startEventFlowReports({ service, subscriptions, db, bus, log, now: app.now });
using _snapshots = serveSnapshots({ service, sources: snapshotSources, app, db, bus, log });
await using _pruning = startPruning({ db, log, tasks: [(trx) => revokeDueClaims(trx as Trx, app)], now: app.now });

await using _deadlines = startDeadlines(app, log);

await serve(service, config, {
  routes,
  openapi: () => openapiFragment(service, routes),
  app,
  log,
  consumers,
  ready: {
    events: eventsReady(bus, relay, consumers),
  },
});
