import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { instruments, recordRequest } from '@trust/service-kit/observability/meter';
import { startTelemetry } from '@trust/service-kit/observability/start-telemetry';
import { SpanKind, withSpan } from '@trust/service-kit/observability/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { telemetryServer } from './serve.ts';
import type { Span } from './span.ts';
import { SpanFile } from './span-file.ts';
import { TraceStore } from './trace-store.ts';
import type { Waterfall } from './waterfall.ts';

const folder = mkdtempSync(join(tmpdir(), 'telemetry-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const requestId = '00000000-0000-4000-8000-000000000001';
const route = 'POST /api/v1/things/{id}';
let url: string;
let closeServer: () => Promise<unknown>;

/** The kit sends one request with a failed statement, and its metrics. */
beforeAll(async () => {
  const server = telemetryServer({ file: new SpanFile(join(folder, 'sent')) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closeServer = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url;
  const telemetry = await startTelemetry('provider');
  const attributes = { 'trust.request.id': requestId, 'http.response.status_code': 500 };
  await withSpan({ name: route, kind: SpanKind.SERVER, attributes }, async () => {
    const statement = { name: 'select 1', kind: SpanKind.CLIENT, attributes: { 'db.query.text': 'select 1' } };
    await withSpan(statement, () => Promise.reject(new Error('no'))).catch(() => {});
  });
  recordRequest(route, 500, 30);
  instruments().alarms.add(2, { 'trust.alarm': 'sms-budget' });
  await telemetry[Symbol.asyncDispose]();
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
});
afterAll(() => closeServer());

const get = async (path: string, accept = 'application/json') => {
  const response = await fetch(url + path, { headers: { accept } });
  return { status: response.status, text: await response.text() };
};
const json = async (path: string) => JSON.parse((await get(path)).text);

test('finds a trace of the kit’s exporter by the id of its request', async () => {
  const trace: Waterfall = await json(`/traces/${requestId}`);
  expect(trace.rows).toMatchObject([
    { depth: 0, service: 'provider', name: route, kind: 'server', isError: false, offset: 0, status: '500' },
    { depth: 1, service: 'provider', name: 'select 1', kind: 'client', isError: true },
  ]);
  expect(await json(`/traces/${trace.summary.traceId}`)).toEqual(trace);
  expect((await get('/traces/unknown')).status).toBe(404);
});

test.each([
  ['', 1],
  ['?status=error', 1],
  ['?status=5xx&route=THINGS', 1],
  ['?status=404', 0],
  ['?route=/people', 0],
  ['?slow=60000', 0],
  ['?after=1000', 0],
])('lists recent requests%s: %i', async (query, count) => {
  const { requests } = await json(`/requests${query}`);
  expect(requests).toHaveLength(count);
  if (count > 0) expect(requests[0]).toMatchObject({ requestId, name: route, status: 500, errors: 1, spans: 2 });
});

test('rejects a filter that it does not know', async () => {
  expect(await get('/requests?status=bad')).toMatchObject({ status: 400, text: expect.stringContaining('5xx') });
});

test('shows metrics under the names that the collector gives them', async () => {
  const { text } = await get('/metrics');
  const labels = `job="provider",instance="[^"]+",otel_scope_name="@trust/service-kit",http_route="${route}"`;
  expect(text).toContain('# TYPE http_server_request_duration_seconds histogram\n');
  for (const line of [
    `http_server_request_duration_seconds_bucket\\{${labels},http_status_class="5xx",le="0.025"\\} 0`,
    `http_server_request_duration_seconds_bucket\\{${labels},http_status_class="5xx",le="0.05"\\} 1`,
    `http_server_request_duration_seconds_bucket\\{${labels},http_status_class="5xx",le="\\+Inf"\\} 1`,
    `http_server_request_duration_seconds_sum\\{${labels},http_status_class="5xx"\\} 0.03`,
    `http_server_request_duration_seconds_count\\{${labels},http_status_class="5xx"\\} 1`,
    'trust_alarms_total\\{job="provider",instance="[^"]+",otel_scope_name="@trust/service-kit",trust_alarm="sms-budget"\\} 2',
  ])
    expect(text).toMatch(new RegExp(`^${line.replace('{id}', '\\{id\\}')}$`, 'm'));
  expect(text).not.toContain('trace_id');
});

test('gives the trace of a request as exemplar in OpenMetrics', async () => {
  const { summary } = await json(`/traces/${requestId}`);
  const { text } = await get('/metrics', 'application/openmetrics-text; version=1.0.0');
  const bucket = text.split('\n').find((line) => line.includes(`# {trace_id="${summary.traceId}"`));
  expect(bucket).toMatch(/^traces_span_metrics_duration_seconds_bucket\{.*http_response_status_code="500"/);
  expect(text).toContain('# TYPE trust_alarms counter\n');
  expect(text.endsWith('# EOF\n')).toBe(true);
});

test('reads compressed spans and rejects protobuf', async () => {
  const post = (type: string, body: Buffer) =>
    fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': type, 'content-encoding': 'gzip' },
      body: new Uint8Array(body),
    });
  const span = { traceId: 'f'.repeat(32), spanId: 'f'.repeat(16), name: 'x', kind: 1, status: {} };
  const times = { startTimeUnixNano: '1000000', endTimeUnixNano: '3000000' };
  const body = gzipSync(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, ...times }] }] }] }));
  expect((await post('application/x-protobuf', body)).status).toBe(415);
  expect((await post('application/json', body)).status).toBe(200);
  expect((await json(`/traces/${span.traceId}`)).rows).toMatchObject([{ service: 'unknown', offset: 0, ms: 2 }]);
  expect((await post('application/json', Buffer.from('{'))).status).toBe(400);
});

test('reads the spans of an earlier run from its file', () => {
  const names = new SpanFile(join(folder, 'sent')).read().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([route, 'select 1']));
});

const spanOf = (trace: number, change: Partial<Span> = {}): Span => ({
  traceId: `trace-${trace}`,
  spanId: `span-${trace}`,
  parentId: undefined,
  service: 'provider',
  name: 'GET /x',
  kind: 'server',
  start: trace,
  duration: 1,
  isError: false,
  attributes: { 'trust.request.id': `request-${trace}` },
  links: [],
  ...change,
});

test('drops the oldest traces beyond its bounds, and spans beyond the bound of a trace', () => {
  const store = new TraceStore({ maxTraces: 10, maxSpans: 8, maxSpansPerTrace: 3 });
  for (let trace = 0; trace < 30; trace++)
    store.add(['a', 'b', 'c', 'd', 'e'].map((spanId) => spanOf(trace, { spanId })));
  expect(store.size).toEqual({ traces: 2, spans: 6 });
  expect(store.find('request-0')).toBeUndefined();
  expect(store.find('request-29')).toMatchObject({ traceId: 'trace-29', isCut: true });
});

test('shows a redelivery below the trace that it links to, whichever arrives first', () => {
  const store = new TraceStore();
  const link = { traceId: 'trace-1', spanId: 'span-1' };
  store.add([spanOf(2, { links: [link], attributes: {} })]);
  store.add([spanOf(1)]);
  expect(store.find('request-1')?.linked.map(({ traceId }) => traceId)).toEqual(['trace-2']);
  expect(store.requests({ filter: () => true, limit: 10 }).requests).toHaveLength(2);
});

test('keeps a bounded file', () => {
  const file = new SpanFile(join(folder, 'bounded'), 2000);
  for (let trace = 0; trace < 100; trace++) file.append([spanOf(trace)]);
  const read = file.read();
  expect(read.at(-1)?.traceId).toBe('trace-99');
  expect(read.length).toBeLessThan(30);
  for (const name of ['spans.jsonl', 'spans.older.jsonl'])
    expect(statSync(join(folder, 'bounded', name)).size).toBeLessThanOrEqual(2000);
});
