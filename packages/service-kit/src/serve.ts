import type { RequestListener } from 'node:http';
import type { AuditedService } from '@trust/contracts/events/any';
import express from 'express';
import { sql } from 'kysely';
import type pg from 'pg';
import { actorVerifier, identityKeys, keepReading } from './actors/actor.ts';
import { requireGatewayProof } from './actors/gateway-proof.ts';
import { startRefusalFlush } from './audit/refusal.ts';
import type { ServiceConfig } from './config.ts';
import { measureBackfills } from './database/backfill-metrics.ts';
import { measurePartitions } from './database/partition-metrics.ts';
import { measurePool } from './database/pool-metrics.ts';
import type { AnyDatabase } from './database/transaction.ts';
import { healthChecks } from './health-checks.ts';
import { contentEtag, matchesIfNoneMatch } from './http/etag.ts';
import type { RouteDependencies } from './http/handle.ts';
import { type MountOptions, mountRoutes } from './http/mount.ts';
import { capacityByRoute, monitorLoad } from './http/overload.ts';
import type { CatchUp } from './inbox/catch-up.ts';
import { closeServer, listen, type ReadyCheck, waitForShutdown } from './listen.ts';
import type { RateLimits } from './rate-limits/rate-limit.ts';
import { type Secret, secretOf } from './sealing/secret.ts';
import { certificateOf } from './tls/certificates.ts';
import { type UnfinishedRestore, unfinishedRestoreHeader, watchUnfinishedRestore } from './unfinished-restore.ts';

export type ServeOptions<App> = MountOptions<App> & {
  ready: Record<string, ReadyCheck>;
  openapi: () => object;
  /** Shared with the gateway only; requests without it get 401. */
  gatewaySecret: Secret;
  /** Answers requests outside the contract before Express, which doubles their cost, and passes the others on. */
  before?: (http: RequestListener) => RequestListener;
  /** While a restore is unfinished, only health checks and the contract answer. */
  restore?: UnfinishedRestore;
  /** Likewise until the service has caught up with the events that it missed. */
  catchUp?: Pick<CatchUp, 'refusal'> | undefined;
};

export function createHttpApp<App>(options: ServeOptions<App>): RequestListener {
  // As strict as the gateway, so that both match the same route.
  const refusal = () => options.restore?.refusal() ?? options.catchUp?.refusal();
  const http = express().enable('case sensitive routing').enable('strict routing');
  let fragment = '';
  let etag = '';
  http.use(healthChecks(options.ready));
  http.use(requireGatewayProof(options.gatewaySecret));
  // The gateway polls it, so that services can be deployed alone.
  http.get('/openapi.json', ({ headers }, response) => {
    fragment ||= JSON.stringify(options.openapi());
    etag ||= contentEtag(fragment);
    response.set('ETag', etag);
    const backup = options.restore?.backup();
    if (backup) response.set(unfinishedRestoreHeader, backup);
    if (matchesIfNoneMatch(headers['if-none-match'], etag)) response.status(304).end();
    else response.type('json').end(fragment);
  });
  http.use((_request, _response, next) => next(refusal()));
  mountRoutes(http, options);
  const open = options.before?.(http) ?? http;
  return (request, response) => (refusal() ? http : open)(request, response);
}

type Served = { db: AnyDatabase & { pool: pg.Pool }; now: () => Date; limits: RateLimits };

/** The caller closes what it opened afterwards: relay, NATS, database (promise L6). */
export async function serve<App extends Served>(
  service: AuditedService,
  config: ServiceConfig,
  options: Pick<ServeOptions<App>, 'routes' | 'app' | 'log' | 'ready' | 'openapi' | 'before' | 'catchUp'> &
    Partial<Pick<RouteDependencies, 'assignmentsOf' | 'holdsStepUp'>> & { consumers?: AsyncDisposable },
  shutdownSignal = () => waitForShutdown(config.SHUTDOWN_DEADLINE_MS),
): Promise<void> {
  const { app, log } = options;
  let stopping = false;
  using load = monitorLoad(app.db.pool);
  using _pool = measurePool(app.db.pool);
  using _backfills = measureBackfills(app.db);
  using _partitions = measurePartitions(app.db, app.now);
  await using restore = await watchUnfinishedRestore(app.db, log);
  await using _refusals = startRefusalFlush({ service, db: app.db, now: app.now, log });
  const keys = identityKeys(config.IDENTITY_URL);
  using _keys = await keepReading(keys);
  const http = createHttpApp({
    assignmentsOf: async (actor) => actor.assignments,
    holdsStepUp: async () => false,
    ...options,
    restore,
    service,
    db: app.db,
    now: app.now,
    limits: app.limits,
    capacity: capacityByRoute(load, config),
    verifyActor: actorVerifier(keys, app.now),
    secret: secretOf(config.CURSOR_SECRET, config.CURSOR_SECRET_ACCEPTED),
    gatewaySecret: secretOf(config.INTERNAL_SECRET, config.INTERNAL_SECRET_ACCEPTED),
    publicUrl: config.PUBLIC_URL,
    strict: config.TRUST_MODE === 'development',
    auditsWrites: config.TRUST_MODE === 'development',
    ready: {
      ...options.ready,
      database: () => sql`select 1`.execute(app.db),
      restore: async () => (restore.backup() ? 'degraded' : undefined),
      running: async () => {
        if (stopping) throw new Error('stopping');
      },
    },
  });
  const { server } = await listen(http, config.PORT, config.HOST, { certificate: certificateOf(config) });
  log.info({ port: config.PORT }, 'Server is listening');
  await shutdownSignal();
  stopping = true;
  await closeServer(server, config.SHUTDOWN_WAIT_MS, () => options.consumers?.[Symbol.asyncDispose]());
}
