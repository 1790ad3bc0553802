import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startGateway } from '../../test/gateway.ts';

const part = { 'x-max-body-bytes': 10_000_000, 'x-streams': true };
const operations = { 'GET /things': {}, 'PUT /parts': part, 'GET /files': { 'x-streams': true } };
const ok: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'));

/** An upload of so many bytes, which sends what it is told to; resolves with the first line of the answer. */
function openUpload(url: string, length: number) {
  const { hostname, port } = new URL(url);
  const answer = Promise.withResolvers<string>();
  let heard = '';
  const socket: Socket = connect(Number(port), hostname);
  socket.write(`PUT /api/v1/parts HTTP/1.1\r\nHost: trust.test\r\nContent-Length: ${length}\r\n\r\n`);
  socket.on('data', (chunk) => (heard += chunk)).on('error', () => {});
  socket.on('close', () => answer.resolve(heard));
  return { send: (bytes: number) => socket.write(Buffer.alloc(bytes)), answer: answer.promise, socket };
}

/** Sends so many bytes each 20 ms until the connection ends. */
async function trickle(upload: ReturnType<typeof openUpload>, bytes: number): Promise<void> {
  for (; upload.socket.writable; await delay(20)) upload.send(bytes);
}

const patiently = { timeout: 20_000 };
const minimumRate = { bytesPerSecond: 10_000, grace: 1000 };

test('I6 an upload slower than the minimum rate is 408, however steadily it sends', async () => {
  await using gateway = await startGateway(operations, ok, { minimumRate });
  const upload = openUpload(gateway.url, 100_000);
  void trickle(upload, 20);
  expect(await upload.answer).toMatch(/^HTTP\/1.1 408 .*\r\nConnection: close\r\n/is);
});

test('I6 an upload that sends nothing after its headers holds no place and is 408', async () => {
  await using gateway = await startGateway(operations, ok, { minimumRate, maxStreams: 1 });
  const silent = [1, 2, 3].map(() => openUpload(gateway.url, 1000));
  await delay(50);
  const put = await fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body: 'part' });
  expect([put.status, gateway.seen.length]).toEqual([200, 1]);
  for (const { answer } of silent) expect(await answer).toMatch(/^HTTP\/1.1 408 /);
});

test('I6 time in which the service takes nothing is not the client’s, and a quick upload may be long', async () => {
  const taken = Promise.withResolvers<void>();
  await using gateway = await startGateway(
    operations,
    async (request, response) => {
      request.pause();
      await taken.promise;
      ok(request, response);
    },
    { minimumRate },
  );
  const size = 8_000_000;
  const upload = fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body: Buffer.alloc(size) });
  await delay(2 * minimumRate.grace);
  taken.resolve();
  expect((await upload).status).toBe(200);
});

test('I6 uploads and downloads take neither places nor connections of the others, nor these of them', async () => {
  const held: ServerResponse[] = [];
  const options = { maxInFlight: 2, maxStreams: 70 };
  await using gateway = await startGateway(operations, (_request, response) => void held.push(response), options);
  const get = async (path: string, signal?: AbortSignal) =>
    (await fetch(`${gateway.url}/api/v1${path}`, signal ? { signal } : {})).status;
  const uploads = Array.from({ length: 40 }, () => openUpload(gateway.url, 100));
  for (const upload of uploads) upload.send(1);
  const downloads = Array.from({ length: 30 }, () => get('/files'));
  // More than one pool has connections, and all of them with the service.
  await vi.waitUntil(() => held.length === 70, patiently);
  expect(await get('/files')).toBe(503);

  const quick = [get('/things'), get('/things')];
  await vi.waitUntil(() => held.length === 72, patiently);
  expect(await get('/things')).toBe(503);
  for (const response of held.splice(70)) response.end('{}');
  expect(await Promise.all(quick)).toEqual([200, 200]);
  for (const response of held) response.end('{}');
  expect(new Set(await Promise.all(downloads))).toEqual(new Set([200]));
});
