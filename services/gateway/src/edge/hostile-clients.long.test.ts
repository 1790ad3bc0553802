import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { startGateway } from '../../test/gateway.ts';
import { incompleteRequests, sendRaw, sendSlowly } from '../../test/raw-client.ts';

const operations = { 'GET /things': {}, 'POST /things': {} };
const ok: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'));
const limit = 1500;
const httpTimeouts = { headersTimeout: limit, requestTimeout: 300_000, connectionsCheckingInterval: 250 };

/** The 99th percentile per gateway. Clients alternate: load on the machine affects all alike. */
async function measureLatency(urls: string[], end: Promise<unknown>): Promise<number[]> {
  const durations = urls.map((): number[] => []);
  let isOver = false;
  void end.then(() => {
    isOver = true;
  });
  const client = async (name: number) => {
    for (let round = 0; round < 4 || !isOver; round++) {
      const target = (name + round) % urls.length;
      const startedAt = performance.now();
      const response = await fetch(`${urls[target]}/api/v1/things`);
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      durations[target]?.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, name) => client(name)));
  return durations.map((times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0);
}

test('I6 closes the connections of 500 slow clients without slowing down other clients', async () => {
  await using idle = await startGateway(operations, ok, { httpTimeouts, deadline: limit });
  await using gateway = await startGateway(operations, ok, { httpTimeouts, deadline: limit });
  const urls = [idle.url, gateway.url];
  await measureLatency(urls, Promise.resolve());

  const slow = Array.from({ length: 500 }, (_, index) =>
    sendSlowly(gateway.url, ...(incompleteRequests[index % incompleteRequests.length] as [string, string])),
  );
  const sending = setInterval(() => {
    for (const client of slow) client.send();
  }, 200);
  await Promise.all(slow.map(({ connected }) => connected));
  // Connections are accepted in order: this response shows that all slow ones are accepted.
  await sendRaw(gateway.url, 'GET /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nConnection: close\r\n\r\n');
  // Counts intervals, since on a busy machine the gateway's timer is late as well.
  let checks = 0;
  const checking = setInterval(() => checks++, httpTimeouts.connectionsCheckingInterval);
  const allClosed = Promise.all(slow.map(({ ended }) => ended)).then(() => checks);
  const [idleMs = 0, attackedMs = 0] = await measureLatency(urls, allClosed);
  for (const timer of [sending, checking]) clearInterval(timer);

  expect(attackedMs).toBeLessThan(2 * idleMs);
  // One interval for the gateway's check, one for this counter.
  expect(await allClosed).toBeLessThanOrEqual(limit / httpTimeouts.connectionsCheckingInterval + 2);
});
