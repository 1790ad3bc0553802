import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startGateway } from '../../test/gateway.ts';

const operations = { 'GET /things': {}, 'POST /things': {} };
const ok: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'));

/** What comes back for bytes that are sent as they are, until the connection ends. */
function say(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => (heard += chunk)).on('error', () => {});
    socket.on('close', () => resolve(heard));
  });
}

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
  expect(await say(gateway.url, text)).toMatch(answer);
  expect(gateway.seen.length).toBeLessThanOrEqual(1);
});

test('I6 a method that a path does not have is 405, and the others are named', async () => {
  await using gateway = await startGateway(operations, ok);
  const trace = 'TRACE /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nConnection: close\r\n\r\n';
  const traced = await say(gateway.url, trace);
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

const limit = 1500;
const patience = { headersTimeout: limit, requestTimeout: 300_000, connectionsCheckingInterval: 250 };

/** A socket that begins a request and then sends a byte now and then. */
function trickle(url: string, beginning: string, byte: string) {
  const { hostname, port } = new URL(url);
  const [connected, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const socket: Socket = connect(Number(port), hostname, () => {
    socket.write(beginning);
    connected.resolve();
  });
  socket.resume().on('error', () => {});
  socket.on('close', () => ended.resolve());
  return { send: () => socket.writable && socket.write(byte), connected: connected.promise, ended: ended.promise };
}

/** The 99th percentiles of 50 clients that ask all gateways in turn, so that a busy moment of the machine meets them alike. */
async function goodClients(urls: string[], until: Promise<unknown>): Promise<number[]> {
  const took = urls.map((): number[] => []);
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  const client = async (name: number) => {
    for (let round = 0; round < 4 || !isOver; round++) {
      const which = (name + round) % urls.length;
      const began = performance.now();
      const answer = await fetch(`${urls[which]}/api/v1/things`);
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      took[which]?.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, name) => client(name)));
  return took.map((times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0);
}

test('I6 five hundred clients that hardly send anything hold up nobody, and lose their connections', async () => {
  await using quiet = await startGateway(operations, ok, { patience, deadline: limit });
  await using gateway = await startGateway(operations, ok, { patience, deadline: limit });
  const urls = [quiet.url, gateway.url];
  await goodClients(urls, Promise.resolve());

  const head = 'POST /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nContent-Type: application/json\r\n';
  const beginnings: [string, string][] = [
    [head, 'X'],
    [`${head}Content-Length: 1000\r\n\r\n`, ' '],
    [`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
    [`${head.replace('things', 'elsewhere')}Content-Length: 1000\r\n\r\n`, ' '],
  ];
  const bad = Array.from({ length: 500 }, (_, index) =>
    trickle(gateway.url, ...(beginnings[index % 4] as [string, string])),
  );
  const sending = setInterval(() => {
    for (const one of bad) one.send();
  }, 200);
  await Promise.all(bad.map(({ connected }) => connected));
  // Connections are taken in their order: with this one, which is answered, the gateway has them all.
  await say(gateway.url, 'GET /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nConnection: close\r\n\r\n');
  // Counted by a timer like the one that checks connections: on a busy machine both come late.
  let checks = 0;
  const checking = setInterval(() => checks++, patience.connectionsCheckingInterval);
  const gone = Promise.all(bad.map(({ ended }) => ended)).then(() => checks);
  const [undisturbed = 0, disturbed = 0] = await goodClients(urls, gone);
  for (const timer of [sending, checking]) clearInterval(timer);

  expect(disturbed).toBeLessThan(2 * undisturbed);
  // Within the limit and one interval, and one more for the end to be heard.
  expect(await gone).toBeLessThanOrEqual(limit / patience.connectionsCheckingInterval + 2);
});
