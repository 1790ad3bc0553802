import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startGateway } from '../../test/gateway.ts';

const part = { 'x-max-body-bytes': 10_000_000, 'x-streams': true };
const operations = { 'GET /things': {}, 'PUT /parts': part, 'GET /files': { 'x-streams': true } };
const ok: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'));

function openUpload(url: string, length: number) {
  const { hostname, port } = new URL(url);
  const response = Promise.withResolvers<string>();
  let received = '';
  const socket: Socket = connect(Number(port), hostname);
  socket.write(`PUT /api/v1/parts HTTP/1.1\r\nHost: trust.test\r\nContent-Length: ${length}\r\n\r\n`);
  socket.on('data', (chunk) => (received += chunk)).on('error', () => {});
  socket.on('close', () => response.resolve(received));
  return { send: (bytes: number) => socket.write(Buffer.alloc(bytes)), response: response.promise, socket };
}

async function sendSlowly(upload: ReturnType<typeof openUpload>, bytes: number): Promise<void> {
  for (; upload.socket.writable; await delay(20)) upload.send(bytes);
}

const busyMachine = { timeout: 20_000 };
const minimumRate = { bytesPerSecond: 10_000, grace: 1000 };

test('I6 returns 408 for an upload below the minimum rate', async () => {
  await using gateway = await startGateway(operations, ok, { minimumRate });
  const upload = openUpload(gateway.url, 100_000);
  void sendSlowly(upload, 20);
  expect(await upload.response).toMatch(/^HTTP\/1.1 408 .*\r\nConnection: close\r\n/is);
});

test('I6 returns 408 for an upload without a body, which takes no slot', async () => {
  await using gateway = await startGateway(operations, ok, { minimumRate, maxStreams: 1 });
  const silent = [1, 2, 3].map(() => openUpload(gateway.url, 1000));
  await delay(50);
  const put = await fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body: 'part' });
  expect([put.status, gateway.seen.length]).toEqual([200, 1]);
  for (const { response } of silent) expect(await response).toMatch(/^HTTP\/1.1 408 /);
});

test('I6 returns 413 for a declared length over the limit before the body arrives', async () => {
  await using gateway = await startGateway(operations, ok, { minimumRate });
  const upload = openUpload(gateway.url, part['x-max-body-bytes'] + 1);
  const [head] = await once(upload.socket, 'data');
  expect(String(head)).toMatch(/^HTTP\/1.1 413 /);
  expect(gateway.seen).toEqual([]);
  upload.socket.destroy();
});

test('I6 does not charge the client for time in which the service does not read', async () => {
  const canRead = Promise.withResolvers<void>();
  await using gateway = await startGateway(
    operations,
    async (request, response) => {
      request.pause();
      await canRead.promise;
      ok(request, response);
    },
    { minimumRate },
  );
  const size = 8_000_000;
  const upload = fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body: Buffer.alloc(size) });
  await delay(2 * minimumRate.grace);
  canRead.resolve();
  expect((await upload).status).toBe(200);
});

test('I6 streams and quick requests use separate slots and connections', async () => {
  const pending: ServerResponse[] = [];
  const options = { maxInFlight: 2, maxStreams: 70, deadline: 60_000 };
  await using gateway = await startGateway(operations, (_request, response) => void pending.push(response), options);
  const get = async (path: string, signal?: AbortSignal) =>
    (await fetch(`${gateway.url}/api/v1${path}`, signal ? { signal } : {})).status;
  const uploads = Array.from({ length: 40 }, () => openUpload(gateway.url, 100));
  for (const upload of uploads) upload.send(1);
  const downloads = Array.from({ length: 30 }, () => get('/files'));
  // 70 exceeds the 64 connections of quick requests.
  await vi.waitUntil(() => pending.length === 70, busyMachine);
  expect(await get('/files')).toBe(503);

  const quick = [get('/things'), get('/things')];
  await vi.waitUntil(() => pending.length === 72, busyMachine);
  expect(await get('/things')).toBe(503);
  for (const response of pending.splice(70)) response.end('{}');
  expect(await Promise.all(quick)).toEqual([200, 200]);
  for (const response of pending) response.end('{}');
  expect(new Set(await Promise.all(downloads))).toEqual(new Set([200]));
  // The gateway closes only when nobody sends.
  for (const { socket } of uploads) socket.destroy();
});
