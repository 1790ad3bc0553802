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
import { openContacts } from './invitations/contact.ts';
import { configuredGeocoder } from './places/configured-geocoder.ts';
import { pruneTasks } from './prune-tasks.ts';
import { findAssignments } from './representatives/queries.ts';
import { routes } from './routes.ts';
import { ClaimSigner } from './signing-keys/claim-signer.ts';
import { ensureFirstKey, keySealer } from './signing-keys/make-key.ts';
import { snapshotSources } from './snapshots/sources.ts';
import { subscriptions } from './subscriptions.ts';

const service = 'provider';
const config = readConfig(Config);
const log = openLog(service, config.LOG_LEVEL);
await using _telemetry = await startTelemetry(service);
await using db = openDb<DB>({ url: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL });
await using bus = await openBus({ url: config.NATS_URL, name: service, password: config.NATS_PASSWORD, log });
const sealer = keySealer(config.CLAIM_KEY_SECRET);
await ensureFirstKey(db, { sealer, imported: config.CLAIM_SIGNING_KEY, now: new Date() });
const app: App = {
  ...baseApp(db, { cursorSecret: config.CURSOR_SECRET, limits: config.RATE_LIMITS }),
  signer: new ClaimSigner({ sealer, issuer: config.PUBLIC_URL }),
  contacts: await openContacts(config),
  geocoder: configuredGeocoder(config, db, log),
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
  // From our own table: the assignments of the assertion may be stale.
  assignmentsOf: (actor) => findAssignments(db, actor.userId),
  ready: {
    events: eventsReady(bus, relay, consumers),
  },
});
