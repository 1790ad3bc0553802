import type { AuditedService } from '@trust/contracts/events/any';
import type { z } from 'zod';
import { type BaseApp, baseApp } from './app.ts';
import { type Bus, openBus } from './bus/bus.ts';
import { followClock } from './clock.ts';
import { readConfig, type ServiceConfig } from './config.ts';
import { checkAccess } from './database/check-access.ts';
import { type Database, openDb } from './database/db.ts';
import { type PruneTask, startPruning } from './database/prune.ts';
import type { Routes } from './http/route.ts';
import { startCatchUp } from './inbox/catch-up.ts';
import { type Consumers, startConsumers } from './inbox/consume.ts';
import { startEventFlowReports } from './inbox/report-event-flow.ts';
import type { Subscription } from './inbox/subscription.ts';
import { eventsReady } from './listen.ts';
import { wakeLoops } from './loop.ts';
import { type Log, openLog } from './observability/log.ts';
import { startTelemetry } from './observability/start-telemetry.ts';
import { startRelay } from './outbox/relay.ts';
import { secretOf } from './sealing/secret.ts';
import { type ServeOptions, serve } from './serve.ts';
import { serveSnapshots } from './snapshots/serve-snapshots.ts';
import type { SnapshotSource } from './snapshots/snapshot-run.ts';
import { trustOwnCa } from './tls/certificates.ts';

type TablesOf<App> = App extends BaseApp<infer Tables> ? Tables : never;

type Parts<App, Config> = {
  config: Config;
  log: Log;
  bus: Bus;
  db: Database<TablesOf<App>>;
  /** Ends what it holds when the service stops, the last one first. */
  running: AsyncDisposableStack;
};

type Service<App extends BaseApp<TablesOf<App>>, Config extends ServiceConfig> = {
  service: AuditedService;
  config: z.ZodType<Config>;
  routes: Routes<App>;
  /** Routes that production does not have. */
  developmentRoutes?: Routes<App>;
  /** `openapiFragment` of packages/openapi, which depends on the kit. */
  openapi: (service: string, routes: Routes<App>) => object;
  subscriptions: readonly Subscription<App>[];
  /** Those that the service must have applied before it answers (ADR 0121). */
  awaited?: readonly Subscription<App>[];
  snapshots?: readonly SnapshotSource<App>[];
  /** Makes what the handlers use. Nothing consumes events or requests yet. */
  app: (base: BaseApp<TablesOf<App>>, parts: Parts<App, Config>) => App | Promise<App>;
  /** Expired rows of the service, beside those of the kit. */
  pruning?: (app: App) => readonly PruneTask[];
  /** Starts what works beside requests and events. */
  start?: (app: App, parts: Parts<App, Config>) => void | Promise<void>;
  /** Overrides how this service answers requests. */
  serving?: (app: App, parts: Parts<App, Config>) => Serving<App> | Promise<Serving<App>>;
};

type Serving<App> = Partial<Pick<ServeOptions<App>, 'ready' | 'before' | 'assignmentsOf' | 'holdsStepUp'>>;

/**
 * Runs a service until it gets a signal: settings, telemetry, database, NATS, then relay and consumers, its own
 * workers, and at last HTTP. Everything ends in the reverse order (promise L6). Throws for a wrong setting, named
 * without its value.
 */
export async function runService<App extends BaseApp<TablesOf<App>>, Config extends ServiceConfig>(
  options: Service<App, Config>,
): Promise<void> {
  const { service, subscriptions } = options;
  const config = readConfig(options.config);
  trustOwnCa(config);
  const log = openLog(service, config.LOG_LEVEL);
  const routes = routesIn(config.TRUST_MODE, options);
  await using running = new AsyncDisposableStack();
  running.use(followClock(process.env, wakeLoops));
  running.use(await startTelemetry(service, { slowMs: config.TRACE_SLOWER_THAN_MS }));
  const db = running.use(openDb<TablesOf<App>>({ url: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL }));
  await checkAccess(db, 'DATABASE_URL');
  const password = secretOf(config.NATS_PASSWORD, config.NATS_PASSWORD_ACCEPTED);
  const bus = running.use(await openBus({ url: config.NATS_URL, name: service, password, log }));
  const parts = { config, log, bus, db, running };
  let consumers: Consumers | undefined;
  const hearsEvents = () => consumers?.healthy() ?? false;
  const settings = {
    cursorSecret: secretOf(config.CURSOR_SECRET, config.CURSOR_SECRET_ACCEPTED),
    limits: config.RATE_LIMITS,
    hearsEvents,
  };
  const app = await options.app(baseApp(db, settings), parts);

  const relay = running.use(await startRelay(db, bus, { service, log, mode: config.TRUST_MODE }));
  consumers = running.use(await startConsumers({ service, subscriptions, app, db, bus, log }));
  const { awaited } = options;
  const catchUp = awaited && running.use(startCatchUp({ service, subscriptions, awaited, bus, log }));
  running.use(startEventFlowReports({ service, subscriptions, db, bus, log, now: app.now }));
  const { snapshots: sources } = options;
  if (sources) running.use(serveSnapshots({ service, sources, app, db, bus, log }));
  running.use(startPruning({ db, log, tasks: options.pruning?.(app) ?? [], now: app.now }));
  await options.start?.(app, parts);
  const { ready, ...serving } = (await options.serving?.(app, parts)) ?? {};

  await serve(service, config, {
    ...serving,
    routes,
    openapi: () => options.openapi(service, routes),
    app,
    log,
    consumers,
    catchUp,
    ready: { events: eventsReady(bus, relay, consumers, ...(catchUp ? [catchUp] : [])), ...ready },
  });
}

/** The routes of a service in a mode: those for development are not mounted in production. */
export function routesIn<App>(
  mode: ServiceConfig['TRUST_MODE'],
  { routes, developmentRoutes }: { routes: Routes<App>; developmentRoutes?: Routes<App> },
): Routes<App> {
  return mode === 'development' ? { ...routes, ...developmentRoutes } : routes;
}
