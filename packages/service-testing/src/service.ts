import type { Actor } from '@trust/contracts/actor';
import { apiBase } from '@trust/contracts/api-base';
import type { EventType, PayloadOf } from '@trust/contracts/event';
import type { AuditedService } from '@trust/contracts/events/any';
import type { LimitOverrides } from '@trust/contracts/limits';
import { openapiFragment } from '@trust/openapi/fragment';
import { actorVerifier, identityKeys } from '@trust/service-kit/actors/actor';
import { type BaseApp, baseApp } from '@trust/service-kit/app';
import { type Database, openDb } from '@trust/service-kit/database/db';
import type { RouteDependencies } from '@trust/service-kit/http/handle';
import type { MountOptions } from '@trust/service-kit/http/mount';
import type { Routes } from '@trust/service-kit/http/route';
import type { Subscription } from '@trust/service-kit/inbox/subscription';
import { closeServer, listen } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import type { Method } from '@trust/service-kit/request-info';
import { createHttpApp } from '@trust/service-kit/serve';
import { sql } from 'kysely';
import pg from 'pg';
import { signActor, testActorKey } from './actors.ts';
import { printingErrors } from './error-log.ts';
import { gatewayProof, internalSecret } from './gateway.ts';
import { send } from './send.ts';
import { cloneDatabase } from './stack.ts';

type OpenStream = { actor: Actor; signal?: AbortSignal; method?: 'GET' | 'HEAD'; headers?: Record<string, string> };
export type Call = { actor?: Actor; body?: unknown; headers?: Record<string, string>; rawBody?: Uint8Array };
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
export type TestResponse = { status: number; body: any; headers: Headers };

type StartOptions<Tables, App extends BaseApp<Tables>> = {
  service: AuditedService;
  routes: Routes<App>;
  subscriptions?: readonly Subscription<App>[];
  app: (base: BaseApp<Tables>) => App | Promise<App>;
  assignmentsOf?: (app: App) => RouteDependencies['assignmentsOf'];
  holdsStepUp?: (app: App) => RouteDependencies['holdsStepUp'];
  /** The initial time. */
  now?: string;
  /** One by default: a query on `db` inside a transaction fails. */
  connections?: number;
  limits?: LimitOverrides;
  /** The database of another replica. */
  urls?: { app: string; owner: string };
  capacity?: MountOptions<App>['capacity'];
  /** False as in production. */
  strict?: boolean;
  auditsWrites?: boolean;
};

/** A service with its own database and clock, over HTTP, without NATS. */
export async function startService<Tables, App extends BaseApp<Tables>>(options: StartOptions<Tables, App>) {
  const { service, routes, subscriptions = [], now = '2026-01-05T09:00:00.000Z', connections = 1 } = options;
  const own = new AsyncDisposableStack();
  const urls = options.urls ?? own.use(await cloneDatabase(service));
  const db: Database<Tables> = openDb<Tables>({
    url: urls.app,
    max: connections,
    // Longer than in production, for busy machines.
    connectTimeout: connections === 1 ? 10_000 : 30_000,
    limits: { statement_timeout: 30_000, lock_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 },
  });
  const clock = { now: new Date(now) };
  const identity = { isAway: false };
  const logLines: string[] = [];
  const keysOfNobody = identityKeys('http://127.0.0.1:1');
  const secret = 'a secret that is only for tests, long enough';
  const app = await options.app(
    baseApp(db, { cursorSecret: secret, now: () => clock.now, ...(options.limits && { limits: options.limits }) }),
  );
  const served = {
    service,
    routes,
    openapi: () => openapiFragment(service, routes),
    app,
    db,
    now: () => clock.now,
    limits: app.limits,
    secret,
    gatewaySecret: internalSecret,
    verifyActor: actorVerifier(
      (...args) => (identity.isAway ? keysOfNobody(...args) : testActorKey),
      () => clock.now,
    ),
    assignmentsOf: options.assignmentsOf?.(app) ?? (async (actor) => actor.assignments),
    holdsStepUp: options.holdsStepUp?.(app) ?? (async () => false),
    log: printingErrors(openLog(service, 'info', { write: (line) => void logLines.push(line) })),
    publicUrl: 'http://trust.test',
    strict: options.strict ?? true,
    auditsWrites: options.auditsWrites ?? true,
    ready: {},
    ...(options.capacity && { capacity: options.capacity }),
  };
  const http = createHttpApp(served);
  const { server, url } = await listen(http, 0, '127.0.0.1');

  async function call(
    method: Method,
    path: string,
    { actor, body, rawBody, headers = {} }: Call = {},
  ): Promise<TestResponse> {
    const response = await send(`${url}${/^\/(\.|api\/v1\/)/.test(path) ? '' : apiBase}${path}`, {
      method: method.toUpperCase(),
      headers: {
        ...gatewayProof,
        ...(actor && { 'x-actor-assertion': await signActor(actor, clock.now) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(rawBody && { body: rawBody }),
    });
    const type = response.headers.get('content-type') ?? '';
    const content = /[/+]json/.test(type) ? JSON.parse(response.content.toString()) : response.content;
    return { status: response.status, headers: response.headers, body: content };
  }

  /** Does not read the body, for a stream that does not end. */
  async function open(
    path: string,
    { actor, signal, method = 'GET', headers: own = {} }: OpenStream,
  ): Promise<Response> {
    const headers = { ...gatewayProof, 'x-actor-assertion': await signActor(actor, clock.now), ...own };
    return fetch(`${url}${apiBase}${path}`, { method, headers, ...(signal && { signal }) });
  }

  return {
    app,
    open,
    db,
    url,
    urls,
    ownerUrl: urls.owner,
    clock,
    logged: logLines,
    /** `isAway`: no public keys are available. */
    identity,
    routes,
    served,
    /** Seconds. */
    advanceClock: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },
    get: (path: string, options?: Call) => call('get', path, options),
    post: (path: string, options?: Call) => call('post', path, options),
    put: (path: string, options?: Call) => call('put', path, options),
    patch: (path: string, options?: Call) => call('patch', path, options),
    delete: (path: string, options?: Call) => call('delete', path, options),
    call,
    /** Runs one statement as the owner of the tables, which no service is. */
    async asOwner(statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
      const client = new pg.Client({ connectionString: urls.owner });
      await client.connect();
      return client.query(statement, values).finally(() => client.end());
    },
    /** Oldest first. */
    async emitted<E extends EventType>(type: E): Promise<PayloadOf<E>[]> {
      const { rows } = await sql<{
        payload: PayloadOf<E>;
      }>`select payload from outbox where type = ${type.type} order by position`.execute(db);
      return rows.map(({ payload }) => payload);
    },
    /** Not yet in the audit log; oldest first. */
    async refusals(): Promise<{ actorId: string; operation: string; slug: string; count: number }[]> {
      const { rows } = await sql<{ actorId: string; operation: string; slug: string; count: number }>`
        select actor_id as "actorId", operation, slug, count from open_refusal order by first_at, operation, slug`.execute(
        db,
      );
      return rows;
    },
    /** One transaction, without inbox and order. */
    async deliver<E extends EventType>(type: E, payload: PayloadOf<E>, id: string = app.newId()): Promise<void> {
      const listening = subscriptions.filter((one) => one.type.type === type.type);
      if (listening.length === 0) throw new Error(`${service} does not subscribe to ${type.type}.`);
      const event = { id, type: type.type, time: clock.now };
      await db.transact(async (trx) => {
        for (const { handle } of listening)
          await handle([{ payload: type.payload.parse(payload), event }], { trx: trx as never }, app);
      });
    },
    async [Symbol.asyncDispose]() {
      await closeServer(server);
      await db.destroy();
      await own.disposeAsync();
    },
  };
}

export type TestService<Tables, App extends BaseApp<Tables>> = Awaited<ReturnType<typeof startService<Tables, App>>>;
