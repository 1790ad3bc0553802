import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startGateway } from '../../test/gateway.ts';
import { sendRaw, slowBeginnings, trickle } from '../../test/raw-client.ts';

const operations = { 'GET /things': {}, 'POST /things': {} };
const ok: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'));

test.each([
  [
    'headers of 17 KiB',
    `GET /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nX-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`,
    /^HTTP\/1.1 431 /,
  ],
  [
    'a length and chunks',
    'POST /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    /^HTTP\/1.1 400 /,
  ],
  ['a method that nobody knows', 'STEAL /api/v1/things HTTP/1.1\r\nHost: trust.test\r\n\r\n', /^HTTP\/1.1 501 /],
  [
    'two lengths',
    'POST /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}',
    /^HTTP\/1.1 400 /,
  ],
  [
    'a body longer than it says, whose rest is no request',
    'POST /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nContent-Length: 2\r\n\r\n{}{}{}{}{}',
    /^HTTP\/1.1 (200|400|501) /,
  ],
])('I6 %s', async (_name, text, answer) => {
  await using gateway = await startGateway(operations, ok);
  expect(await sendRaw(gateway.url, text)).toMatch(answer);
  expect(gateway.seen.length).toBeLessThanOrEqual(1);
});

test('I6 a method that a path does not have is 405, and the others are named', async () => {
  await using gateway = await startGateway(operations, ok);
  const trace = 'TRACE /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nConnection: close\r\n\r\n';
  const traced = await sendRaw(gateway.url, trace);
  expect(traced).toMatch(/^HTTP\/1.1 405 /);
  expect(traced).toMatch(/\r\nAllow: GET, HEAD, POST\r\n/);
  const answer = await fetch(`${gateway.url}/api/v1/things`, { method: 'DELETE' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await fetch(`${gateway.url}/api/v1/elsewhere`, { method: 'DELETE' })).status).toBe(404);
  expect(gateway.seen).toEqual([]);
});

test('I3 a body that ends before its length is nobody’s request', async () => {
  let whole = 0;
  await using gateway = await startGateway(operations, (request, response) => {
    request.resume().on('end', () => {
      whole += 1;
      response.end('{}');
    });
  });
  const { hostname, port } = new URL(gateway.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.end('POST /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nContent-Length: 100\r\n\r\n{"name"');
    });
    socket.resume().on('close', () => resolve());
  });
  expect((await fetch(`${gateway.url}/api/v1/things`)).status).toBe(200);
  expect(whole).toBe(1);
});

test('I6 clients that send almost nothing lose their connections, and others are served meanwhile', async () => {
  const limit = 1500;
  const patience = { headersTimeout: limit, requestTimeout: 300_000, connectionsCheckingInterval: 250 };
  await using gateway = await startGateway(operations, ok, { patience, deadline: limit });
  const slow = slowBeginnings.flatMap((beginning) =>
    Array.from({ length: 10 }, () => trickle(gateway.url, ...beginning)),
  );
  const sending = setInterval(() => {
    for (const client of slow) client.send();
  }, 200);
  let areOpen = true;
  const allClosed = Promise.all(slow.map(({ ended }) => ended)).then(() => {
    areOpen = false;
  });
  await Promise.all(slow.map(({ connected }) => connected));
  for (let round = 0; round < 10 || areOpen; round++)
    expect((await fetch(`${gateway.url}/api/v1/things`)).status).toBe(200);
  await allClosed;
  clearInterval(sending);
});
