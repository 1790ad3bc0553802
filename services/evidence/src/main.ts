import { openapiFragment } from '@trust/openapi/fragment';
import { baseApp } from '@trust/service-kit/app';
import { handleAdminRequest } from '@trust/service-kit/bus/admin';
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
import { measureExpiringClaims } from './claims/expiring-claims.ts';
import { Config } from './config.ts';
import type { DB } from './db/schema.ts';
import { startAging } from './evidence-versions/aging-worker.ts';
import { sandboxedExaminer } from './examination/sandboxed-examiner.ts';
import { startPublishing } from './media-publication/publish-media.ts';
import { routes } from './routes.ts';
import { checkScanning, measureBacklog, readBacklog } from './scanning/backlog.ts';
import { configuredScanner } from './scanning/configured-scanner.ts';
import { measureScanner } from './scanning/measure-scanner.ts';
import { startScanning } from './scanning/scan-worker.ts';
import { snapshotSources } from './snapshots/sources.ts';
import { configuredStore } from './storage/configured-store.ts';
import { startSweeping } from './storage/sweep-worker.ts';
import { subscriptions } from './subscriptions.ts';
import { concurrentSends } from './upload-intents/sending/concurrent-sends.ts';
import { startReportedUploads } from './upload-intents/sending/reported-uploads.ts';

const service = 'evidence';
const config = readConfig(Config);
const log = openLog(service, config.LOG_LEVEL);
await using _telemetry = await startTelemetry(service);
await using db = openDb<DB>({ url: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL });
await using bus = await openBus({ url: config.NATS_URL, name: service, password: config.NATS_PASSWORD, log });
const publicUrl = config.PUBLIC_URL.replace(/\/$/, '');
const base = baseApp(db, { cursorSecret: config.CURSOR_SECRET, limits: config.RATE_LIMITS });
const stored = await configuredStore(config, publicUrl, base.now);
const scanner = configuredScanner(config, { now: base.now, log });
const app: App = {
  ...base,
  ...stored,
  sends: concurrentSends(),
  scanner,
  examiner: sandboxedExaminer(),
  publicUrl,
  contentSecret: config.CONTENT_INDEX_SECRET,
  quotaBytes: config.EVIDENCE_QUOTA_MIB * 1024 * 1024,
  maxStoreMismatches: config.EVIDENCE_MAX_STORE_MISMATCHES,
  reportedUploads: new Set(),
};

await using relay = await startRelay(db, bus, { service, log, mode: config.TRUST_MODE });
await using consumers = await startConsumers({ service, subscriptions, app, db, bus, log });
await using _reports = startEventFlowReports({ service, subscriptions, db, bus, log, now: app.now });
using _snapshots = serveSnapshots({ service, sources: snapshotSources, app, db, bus, log });
await using _pruning = startPruning({ db, log, now: app.now });
await using _scanning = startScanning(app, log, config.EVIDENCE_SCANS_AT_ONCE);
using _backlog = measureBacklog(app);
using _scanner = measureScanner(scanner);
using _claims = measureExpiringClaims(app);
using _desk = handleAdminRequest(bus, service, 'backlog', log, () => readBacklog(app));
await using _sweeping = startSweeping(app, log);
await using _publishing = startPublishing(app, log);
await using _reported = startReportedUploads(app, log);
await using _aging = startAging(app, log);

await serve(service, config, {
  routes,
  openapi: () => openapiFragment(service, routes),
  app,
  log,
  consumers,
  ready: {
    events: eventsReady(bus, relay, consumers),
    store: () => app.store.check(),
    scanning: () => checkScanning(app),
    scanner: async () => scanner?.condition() ?? 'degraded',
  },
});
