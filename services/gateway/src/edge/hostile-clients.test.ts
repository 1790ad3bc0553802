import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startGateway } from '../../test/gateway.ts';
import { incompleteRequests, sendRaw, sendSlowly } from '../../test/raw-client.ts';

const operations = { 'GET /things': {}, 'POST /things': {} };
const ok: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'));

test.each([
  [
    'returns 431 for headers of 17 KiB',
    `GET /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nX-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`,
    /^HTTP\/1.1 431 /,
  ],
  [
    'returns 400 for Content-Length with Transfer-Encoding',
    'POST /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    /^HTTP\/1.1 400 /,
  ],
  ['returns 501 for an unknown method', 'STEAL /api/v1/things HTTP/1.1\r\nHost: trust.test\r\n\r\n', /^HTTP\/1.1 501 /],
  [
    'returns 400 for two Content-Length headers',
    'POST /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}',
    /^HTTP\/1.1 400 /,
  ],
  [
    'does not forward bytes beyond Content-Length as a request',
    'POST /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nContent-Length: 2\r\n\r\n{}{}{}{}{}',
    /^HTTP\/1.1 (200|400|501) /,
  ],
])('I6 %s', async (_title, text, response) => {
  await using gateway = await startGateway(operations, ok);
  expect(await sendRaw(gateway.url, text)).toMatch(response);
  expect(gateway.seen.length).toBeLessThanOrEqual(1);
});

test('I6 returns 405 with Allow for a method that the path does not have', async () => {
  await using gateway = await startGateway(operations, ok);
  const trace = 'TRACE /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nConnection: close\r\n\r\n';
  const traced = await sendRaw(gateway.url, trace);
  expect(traced).toMatch(/^HTTP\/1.1 405 /);
  expect(traced).toMatch(/\r\nAllow: GET, HEAD, POST\r\n/);
  const response = await fetch(`${gateway.url}/api/v1/things`, { method: 'DELETE' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await fetch(`${gateway.url}/api/v1/elsewhere`, { method: 'DELETE' })).status).toBe(404);
  expect(gateway.seen).toEqual([]);
});

test('I3 does not forward a request whose body is shorter than Content-Length', async () => {
  let completed = 0;
  await using gateway = await startGateway(operations, (request, response) => {
    request.resume().on('end', () => {
      completed += 1;
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
  expect(completed).toBe(1);
});

test('I6 closes the connections of slow clients and serves others meanwhile', async () => {
  const limit = 1500;
  const httpTimeouts = { headersTimeout: limit, requestTimeout: 300_000, connectionsCheckingInterval: 250 };
  await using gateway = await startGateway(operations, ok, { httpTimeouts, deadline: limit });
  const slow = incompleteRequests.flatMap((beginning) =>
    Array.from({ length: 10 }, () => sendSlowly(gateway.url, ...beginning)),
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
