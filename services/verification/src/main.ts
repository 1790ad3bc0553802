import { openapiFragment } from '@trust/openapi/fragment';
import { endedStepUps, holdsStepUp } from '@trust/service-kit/actors/held-step-up';
import { runService } from '@trust/service-kit/run-service';
import type { App, Trx } from './app.ts';
import { startDeadlines } from './case/opening-and-ending/run-deadlines.ts';
import { Config } from './config.ts';
import { forgottenClaims, forgottenSightings } from './holding/queries.ts';
import { reviewDoubtedClaims } from './outcome/claims/review-doubted-claims.ts';
import { revokeDueClaims } from './outcome/claims/unconfirmed-claims.ts';
import { routes } from './routes.ts';
import { snapshotSources } from './snapshots/sources.ts';
import { subscriptions } from './subscriptions.ts';

await runService({
  service: 'verification',
  config: Config,
  routes,
  openapi: openapiFragment,
  subscriptions,
  snapshots: snapshotSources,
  app: (base, { config }): App => ({
    ...base,
    calendar: config.BUSINESS_CALENDAR,
    casesPerOperator: config.CASES_PER_OPERATOR,
  }),
  pruning: (app) => [
    endedStepUps,
    (trx) => revokeDueClaims(trx as Trx, app),
    (trx) => reviewDoubtedClaims(trx as Trx, app),
    forgottenClaims,
    forgottenSightings,
  ],
  serving: (app) => ({ holdsStepUp: (actor, caseId) => holdsStepUp(app, actor, caseId) }),
  start: (app, { log, running }) => {
    running.use(startDeadlines(app, log));
  },
});
