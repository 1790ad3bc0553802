import { setTimeout as delay } from 'node:timers/promises';
import { openapiFragment } from '@trust/openapi/fragment';
import { baseApp } from '@trust/service-kit/app';
import { openDb } from '@trust/service-kit/database/db';
import { routeFor } from '@trust/service-kit/http/route';
import { openLog } from '@trust/service-kit/observability/log';
import { serve } from '@trust/service-kit/serve';
import { internalSecret } from '@trust/service-testing/gateway';
import type { SampleApp } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { z } from 'zod';

const route = routeFor<SampleApp>();
const params = z.object({ id: z.string() });
const responds = { status: 200, body: z.object({ done: z.boolean() }).meta({ id: 'Done' }) };

const routes = {
  getThing: route(
    { method: 'get', path: '/things/{id}', summary: 'Waits for `id` milliseconds', access: 'public', params, responds },
    async ({ params }) => {
      await delay(Number(params.id));
      return { done: true };
    },
  ),
  postThing: route(
    { method: 'post', path: '/things/{id}', summary: 'Counts its calls', access: 'public', params, responds },
    async ({ params }, { db }) => {
      await sql`insert into aggregate_sequence values (${params.id}, 1)
        on conflict (aggregate_id) do update set last_seq = aggregate_sequence.last_seq + 1`.execute(db);
      return { done: true };
    },
  ),
};

export type ReplicaOptions = { url: string; port: number; wait: number };

/** A sample service until a signal or `shutdown`. `wait` is SHUTDOWN_WAIT_MS. */
export async function serveReplica({ url, port, wait }: ReplicaOptions, shutdown?: () => Promise<void>): Promise<void> {
  await using db = openDb<Record<never, never>>({ url, max: 4 });
  const secret = 'a secret that is only for tests, and quite long enough';
  const app: SampleApp = baseApp(db, { cursorSecret: secret });
  const log = openLog('webhooks', 'silent');
  const config = {
    PORT: port,
    HOST: '127.0.0.1',
    TRUST_MODE: 'production' as const,
    LOG_LEVEL: 'silent' as const,
    TRACE_SLOWER_THAN_MS: 1000,
    SHUTDOWN_WAIT_MS: wait,
    SHUTDOWN_DEADLINE_MS: 24_000,
    MAX_IN_FLIGHT: 256,
    MAX_STREAMS: 256,
    TRUSTED_NETWORK: true,
    PUBLIC_URL: 'http://trust.test',
    NATS_URL: '',
    NATS_PASSWORD: 'none',
    IDENTITY_URL: 'http://127.0.0.1:1',
    DATABASE_URL: url,
    CURSOR_SECRET: secret,
    INTERNAL_SECRET: internalSecret,
  };
  await serve(
    'webhooks',
    config,
    { routes, openapi: () => openapiFragment('webhooks', routes), app, log, ready: {} },
    shutdown,
  );
}
