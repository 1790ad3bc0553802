import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { routeFor } from '@trust/service-kit/http/route';
import { startTelemetry } from '@trust/service-kit/observability/start-telemetry';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startGateway } from '../../../services/gateway/test/gateway.ts';
import { telemetryServer } from './serve.ts';
import type { Waterfall } from './waterfall.ts';

const route = routeFor<SampleApp>();
const read = { method: 'get', summary: 'Reads', access: 'public', alwaysOpen: true } as const;
const routes = {
  divide: route(
    { ...read, path: '/things/{by}', params: z.object({ by: z.string() }), responds: { status: 204 } },
    async ({ params }, { db }) => {
      await sql`select 1 / ${Number(params.by)}::int`.execute(db);
    },
  ),
  follow: route({ ...read, path: '/stream', streams: true, responds: { status: 204 } }, async () => {}),
};

const server = telemetryServer();
let receiver: string;
const names = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'] as const;
const before = names.map((name) => process.env[name]);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver;
  process.env.OTEL_TRACES_SAMPLER_ARG = '0.000000001';
});
afterAll(() => {
  for (const [index, name] of names.entries()) {
    if (before[index] === undefined) delete process.env[name];
    else process.env[name] = before[index];
  }
  server.closeAllConnections();
  server.close();
});

type Sent = { path: string; traceparent?: string };

/** Sends requests to a service with an exporter, and gives the ids of those and their traces. */
async function tracesOf(requests: Sent[], options: { slowMs?: number } = {}): Promise<(Waterfall | undefined)[]> {
  const ids: string[] = [];
  {
    await using _telemetry = await startTelemetry('provider', options);
    await using service = await startSample(routes);
    for (const { path, traceparent } of requests) {
      const id = randomUUID();
      const headers = { 'x-request-id': id, ...(traceparent && { traceparent }) };
      await service.get(path, { headers });
      ids.push(id);
    }
  }
  const responses = await Promise.all(ids.map((id) => fetch(`${receiver}/traces/${id}`)));
  return Promise.all(
    responses.map(async (response) => (response.ok ? ((await response.json()) as Waterfall) : undefined)),
  );
}

test('a failed request that was not sampled has its trace with its statement, a quick one has none', async () => {
  const [failed, quick] = await tracesOf([{ path: '/things/0' }, { path: '/things/1' }], { slowMs: 60_000 });
  expect(failed?.rows).toMatchObject([
    { depth: 0, name: 'GET /api/v1/things/{by}', isError: true, status: '500' },
    { depth: 1, name: 'select 1 / $1::int', isError: true },
  ]);
  expect(quick).toBeUndefined();
});

test('a request that takes longer than the setting has its trace, a stream only if it fails', async () => {
  const [slow, stream] = await tracesOf([{ path: '/things/1' }, { path: '/stream' }], { slowMs: 0 });
  expect(slow?.rows.map(({ name }) => name)).toEqual(['GET /api/v1/things/{by}', 'select 1 / $1::int']);
  expect(stream).toBeUndefined();
});

test('the gateway keeps a request that is slow or fails, and no slow stream', async () => {
  const ids: (string | null)[] = [];
  {
    await using _telemetry = await startTelemetry('gateway', { slowMs: 0 });
    const operations = {
      'GET /things': {},
      'GET /stream': { 'x-streams': true },
      'GET /broken': { 'x-streams': true },
    };
    await using gateway = await startGateway(operations, (request, response) => {
      if (request.url?.endsWith('/broken')) response.statusCode = 500;
      response.end('{}');
    });
    for (const path of ['things', 'stream', 'broken']) {
      const response = await fetch(`${gateway.url}/api/v1/${path}`);
      await response.arrayBuffer();
      ids.push(response.headers.get('x-request-id'));
    }
  }
  const found = await Promise.all(ids.map(async (id) => (await fetch(`${receiver}/traces/${id}`)).status));
  expect(found).toEqual([200, 404, 200]);
});

test('a service decides for itself, within the trace of a caller that was not sampled', async () => {
  const traceId = randomBytes(16).toString('hex');
  const caller = (flag: string) => `00-${traceId}-${randomBytes(8).toString('hex')}-${flag}`;
  const [failed] = await tracesOf([{ path: '/things/0', traceparent: caller('00') }]);
  expect(failed?.rows.map(({ traceId: id, depth }) => [id, depth])).toEqual([
    [traceId, 0],
    [traceId, 1],
  ]);
  const [sampled] = await tracesOf([{ path: '/things/1', traceparent: caller('01') }], { slowMs: 60_000 });
  expect(sampled?.rows.at(-1)?.name).toBe('select 1 / $1::int');
});

test('a share of 0 traces no request, not even one that fails', async () => {
  process.env.OTEL_TRACES_SAMPLER_ARG = '0';
  expect(await tracesOf([{ path: '/things/0' }], { slowMs: 0 })).toEqual([undefined]);
});
