import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { startGateway } from '../../test/gateway.ts';
import { sendRaw, slowBeginnings, trickle } from '../../test/raw-client.ts';

const operations = { 'GET /things': {}, 'POST /things': {} };
const ok: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'));
const limit = 1500;
const patience = { headersTimeout: limit, requestTimeout: 300_000, connectionsCheckingInterval: 250 };

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

test('I6 five hundred clients that send almost nothing lose their connections, and others are not slowed down', async () => {
  await using quiet = await startGateway(operations, ok, { patience, deadline: limit });
  await using gateway = await startGateway(operations, ok, { patience, deadline: limit });
  const urls = [quiet.url, gateway.url];
  await goodClients(urls, Promise.resolve());

  const bad = Array.from({ length: 500 }, (_, index) =>
    trickle(gateway.url, ...(slowBeginnings[index % slowBeginnings.length] as [string, string])),
  );
  const sending = setInterval(() => {
    for (const one of bad) one.send();
  }, 200);
  await Promise.all(bad.map(({ connected }) => connected));
  // Connections are taken in their order: with this one, which is answered, the gateway has them all.
  await sendRaw(gateway.url, 'GET /api/v1/things HTTP/1.1\r\nHost: trust.test\r\nConnection: close\r\n\r\n');
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
