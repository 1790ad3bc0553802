import { InMemoryMetricExporter, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { person } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { log, openWorld } from '../../test/event-world.ts';
import { capacity } from '../http/overload.ts';
import { routeFor } from '../http/route.ts';
import { emit } from '../outbox/outbox.ts';
import { serve } from '../serve.ts';
import { instruments, startMetrics } from './meter.ts';

async function openMetrics() {
  const reader = new PeriodicExportingMetricReader({
    exporter: new InMemoryMetricExporter(0),
    exportIntervalMillis: 3_600_000,
  });
  const started = await startMetrics('test', [reader]);
  return {
    async read() {
      const { resourceMetrics, errors } = await reader.collect();
      expect(errors).toEqual([]);
      const points = resourceMetrics.scopeMetrics.flatMap(({ metrics }) =>
        metrics.flatMap(({ descriptor, dataPoints }) =>
          dataPoints.map(({ attributes, value }) => ({
            name: descriptor.name,
            attributes,
            value: typeof value === 'number' ? value : value.count,
          })),
        ),
      );
      return points;
    },
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}

const route = routeFor<SampleApp>();
const params = z.object({ id: z.string() });
const routes = {
  getThing: route(
    {
      method: 'get',
      path: '/things/{id}',
      summary: 'Reads',
      access: 'session',
      limit: 'geocode',
      params,
      responds: { status: 204 },
    },
    async ({ params }, { db }) => {
      if (params.id.startsWith('broken')) await sql`select ${params.id}::int`.execute(db);
    },
  ),
};

test('P3 metrics of requests, limits and shed load name route templates and no person', async () => {
  await using metrics = await openMetrics();
  let full = false;
  const admission = capacity({ isOverloaded: () => full }, 100);
  await using service = await startSample(routes, { limits: { geocode: 2 }, capacity: () => admission });
  const canaries = ['broken-canary', '+32470123456', 'canary@example.test'];
  const actor = person();
  const statuses: number[] = [];
  for (const id of canaries) statuses.push((await service.get(`/things/${encodeURIComponent(id)}`, { actor })).status);
  full = true;
  statuses.push((await service.get('/things/canary', { actor })).status);
  expect(statuses).toEqual([500, 204, 429, 503]);

  const points = await metrics.read();
  const of = (name: string) =>
    points.filter((point) => point.name === name).map(({ attributes, value }) => [attributes, value]);
  const route = 'GET /api/v1/things/{id}';
  expect(of('http.server.request.duration')).toEqual([
    [{ 'http.route': route, 'http.status_class': '5xx' }, 1],
    [{ 'http.route': route, 'http.status_class': '2xx' }, 1],
    [{ 'http.route': route, 'http.status_class': '4xx' }, 1],
  ]);
  expect(of('http.server.active_requests')).toEqual([[{}, 0]]);
  expect(of('trust.requests.shed')).toEqual([[{}, 1]]);
  expect(of('trust.requests.rate_limited')).toEqual([[{ 'trust.limit': 'geocode' }, 1]]);
  const all = JSON.stringify(points);
  for (const secret of [...canaries, 'canary', actor.userId, actor.sessionId, '127.0.0.1'])
    expect(all).not.toContain(secret);
});

test('metrics show the outbox backlog, consumer lag, waiting connections and an alarm', async () => {
  await using metrics = await openMetrics();
  await using world = await openWorld();
  const { db, events } = world;
  await db.transact((trx) => emit(trx, events.noted, { value: 1 }));
  const relay = await world.relay();
  const consumers = await world.consume();
  await relay.drain();
  await consumers.drain();
  instruments().alarms.add(1, { 'trust.alarm': 'sms-budget' });
  const settings = {
    PORT: 0,
    HOST: '127.0.0.1',
    TRUST_MODE: 'production',
    SHUTDOWN_WAIT_MS: 0,
    MAX_IN_FLIGHT: 9,
  } as const;
  const reported = Promise.withResolvers<void>();
  await using service = await startSample(routes);
  const config = { ...settings, IDENTITY_URL: 'http://127.0.0.1:1', CURSOR_SECRET: 'x'.repeat(43) } as Parameters<
    typeof serve
  >[1];
  const served = serve(
    'webhooks',
    config,
    { routes, openapi: () => ({}), app: service.app, log, ready: {} },
    () => reported.promise,
  );

  const points = await metrics.read();
  expect(points).toEqual(
    expect.arrayContaining([
      { name: 'trust.outbox.unsent', attributes: {}, value: 0 },
      { name: 'trust.outbox.oldest_unsent', attributes: {}, value: 0 },
      { name: 'trust.stream.lost', attributes: {}, value: 0 },
      { name: 'trust.dead_letters', attributes: {}, value: 0 },
      { name: 'trust.nats.connected', attributes: {}, value: 1 },
      {
        name: 'trust.consumer.lag',
        attributes: {
          'trust.publisher': world.publisher,
          'trust.stream': expect.any(String),
          'trust.durable': expect.any(String),
        },
        value: 0,
      },
      { name: 'trust.event.delay', attributes: { 'trust.publisher': world.publisher }, value: 1 },
      { name: 'trust.alarms', attributes: { 'trust.alarm': 'sms-budget' }, value: 1 },
      { name: 'db.client.connection.count', attributes: { state: 'used' }, value: expect.any(Number) },
      { name: 'db.client.connection.pending_requests', attributes: {}, value: 0 },
    ]),
  );
  reported.resolve();
  await served;
});
