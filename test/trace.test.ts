import { randomUUID } from 'node:crypto';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { aggregateOf, type EventType, subjectOf } from '@trust/contracts/event';
import { sessionRevoked } from '@trust/contracts/events/identity';
import { openapiFragment } from '@trust/openapi/fragment';
import { provision, streamsFor } from '@trust/service-admin/provision-streams';
import { openBus } from '@trust/service-kit/bus/bus';
import { routeFor } from '@trust/service-kit/http/route';
import { startConsumers } from '@trust/service-kit/inbox/consume';
import { consumerPlansOf } from '@trust/service-kit/inbox/durables';
import { onFor } from '@trust/service-kit/inbox/subscription';
import { closeServer, listen } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { startTelemetry } from '@trust/service-kit/observability/start-telemetry';
import { emit } from '@trust/service-kit/outbox/outbox';
import { startRelay } from '@trust/service-kit/outbox/relay';
import { internalSecret } from '@trust/service-testing/gateway';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { gatewayHttp } from '../services/gateway/src/app.ts';
import { routesOf } from '../services/gateway/src/contract/routing.ts';
import { Upstream } from '../services/gateway/src/upstreams/upstream.ts';

const routes = {
  endThing: routeFor<SampleApp>()(
    {
      method: 'post',
      path: '/things/{id}/end',
      summary: 'Emits',
      access: 'public',
      params: z.object({ id: z.uuid() }),
      responds: { status: 204 },
    },
    async ({ params }, { db }) => {
      await db.transact((trx) => emit(trx, sessionRevoked, { sessionId: params.id }));
    },
  ),
};

test('one trace covers gateway, service, database, NATS and consumer, and its spans have the route’s name', async () => {
  const exporter = new InMemorySpanExporter();
  await using _telemetry = await startTelemetry('test', { processors: [new SimpleSpanProcessor({ exporter })] });
  await using service = await startSample(routes, { connections: 4 });
  await using bus = await openBus({ url: inject('stack').natsUrl, name: 'trace' });
  const log = openLog('trace', 'silent');
  // The event's type belongs to identity, so relay and consumer use identity's stream.
  const subjects = [subjectOf(sessionRevoked.type, aggregateOf(sessionRevoked))];
  const id = randomUUID();
  const readings = consumerPlansOf(`trace-${id}`, [{ type: sessionRevoked as EventType }]);
  await provision(bus, { streams: streamsFor(subjects), consumers: readings });
  await using _relay = await startRelay(service.db, bus, { service: 'identity', log });
  const applied = Promise.withResolvers<void>();
  const subscription = onFor<SampleApp>()(sessionRevoked, async ({ sessionId }, { trx }) => {
    await sql`select 1`.execute(trx);
    if (sessionId === id) applied.resolve();
  });
  const consumers = await startConsumers({
    service: `trace-${id}`,
    subscriptions: [subscription],
    app: service.app,
    db: service.db,
    bus,
    log,
  });
  await using _consumers = consumers;

  const contract = openapiFragment('provider', routes);
  const table = routesOf(contract);
  const { server, url } = await listen(
    gatewayHttp({
      contract: { current: () => contract, isComplete: () => true },
      restore: { refuse: () => {} },
      routes: () => table,
      sessions: { assertionFor: async () => '', invalidate: () => {}, drop: () => {} },
      upstreams: { provider: new Upstream('provider', { urls: [service.url], secret: internalSecret }) } as Parameters<
        typeof gatewayHttp
      >[0]['upstreams'],
      website: new Upstream('website', { urls: [service.url], secret: internalSecret }),
      websiteSecret: internalSecret,
      ready: {},
      requestsPerMinute: 100,
      trustedProxies: [],
      load: { isOverloaded: () => false },
      maxInFlight: 256,
      publicUrl: 'http://trust.test',
      hosts: [],
      contactEmail: undefined,
      publicReads: 'anonymous',
      portals: [],
      log,
      minimumRate: { bytesPerSecond: 16_384, grace: 5000 },
      deadline: 10_000,
    }),
    0,
    '127.0.0.1',
  );
  expect((await fetch(`${url}/api/v1/things/${id}/end`, { method: 'POST' })).status).toBe(204);
  await applied.promise;
  await closeServer(server);

  const route = 'POST /api/v1/things/{id}/end';
  const names = await vi.waitFor(() => {
    const spans = exporter.getFinishedSpans();
    const { traceId } = spans.find(({ name }) => name === route)?.spanContext() ?? {};
    const found = spans.filter((span) => span.spanContext().traceId === traceId).map(({ name }) => name);
    expect(found).toContain(`process ${sessionRevoked.type}`);
    return found;
  });
  // Gateway and service; the client span between them; statements; the two event spans.
  expect(names.filter((name) => name === route)).toHaveLength(2);
  expect(names).toContain('POST provider');
  expect(names.some((name) => /^\s*(with|insert)/.test(name))).toBe(true);
  expect(names.some((name) => name.includes(sessionRevoked.type) && !name.startsWith('process'))).toBe(true);
});
