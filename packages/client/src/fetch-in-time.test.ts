import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, ConnectionError, createTrustClient, TimeoutError } from './client.ts';

/** A platform that answers as `listener` says. */
async function clientOf(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    sent.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { sent, client: createTrustClient({ baseUrl, timeoutMs: 500, retry: { random: () => 0 }, ...options }) };
}

const failing = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const silence: RequestListener = () => {};

test('throws a TimeoutError, which is a ConnectionError, and repeats what is safe to repeat once', async () => {
  const { client, sent } = await clientOf(silence);
  const error = await failing(client.api.getWorkspace());
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ name: 'TimeoutError', message: expect.stringContaining('within 0.5 s') });
  expect(sent).toHaveLength(2);
});

test('repeats a timed-out create under its key, and a request without a key never', async () => {
  const { client, sent } = await clientOf(silence);
  const body = { displayName: 'Lumière', kind: 'individual', operatingModel: 'travels' } as const;
  expect(await failing(client.api.createProvider({ body }))).toBeInstanceOf(TimeoutError);
  expect(sent).toHaveLength(2);
  const challenge = { channel: 'email', identifier: 'anna@example.test' } as const;
  expect(await failing(client.api.createChallenge({ body: challenge }))).toBeInstanceOf(TimeoutError);
  expect(sent).toHaveLength(3);
});

test('the limit includes the body of the response', async () => {
  const { client } = await clientOf((_request, response) => response.writeHead(200).write('{"items":'));
  expect(await failing(client.api.getWorkspace())).toBeInstanceOf(TimeoutError);
});

test('a connection lost in the middle of a body is repeated', async () => {
  let count = 0;
  const { client, sent } = await clientOf((_request, response) => {
    response.setHeader('content-type', 'application/json');
    if (count++ > 0) return void response.end('{"ok":true}');
    response.setHeader('content-length', '1000');
    response.write('{"ok"');
    setImmediate(() => response.destroy());
  });
  expect(await client.api.getWorkspace()).toEqual({ ok: true });
  expect(sent).toHaveLength(2);
});

test('a stream has no limit once it has begun, and its signal ends it', async () => {
  const { client } = await clientOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('one');
    setTimeout(() => response.write('two'), 800);
  });
  const abort = new AbortController();
  const stream = await client.api.getMissionControlStream({ parseAs: 'stream', signal: abort.signal });
  const reader = (stream as ReadableStream<Uint8Array>).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect([await next(), await next()]).toEqual(['one', 'two']);
  abort.abort(new Error('enough'));
  await expect(reader.read()).rejects.toThrow();
});

test('a stream that does not begin is timed out', async () => {
  const { client } = await clientOf(silence);
  expect(await failing(client.api.getMissionControlStream({ parseAs: 'stream' }))).toBeInstanceOf(TimeoutError);
});

test('0 is no limit, for the client and for a call', async () => {
  const late: RequestListener = (_request, response) =>
    void setTimeout(() => response.setHeader('content-type', 'application/json').end('{"ok":true}'), 900);
  const unlimited = await clientOf(late, { timeoutMs: 0 });
  expect(await unlimited.client.api.getWorkspace()).toEqual({ ok: true });
  expect(await failing(unlimited.client.api.getWorkspace({ timeoutMs: 50 }))).toBeInstanceOf(TimeoutError);
  const limited = await clientOf(late);
  expect(await limited.client.api.getWorkspace({ timeoutMs: 0 })).toEqual({ ok: true });
});

test('an abort wins over the limit, with its reason', async () => {
  const { client } = await clientOf(silence);
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('enough')), 20);
  expect(await failing(client.api.getWorkspace({ signal: abort.signal }))).toMatchObject({ message: 'enough' });
});

test('refuses a limit that is no number of milliseconds', () => {
  const make = (timeoutMs: number) => () => createTrustClient({ baseUrl: 'http://trust.test', timeoutMs });
  expect(make(-1)).toThrow('`timeoutMs` is -1. Write milliseconds, or 0 for none.');
  expect(make(Number.NaN)).toThrow(TypeError);
});
