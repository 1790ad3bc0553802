import { openapiFragment } from '@trust/openapi/fragment';
import { endedStepUps, holdsStepUp } from '@trust/service-kit/actors/held-step-up';
import { handleAdminRequest } from '@trust/service-kit/bus/admin';
import { runService } from '@trust/service-kit/run-service';
import type { App } from './app.ts';
import { Config } from './config.ts';
import { measureExpiringClaims } from './items/renewals/expiring-claims.ts';
import { startPublishing } from './public-media/publication/publish-media.ts';
import { startAging } from './retention/redaction/aging-worker.ts';
import { startSweeping } from './retention/sweep/sweep-worker.ts';
import { routes } from './routes.ts';
import { checkScanning, measureBacklog, readBacklog } from './scanning/backlog.ts';
import { sandboxedExaminer } from './scanning/examination/sandboxed-examiner.ts';
import { startScanning } from './scanning/scan-worker.ts';
import { configuredScanner } from './scanning/scanners/configured-scanner.ts';
import { measureScanner } from './scanning/scanners/measure-scanner.ts';
import { snapshotSources } from './snapshot-sources.ts';
import { configuredStore } from './storage/configured-store.ts';
import { subscriptions } from './subscriptions.ts';
import { concurrentSends } from './upload/sending/concurrent-sends.ts';
import { startReportedUploads } from './upload/sending/reported-uploads.ts';

await runService({
  service: 'evidence',
  config: Config,
  routes,
  openapi: openapiFragment,
  subscriptions,
  snapshots: snapshotSources,
  app: async (base, { config, log }): Promise<App> => {
    const publicUrl = config.PUBLIC_URL.replace(/\/$/, '');
    return {
      ...base,
      ...(await configuredStore(config, publicUrl, base.now)),
      sends: concurrentSends(),
      scanner: configuredScanner(config, { now: base.now, log }),
      examiner: sandboxedExaminer(),
      publicUrl,
      contentSecret: config.CONTENT_INDEX_SECRET,
      quotaBytes: config.EVIDENCE_QUOTA_MIB * 1024 * 1024,
      maxStoreMismatches: config.EVIDENCE_MAX_STORE_MISMATCHES,
      sweepRequests: config.EVIDENCE_SWEEP_REQUESTS,
      reportedUploads: new Set(),
    };
  },
  pruning: () => [endedStepUps],
  start: (app, { config, log, bus, running }) => {
    running.use(startScanning(app, log, config.EVIDENCE_SCANS_AT_ONCE));
    running.use(measureBacklog(app));
    running.use(measureScanner(app.scanner));
    running.use(measureExpiringClaims(app));
    running.use(handleAdminRequest(bus, 'evidence', 'backlog', log, () => readBacklog(app)));
    running.use(startSweeping(app, log));
    running.use(startPublishing(app, log));
    running.use(startReportedUploads(app, log));
    running.use(startAging(app, log));
  },
  serving: (app) => ({
    holdsStepUp: (actor, caseId) => holdsStepUp(app, actor, caseId),
    ready: {
      store: () => app.store.check(),
      scanning: () => checkScanning(app),
      scanner: async () => (await app.scanner?.condition?.()) ?? 'degraded',
    },
  }),
});
