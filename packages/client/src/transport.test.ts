import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ConnectionError } from './connection-errors.ts';
import { createTransport, type RetryOptions } from './transport.ts';

type Outcome = number | [status: number, retryAfter: string] | Error;

/** Answers with `outcomes` in order, and records the waits. */
async function send(request: RequestInit, outcomes: Outcome[], options: RetryOptions = {}) {
  const delays: number[] = [];
  const sent: Request[] = [];
  const transport = createTransport(
    async (one) => {
      sent.push(one);
      const outcome = outcomes[sent.length - 1] ?? 200;
      if (outcome instanceof Error) throw outcome;
      const [status, retryAfter] = typeof outcome === 'number' ? [outcome] : outcome;
      return new Response('{}', { status, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) });
    },
    { random: () => 0.5, sleep: async (ms) => void delays.push(ms), ...options },
  );
  const result = await transport(() => new Request('http://trust.test/things', request)).catch((error) => error);
  return { result, delays, attempts: sent.length };
}

const keyed = { method: 'POST', headers: { 'idempotency-key': 'one' } };

test('waits as long as Retry-After asks, plus jitter', async () => {
  expect(await send({ method: 'PATCH' }, [[429, '2']])).toMatchObject({ delays: [2100], result: { status: 200 } });
  expect(await send({ method: 'POST' }, [[409, '1']])).toMatchObject({ delays: [1100], result: { status: 200 } });
});

test('returns a response whose Retry-After is beyond the cap without waiting', async () => {
  const outcome = await send({}, [[429, '31']]);
  expect(outcome).toMatchObject({ attempts: 1, delays: [], result: { status: 429 } });
  expect(await send({}, [[429, '31']], { maxWaitMs: 31_000 })).toMatchObject({ attempts: 2, delays: [31_100] });
});

test('backs off exponentially with jitter after a lost connection', async () => {
  const lost = new TypeError('fetch failed');
  const outcome = await send(keyed, [lost, lost, 503, 200]);
  expect(outcome).toMatchObject({ attempts: 4, delays: [200, 400, 800], result: { status: 200 } });
});

test('throws a ConnectionError with its cause after the last attempt', async () => {
  const lost = new TypeError('fetch failed');
  const { result, attempts } = await send({}, Array(9).fill(lost), { attempts: 3 });
  expect(result).toBeInstanceOf(ConnectionError);
  expect(result).toMatchObject({ cause: lost, message: expect.stringContaining('GET http://trust.test/things') });
  expect(attempts).toBe(3);
});

test.each([
  ['a POST without a key', { method: 'POST' }],
  ['a PATCH', { method: 'PATCH' }],
])('repeats %s neither after a lost connection nor after 503', async (_name, request) => {
  expect(await send(request, [new TypeError('fetch failed')])).toMatchObject({ attempts: 1 });
  expect(await send(request, [[503, '1']])).toMatchObject({ attempts: 1, result: { status: 503 } });
});

test.each([400, 401, 404, 409, 500])('does not repeat a request answered with %i', async (status) => {
  expect(await send(keyed, [status])).toMatchObject({ attempts: 1, result: { status } });
});

test('an abort ends the waiting with its reason', async () => {
  const abort = new AbortController();
  const transport = createTransport(async () => {
    setTimeout(() => abort.abort(new Error('enough')));
    return new Response('', { status: 429, headers: { 'retry-after': '20' } });
  });
  const request = () => new Request('http://trust.test/things', { signal: abort.signal });
  await expect(transport(request)).rejects.toThrow('enough');
});

test('does not follow a redirect, which would send the tokens of the body elsewhere', async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(`${request.url} ${await text(request)}`);
    response.writeHead(request.url === '/refresh' ? 307 : 200, { location: '/elsewhere' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const refresh = () => new Request(`http://127.0.0.1:${port}/refresh`, { method: 'POST', body: 'a token' });
  const response = await createTransport((request) => fetch(request))(refresh);
  server.close();
  expect(response.status).toBe(307);
  expect(bodies).toEqual(['/refresh a token']);
});
