import { openapiFragment } from '@trust/openapi/fragment';
import { baseApp } from '@trust/service-kit/app';
import { openBus } from '@trust/service-kit/bus/bus';
import { readConfig } from '@trust/service-kit/config';
import { openDb } from '@trust/service-kit/database/db';
import { startPruning } from '@trust/service-kit/database/prune';
import { startConsumers } from '@trust/service-kit/inbox/consume';
import { consumerLag, startEventFlowReports } from '@trust/service-kit/inbox/report-event-flow';
import { eventsReady } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { startTelemetry } from '@trust/service-kit/observability/start-telemetry';
import { startRelay } from '@trust/service-kit/outbox/relay';
import { serve } from '@trust/service-kit/serve';
import { serveSnapshots } from '@trust/service-kit/snapshots/serve-snapshots';
import type { App } from './app.ts';
import { measureCheckpoints } from './audit-checkpoints/checkpoint-age.ts';
import { checkpointKey } from './audit-checkpoints/checkpoint-key.ts';
import { configuredCheckpoints } from './audit-checkpoints/configured-checkpoints.ts';
import { startCheckpoints } from './audit-checkpoints/start-checkpoints.ts';
import { Config } from './config.ts';
import type { DB } from './db/schema.ts';
import { measureEmergencyActions } from './emergency-actions/measure.ts';
import { endWithSessions } from './end-with-sessions.ts';
import { OpenStreams } from './mission-control/open-streams.ts';
import { routes } from './routes.ts';
import { snapshotSources } from './snapshots/sources.ts';
import { subscriptions } from './subscriptions.ts';
import { measureOpenWork } from './triage/open-work.ts';
import { endedTriageMarks } from './triage-items/queries.ts';

const service = 'operations';
const config = readConfig(Config);
const log = openLog(service, config.LOG_LEVEL);
await using _telemetry = await startTelemetry(service);
await using db = openDb<DB>({ url: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL });
await using bus = await openBus({ url: config.NATS_URL, name: service, password: config.NATS_PASSWORD, log });
const app: App = {
  ...baseApp(db, { cursorSecret: config.CURSOR_SECRET, limits: config.RATE_LIMITS }),
  calendar: config.BUSINESS_CALENDAR,
  // Shorter than the shutdown.
  streamTimes: { everyMs: 2000, lifetimeMs: 20_000 },
  openStreams: new OpenStreams(),
  workPerOperator: config.WORK_PER_OPERATOR,
  overrideApprovals: config.OVERRIDE_APPROVALS,
  consumerLag: () => consumerLag(bus, service, subscriptions),
};

endWithSessions(bus, app.openStreams);
await using relay = await startRelay(db, bus, { service, log, mode: config.TRUST_MODE });
await using consumers = await startConsumers({ service, subscriptions, app, db, bus, log });
await using _reports = startEventFlowReports({ service, subscriptions, db, bus, log, now: app.now });
using _snapshots = serveSnapshots({ service, sources: snapshotSources, app, db, bus, log });
await using _pruning = startPruning({ db, log, now: app.now, tasks: endedTriageMarks });
const key = await checkpointKey(config.AUDIT_SIGNING_KEY);
await using _checkpoints = startCheckpoints({
  db,
  now: app.now,
  key,
  file: await configuredCheckpoints(config),
  log,
});

using _work = measureOpenWork(app);
using _emergency = measureEmergencyActions(app);
using _audit = measureCheckpoints(app);

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
