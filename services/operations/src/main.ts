import { openapiFragment } from '@trust/openapi/fragment';
import { consumerLag } from '@trust/service-kit/inbox/lag';
import { runService } from '@trust/service-kit/run-service';
import type { App } from './app.ts';
import { measureCheckpoints } from './audit/checkpoints/checkpoint-age.ts';
import { checkpointKey } from './audit/checkpoints/checkpoint-key.ts';
import { configuredCheckpoints } from './audit/checkpoints/configured-checkpoints.ts';
import { startCheckpoints } from './audit/checkpoints/start-checkpoints.ts';
import { Config } from './config.ts';
import { measureOpenCases } from './directory/cases/measure-open-cases.ts';
import { endWithSessions } from './end-with-sessions.ts';
import { measureEmergencyActions } from './interventions/emergency-actions/measure.ts';
import { StreamsOfReplica } from './overview/mission-control/open-streams.ts';
import { forgottenHoldings } from './queue/holding/queries.ts';
import { endedClaims } from './queue/item-claims/queries.ts';
import { endedSnoozes } from './queue/item-snoozes/queries.ts';
import { routes } from './routes.ts';
import { snapshotSources } from './snapshot-sources.ts';
import { subscriptions } from './subscriptions.ts';

await runService({
  service: 'operations',
  config: Config,
  routes,
  openapi: openapiFragment,
  subscriptions,
  snapshots: snapshotSources,
  app: (base, { config, bus }): App => ({
    ...base,
    calendar: config.BUSINESS_CALENDAR,
    // Shorter than the shutdown.
    streamTimes: { everyMs: 2000, lifetimeMs: 20_000 },
    openStreams: new StreamsOfReplica(),
    workPerOperator: config.WORK_PER_OPERATOR,
    overrideApprovals: config.OVERRIDE_APPROVALS,
    consumerLag: () => consumerLag(bus, 'operations', subscriptions),
  }),
  pruning: () => [endedClaims, endedSnoozes, ...forgottenHoldings],
  start: async (app, { config, db, log, bus, running }) => {
    endWithSessions(bus, app.openStreams);
    const key = await checkpointKey(config.AUDIT_SIGNING_KEY, ...config.AUDIT_ACCEPTED_KEYS);
    const file = await configuredCheckpoints(config);
    running.use(startCheckpoints({ db, now: app.now, key, file, log }));
    running.use(measureOpenCases(app));
    running.use(measureEmergencyActions(app));
    running.use(measureCheckpoints(app));
  },
});
