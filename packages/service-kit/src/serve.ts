import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AuditedService } from '@trust/contracts/events/any';
import express, { type Express } from 'express';
import { type QueryExecutorProvider, sql } from 'kysely';
import { actorVerifier, identityKeys } from './actor.ts';
import type { ServiceConfig } from './config.ts';
import type { Transacting } from './db.ts';
import type { Answering } from './handle.ts';
import { type MountOptions, mountRoutes } from './mount.ts';
import { type OpenApiDocument, openapiFragment } from './openapi.ts';
import type { RateLimits } from './rate-limit.ts';

/** A dependency without which the service must not get traffic: resolves if it is there. */
export type ReadyCheck = () => Promise<unknown>;

type ServeOptions<App> = MountOptions<App> & {
  ready: Record<string, ReadyCheck>;
  /** Handlers that are no part of the contract, so that no one outside can reach them. */
  internal?: (http: Express) => void;
};

/** The whole HTTP side of a service: health, its fragment of the contract, its routes. */
export function httpOf<App>(options: ServeOptions<App>): Express {
  const http = express();
  let fragment: OpenApiDocument | undefined;
  http.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  http.get('/readyz', async (_request, response) => {
    const { ready, checks } = await readiness(options.ready);
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', checks });
  });
  http.get('/openapi.json', (_request, response) => {
    fragment ??= openapiFragment(options.service, options.routes);
    response.json(fragment);
  });
  options.internal?.(http);
  mountRoutes(http, options);
  return http;
}

/** Runs every check; which one fails is told, why is not. */
export async function readiness(checks: Record<string, ReadyCheck>) {
  const results = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]) =>
        [
          name,
          await check().then(
            () => 'ok',
            () => 'unavailable',
          ),
        ] as const,
    ),
  );
  return { ready: results.every(([, result]) => result === 'ok'), checks: Object.fromEntries(results) };
}

/** Listens with the limits of `reliability.md` §3 against slow and hostile clients (promise I6). Port 0 takes a free one. */
export async function listen(
  http: Parameters<typeof createServer>[1],
  port: number,
  host: string,
): Promise<{ server: Server; url: string }> {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 5000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    http,
  );
  server.maxHeadersCount = 100;
  server.listen(port, host);
  await once(server, 'listening');
  return { server, url: `http://${host}:${(server.address() as AddressInfo).port}` };
}

/** Resolves at SIGTERM or SIGINT. A second signal ends the process at once. */
export async function untilTold(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.abort());
}

/** Takes no more connections, lets what is under way finish (20 s at most), then cuts. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), 20_000);
  await closed;
  clearTimeout(cut);
}

/** The part of a BaseApp that serving needs, whatever its tables. */
type Served = { db: Transacting & QueryExecutorProvider; now: () => Date; limits: RateLimits };

/** Serves until told to stop, then lets requests finish. What the service opened before is closed by its `await using`. */
export async function serve<App extends Served>(
  service: AuditedService,
  config: ServiceConfig,
  options: Pick<ServeOptions<App>, 'routes' | 'app' | 'log' | 'ready' | 'internal'> &
    Partial<Pick<Answering, 'assignmentsOf'>>,
): Promise<void> {
  const { app, log } = options;
  let stopping = false;
  const http = httpOf({
    assignmentsOf: async (actor) => actor.assignments,
    ...options,
    service,
    db: app.db,
    now: app.now,
    limits: app.limits,
    verifyActor: actorVerifier(identityKeys(config.IDENTITY_URL), app.now),
    secret: config.CURSOR_SECRET,
    publicUrl: config.PUBLIC_URL,
    strict: config.TRUST_MODE === 'development',
    ready: {
      ...options.ready,
      database: () => sql`select 1`.execute(app.db),
      running: async () => {
        if (stopping) throw new Error('stopping');
      },
    },
  });
  const { server } = await listen(http, config.PORT, config.HOST);
  log.info({ port: config.PORT }, 'listening');
  await untilTold();
  stopping = true;
  await closeServer(server);
}
