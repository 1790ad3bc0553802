import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '@trust/service-kit/listen';
import { type Outage, Problem } from '@trust/service-kit/problems/problem';
import { expect, test, vi } from 'vitest';
import { startGateway } from '../../test/gateway.ts';
import { Upstream } from './upstream.ts';

const operations = {
  'GET /things': {},
  'POST /things': {},
  'PUT /things': {},
  'PUT /parts': { 'x-max-body-bytes': 1_000_000 },
};
const ok: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'));
const hang: RequestListener = () => {};
const reset: RequestListener = (request) => void request.socket.destroy();

async function get(url: string, init: RequestInit = {}) {
  const response = await fetch(`${url}/api/v1/things`, init);
  await response.arrayBuffer();
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) };
}

const busyMachine = { timeout: 20_000 };
const times = <Result>(count: number, work: () => Promise<Result>) => Promise.all(Array.from({ length: count }, work));

test('L4 returns 503 at the deadline when a service hangs, without a retry, and then opens the circuit', async () => {
  await using gateway = await startGateway(operations, hang, { deadline: 500, halfOpenAfter: 60_000 });
  const waves = 4;
  let sentBeforeOpen = 0;
  for (let wave = 0; wave < waves; wave++) {
    for (const { status, retryAfter } of await times(25, () => get(gateway.url))) {
      expect(status).toBe(503);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
    }
    // The circuit opens after the first wave: the service gets no more requests.
    if (wave === 0) sentBeforeOpen = gateway.seen.length;
  }
  expect(sentBeforeOpen).toBeLessThanOrEqual(25);
  expect(gateway.seen).toHaveLength(sentBeforeOpen);
});

test('L4 retries at most a tenth of requests after a lost connection, and no POST', async () => {
  await using gateway = await startGateway(operations, reset, { halfOpenAfter: 1 });
  let sent = 0;
  for (; sent < 100; sent++) expect((await get(gateway.url)).status).toBe(503);
  expect(gateway.seen.length).toBeLessThanOrEqual(1.1 * sent);
  const before = gateway.seen.length;
  for (let post = 0; post < 20; post++) await get(gateway.url, { method: 'POST', body: '{}' });
  expect(gateway.seen.length - before).toBeLessThanOrEqual(20);
});

test('L4 retries a PUT after a lost connection; for a POST returns 503 and opens the circuit', async () => {
  let respond = ok;
  await using gateway = await startGateway(operations, (...exchange) => respond(...exchange), {
    halfOpenAfter: 60_000,
  });
  const body = JSON.stringify({ name: 'read to its end' });
  for (let round = 0; round < 20; round++) await get(gateway.url);
  const before = gateway.seen.length;
  respond = (request, response) => (gateway.seen.length === before + 1 ? reset : ok)(request, response);
  expect((await get(gateway.url, { method: 'PUT', body })).status).toBe(200);
  expect(gateway.seen.length).toBe(before + 2);

  respond = (request) => void request.resume().on('end', () => request.socket.destroy());
  for (let post = 0; post < 60; post++) {
    const { status, retryAfter } = await get(gateway.url, { method: 'POST', body });
    expect([status, retryAfter]).toEqual([503, 1]);
  }
  // The circuit opens once half of the requests have failed.
  expect(gateway.seen.length - before).toBeLessThan(40);
});

test('L4 closes the connection when the service breaks off after the headers', async () => {
  await using gateway = await startGateway(operations, (request, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.flushHeaders();
    setTimeout(() => request.socket.destroy(), 20);
  });
  await expect(get(gateway.url, { signal: AbortSignal.timeout(5000) })).rejects.toThrow(/fetch failed|terminated/);
});

test('L4 forwards the remaining time to the service and ignores the client’s value', async () => {
  await using gateway = await startGateway(operations, ok, { deadline: 5000 });
  await get(gateway.url, { headers: { 'x-internal-time-left': '99999999' } });
  const left = Number(gateway.seen[0]?.headers['x-internal-time-left']);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(5000);
});

test('L4 allows an upload longer than the deadline while it sends', async () => {
  await using gateway = await startGateway(operations, ok, { deadline: 100 });
  const body = new ReadableStream({
    async start(controller) {
      for (let piece = 0; piece < 4; piece++) {
        controller.enqueue(Buffer.alloc(1000));
        await delay(50);
      }
      controller.close();
    },
  });
  const response = await fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body, duplex: 'half' } as RequestInit);
  expect(response.status).toBe(200);
});

test('L5 an open circuit tries one request at a time and closes on a response', async () => {
  const openRequests: IncomingMessage[] = [];
  const hold: RequestListener = (request) => void openRequests.push(request.resume());
  let respond = reset;
  await using gateway = await startGateway(operations, (...exchange) => respond(...exchange), {
    // Longer than the test: requests that wait for the trial never end.
    deadline: 120_000,
    halfOpenAfter: 30,
  });
  // A POST is not retried.
  const post = () => get(gateway.url, { method: 'POST', body: '{}' });
  await times(20, post);
  respond = hold;
  for (const trial of [1, 2]) {
    const sent: Promise<unknown>[] = [];
    for (; openRequests.length < trial; await delay(5)) sent.push(post());
    for (const { status } of await times(20, post)) expect(status).toBe(503);
    expect(openRequests).toHaveLength(trial);
    openRequests.at(-1)?.socket.destroy();
    await Promise.all(sent);
  }
  respond = ok;
  await vi.waitFor(async () => {
    const statuses = (await times(20, post)).map(({ status }) => status);
    expect(statuses).toEqual(Array(20).fill(200));
  }, busyMachine);
});

test('L5 uploads alone close the circuit once the service responds', async () => {
  let respond = reset;
  await using gateway = await startGateway(operations, (...exchange) => respond(...exchange), { halfOpenAfter: 30 });
  const put = async () => (await fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body: 'part' })).status;
  await times(20, () => get(gateway.url));
  expect(await put()).toBe(503);
  respond = ok;
  await vi.waitFor(async () => expect(await put()).toBe(200), busyMachine);
});

test('L3 frees the slots of clients that disconnect while waiting for a connection', async () => {
  const pending: ServerResponse[] = [];
  let isHanging = true;
  const limits = { maxInFlight: 144, deadline: 60_000 };
  await using gateway = await startGateway(
    operations,
    (_request, response) => {
      if (isHanging) pending.push(response);
      else response.end('{}');
    },
    limits,
  );
  // 64 requests use all connections; the others wait for one until no slot is free.
  const staying = Array.from({ length: 64 }, () => get(gateway.url));
  await vi.waitUntil(() => gateway.seen.length === 64, busyMachine);
  const leaving = new AbortController();
  const aborted = Array.from({ length: 80 }, () => get(gateway.url, { signal: leaving.signal }).catch(() => 'aborted'));
  await vi.waitUntil(
    async () => (await get(gateway.url, { signal: AbortSignal.timeout(100) }).catch(() => undefined))?.status === 503,
    busyMachine,
  );
  leaving.abort();
  await Promise.all(aborted);
  isHanging = false;
  for (const response of pending) response.end('{}');
  for (const { status } of await Promise.all(staying)) expect(status).toBe(200);
  for (const { status } of await times(100, () => get(gateway.url))) expect(status).toBe(200);
});

test('returns every byte of short and long bodies, with and without their length', async () => {
  const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 256));
  await using gateway = await startGateway(operations, (request, response) => {
    const [length, isChunked] = [Number(request.headers['x-length']), request.headers['x-chunked'] === 'yes'];
    if (!isChunked) response.setHeader('Content-Length', length);
    response.end(bytes.subarray(0, length));
  });
  for (const length of [0, 1, 256, 8192, 8193, bytes.length])
    for (const chunked of ['yes', 'no']) {
      const headers = { 'x-length': String(length), 'x-chunked': chunked };
      const response = await fetch(`${gateway.url}/api/v1/things`, { headers });
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(0, length));
    }
});

test('a 503 names the service that did not answer, why, and how often it was asked', async () => {
  let respond: RequestListener = (_request, response) => void response.end('{}');
  const { server, url } = await listen((...exchange) => respond(...exchange), 0, '127.0.0.1');
  const upstream = new Upstream('provider', { urls: [url], secret: 'of this test' }, { halfOpenAfter: 60_000 });
  // Each request earns a tenth of a retry.
  for (let round = 0; round < 10; round++) await upstream.get('/livez');
  respond = reset;
  const outages: (Outage | undefined)[] = [];
  for (let round = 0; round < 20; round++) {
    const error: unknown = await upstream.get('/livez').catch((thrown: unknown) => thrown);
    outages.push(error instanceof Problem ? error.extras.outage : undefined);
  }
  await upstream[Symbol.asyncDispose]();
  server.close();
  expect(outages[0]).toMatchObject({ upstream: 'provider', reason: 'lost', attempt: 2, err: expect.any(Error) });
  expect(outages[1]).toMatchObject({ reason: 'lost', attempt: 1 });
  expect(outages.at(-1)).toEqual({ upstream: 'provider', reason: 'circuit open' });
});
