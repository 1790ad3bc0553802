import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunFile } from '../supervisor/run-file.ts';
import { telemetryServer } from '../telemetry/serve.ts';
import type { Span } from '../telemetry/span.ts';
import { SpanFile } from '../telemetry/span-file.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'traces-command-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const file = new SpanFile(join(dataDir, 'telemetry'));

const slowId = '00000000-0000-4000-8000-000000000001';
const failedId = '00000000-0000-4000-8000-000000000002';
const noon = Date.parse('2026-11-22T12:00:00.123Z');

function span(trace: string, change: Partial<Span>): Span {
  const ids = { traceId: trace.repeat(32), spanId: trace.repeat(16), parentId: undefined };
  const times = { start: noon, duration: 900 };
  return {
    ...ids,
    ...times,
    service: 'gateway',
    name: '',
    kind: 'server',
    isError: false,
    attributes: {},
    links: [],
    ...change,
  };
}

const requestOf = (requestId: string, status: number) => ({
  'trust.request.id': requestId,
  'http.response.status_code': status,
});
const child = { spanId: 'c'.repeat(16), parentId: 'a'.repeat(16), service: 'provider', duration: 40 };

beforeAll(() => {
  file.append([
    span('a', { name: 'GET /api/v1/slow', attributes: requestOf(slowId, 200) }),
    span('a', { ...child, name: 'select 1', kind: 'client', start: noon + 450 }),
    span('b', { name: 'PUT /api/v1/broken', start: noon + 1000, duration: 5, attributes: requestOf(failedId, 500) }),
    span('d', { name: 'process thing.happened.v1', kind: 'consumer', start: noon + 2000 }),
  ]);
});

const commandAt = (name: 'trace' | 'tail') => join(import.meta.dirname, `${name}.ts`);
const env = { ...process.env, DATA_DIR: dataDir };
const run = (name: 'trace' | 'tail', ...args: string[]) =>
  promisify(execFile)(process.execPath, [commandAt(name), ...args], { env }).catch((error) => error);

const slow = `12:00:00.123  200    900 ms  GET /api/v1/slow  ${slowId}`;
const failed = `12:00:01.123  500    5.0 ms  PUT /api/v1/broken  ${failedId}`;

test('trace lists the requests of a stopped platform, oldest first, without other work', async () => {
  expect(await run('trace')).toMatchObject({ stdout: `${slow}\n${failed}\n` });
});

test('trace filters by failure, duration and route, and adds other work with --all', async () => {
  const [errors, slowest, all] = await Promise.all([
    run('trace', '--errors', '--json'),
    run('trace', '--slow', '100', '--route', 'API'),
    run('trace', '--all', '--limit', '1'),
  ]);
  expect(JSON.parse(errors.stdout)).toMatchObject([{ requestId: failedId, status: 500 }]);
  expect(slowest.stdout).toBe(`${slow}\n`);
  expect(all.stdout).toContain('process thing.happened.v1');
});

test('trace shows the waterfall of a request, also by the id of its trace', async () => {
  const [byRequest, byTrace] = await Promise.all([run('trace', slowId), run('trace', 'a'.repeat(32))]);
  expect(byRequest.stdout).toBe(byTrace.stdout);
  const rows = byRequest.stdout.split('\n').slice(5);
  expect(rows[0]).toMatch(/^ {3}0\.0 ms {4}900 ms {2}gateway {6}GET \/api\/v1\/slow 200 +\|█{24}\|$/);
  expect(rows[1]).toMatch(/^ {3}450 ms {3}40\.0 ms {2}provider {7}select 1 +\| {12}█ {11}\|$/);
});

test.each([
  ['trace', ['unknown'], 'No recent trace has the id unknown.'],
  ['trace', ['--status', 'bad'], 'status is "bad". Use error, a class such as 5xx, or a status such as 404.'],
  ['trace', ['--status', '418'], 'No recent request matches. Without filters: npm run trace'],
  ['trace', [slowId, failedId], 'Name one request only. See `npm run trace -- --help`.'],
  ['trace', ['--limt', '3'], "Unknown option '--limt'. See `npm run trace -- --help`."],
  [
    'trace',
    ['--limit', 'x'],
    '--limit is "x". It must be a whole number from 1 to 500. See `npm run trace -- --help`.',
  ],
  ['tail', [], 'The platform does not run. Start it with `npm start`, or use `npm run trace`.'],
  ['tail', ['--limit', '3'], "Unknown option '--limit'. See `npm run tail -- --help`."],
] as const)('%s %j fails: %s', async (name, args, message) => {
  expect(await run(name, ...args)).toMatchObject({ code: 1, stderr: expect.stringMatching(startOf(message)) });
});

const startOf = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\n`);

test('tail prints a request of the running platform once, when its status has arrived', async () => {
  const server = telemetryServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  using runFile = await RunFile.claim(dataDir, 'http://trust.test', () => {});
  runFile.recordPorts({ telemetry: port } as never);
  const tail = spawn(process.execPath, [commandAt('tail'), '--route', 'seen'], { env });
  try {
    let output = '';
    tail.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    await once(tail.stderr, 'data');
    const seen = { name: 'GET /api/v1/seen', traceId: '1'.repeat(32) };
    await send(port, { ...seen, spanId: '2'.repeat(16), parent: '1'.repeat(16), attributes: {} });
    await send(port, {
      name: 'GET /api/v1/other',
      traceId: '3'.repeat(32),
      spanId: '4'.repeat(16),
      attributes: requestOf(slowId, 200),
    });
    await send(port, { ...seen, spanId: '1'.repeat(16), attributes: requestOf(failedId, 404) });
    await send(port, { ...seen, spanId: '5'.repeat(16), parent: '1'.repeat(16), attributes: {} });
    await send(port, {
      name: 'GET /api/v1/seen-last',
      traceId: '6'.repeat(32),
      spanId: '6'.repeat(16),
      attributes: requestOf(slowId, 200),
    });
    while (!output.includes('seen-last')) await once(tail.stdout, 'data');
    expect(output.match(/ {2}(\d{3} .*)/g)?.map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
      `404 2.0 ms GET /api/v1/seen ${failedId}`,
      `200 2.0 ms GET /api/v1/seen-last ${slowId}`,
    ]);
  } finally {
    tail.kill('SIGINT');
    server.closeAllConnections();
    server.close();
  }
  expect((await once(tail, 'exit'))[0]).toBe(0);
});

type Sent = {
  name: string;
  traceId: string;
  spanId: string;
  parent?: string;
  attributes: Record<string, string | number>;
};

/** As an exporter of OTLP/HTTP. */
async function send(port: number, { parent, attributes, ...ids }: Sent): Promise<void> {
  const times = { startTimeUnixNano: '1000000', endTimeUnixNano: '3000000' };
  const list = Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }));
  const sent = { ...ids, ...times, ...(parent && { parentSpanId: parent }), kind: 2, status: {}, attributes: list };
  const response = await fetch(`http://127.0.0.1:${port}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [sent] }] }] }),
  });
  expect(response.status).toBe(200);
}
