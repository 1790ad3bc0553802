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
import type { App } from './app.ts';
import { Config } from './config.ts';
import type { DB } from './db/schema.ts';
import { passkeySettings } from './passkeys/settings.ts';
import { pruneTasks } from './prune-tasks.ts';
import { identifiersWithoutLimits } from './roles/seeded-operators.ts';
import { routes } from './routes.ts';
import { openSecrets } from './secrets.ts';
import { internalHttp } from './sessions/internal-http.ts';
import { snapshotSources } from './snapshots/sources.ts';
import { subscriptions } from './subscriptions.ts';

const service = 'identity';
const config = readConfig(Config);
const log = openLog(service, config.LOG_LEVEL);
await using _telemetry = await startTelemetry(service);
await using db = openDb<DB>({ url: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL });
await using bus = await openBus({ url: config.NATS_URL, name: service, password: config.NATS_PASSWORD, log });
const app: App = {
  ...baseApp(db, { cursorSecret: config.CURSOR_SECRET, limits: config.RATE_LIMITS }),
  ...(await openSecrets(config)),
  portals: config.PORTAL_ORIGINS,
  passkeys: passkeySettings(config),
  smsCountries: config.SMS_COUNTRIES,
  identifiersWithoutLimits: identifiersWithoutLimits(config.TRUST_MODE),
  log,
};

await using relay = await startRelay(db, bus, { service, log, mode: config.TRUST_MODE });
await using consumers = await startConsumers({ service, subscriptions, app, db, bus, log });
await using _reports = startEventFlowReports({ service, subscriptions, db, bus, log, now: app.now });
using _snapshots = serveSnapshots({ service, sources: snapshotSources, app, db, bus, log });
await using _pruning = startPruning({ db, log, tasks: pruneTasks, now: app.now });

await serve(service, config, {
  routes,
  openapi: () => openapiFragment(service, routes),
  app,
  log,
  consumers,
  ...(await internalHttp(db, config.ASSERTION_KEY, {
    now: app.now,
    arePasskeysRequired: app.passkeys.areRequired,
    secret: config.INTERNAL_SECRET,
    log,
  })),
  ready: {
    events: eventsReady(bus, relay, consumers),
  },
});
