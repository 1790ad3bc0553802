import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startGateway } from '../../test/gateway.ts';

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
  const answer = await fetch(`${url}/api/v1/things`, init);
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) };
}

const patient = { timeout: 20_000 };
const times = <Result>(count: number, work: () => Promise<Result>) => Promise.all(Array.from({ length: count }, work));

test('L4 a service that hangs costs its callers the deadline at most, is not asked twice, and soon not at all', async () => {
  await using gateway = await startGateway(operations, hang, { deadline: 500, halfOpenAfter: 60_000 });
  const waves = 4;
  let asked = 0;
  for (let wave = 0; wave < waves; wave++) {
    for (const { status, retryAfter } of await times(25, () => get(gateway.url))) {
      expect(status).toBe(503);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
    }
    // The circuit is open after the first wave: nobody waits any more, and the service hears of nobody.
    if (wave === 0) asked = gateway.seen.length;
  }
  expect(asked).toBeLessThanOrEqual(25);
  expect(gateway.seen).toHaveLength(asked);
});

test('L4 of the requests that meet a broken connection a tenth is repeated, those with an effect never', async () => {
  await using gateway = await startGateway(operations, reset, { halfOpenAfter: 1 });
  let sent = 0;
  for (; sent < 100; sent++) expect((await get(gateway.url)).status).toBe(503);
  expect(gateway.seen.length).toBeLessThanOrEqual(1.1 * sent);
  const before = gateway.seen.length;
  for (let post = 0; post < 20; post++) await get(gateway.url, { method: 'POST', body: '{}' });
  expect(gateway.seen.length - before).toBeLessThanOrEqual(20);
});

test('L4 a failure after the body was read is 503 with Retry-After, counts for the circuit, and is repeated where it may be', async () => {
  let answer = ok;
  await using gateway = await startGateway(operations, (...exchange) => answer(...exchange), { halfOpenAfter: 60_000 });
  const body = JSON.stringify({ name: 'read to its end' });
  for (let round = 0; round < 20; round++) await get(gateway.url);
  const before = gateway.seen.length;
  answer = (request, response) => (gateway.seen.length === before + 1 ? reset : ok)(request, response);
  expect((await get(gateway.url, { method: 'PUT', body })).status).toBe(200);
  expect(gateway.seen.length).toBe(before + 2);

  answer = (request) => void request.resume().on('end', () => request.socket.destroy());
  for (let post = 0; post < 60; post++) {
    const { status, retryAfter } = await get(gateway.url, { method: 'POST', body });
    expect([status, retryAfter]).toEqual([503, 1]);
  }
  // Half of what there was: then the circuit is open.
  expect(gateway.seen.length - before).toBeLessThan(40);
});

test('L4 a service that breaks off after its headers breaks the connection of the client, who need not wait', async () => {
  await using gateway = await startGateway(operations, (request, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.flushHeaders();
    setTimeout(() => request.socket.destroy(), 20);
  });
  await expect(get(gateway.url, { signal: AbortSignal.timeout(5000) })).rejects.toThrow(/fetch failed|terminated/);
});

test('L4 what is left of the deadline goes on to the service, and nobody outside can lengthen it', async () => {
  await using gateway = await startGateway(operations, ok, { deadline: 5000 });
  await get(gateway.url, { headers: { 'x-internal-time-left': '99999999' } });
  const left = Number(gateway.seen[0]?.headers['x-internal-time-left']);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(5000);
});

test('L4 an upload may take longer than the deadline as long as it goes on', async () => {
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
  const answer = await fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body, duplex: 'half' } as RequestInit);
  expect(answer.status).toBe(200);
});

test('L5 an open circuit lets one request at a time try, and closes when that one is answered', async () => {
  let answer = hang;
  await using gateway = await startGateway(operations, (...exchange) => answer(...exchange), {
    deadline: 400,
    halfOpenAfter: 30,
  });
  await times(20, () => get(gateway.url));
  // None at first, then, each time the circuit has been open for long enough, one.
  for (let tried = 0; tried < 2; ) {
    const before = gateway.seen.length;
    await times(20, () => get(gateway.url));
    const more = gateway.seen.length - before;
    expect(more).toBeLessThanOrEqual(1);
    tried += more;
  }
  answer = ok;
  await vi.waitFor(async () => expect((await get(gateway.url)).status).toBe(200), patient);
  expect((await times(20, () => get(gateway.url))).map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('L5 whoever does nothing but upload finds the circuit closed again too, once the service is back', async () => {
  let answer = reset;
  await using gateway = await startGateway(operations, (...exchange) => answer(...exchange), { halfOpenAfter: 30 });
  const put = async () => (await fetch(`${gateway.url}/api/v1/parts`, { method: 'PUT', body: 'part' })).status;
  await times(20, () => get(gateway.url));
  expect(await put()).toBe(503);
  answer = ok;
  await vi.waitFor(async () => expect(await put()).toBe(200), patient);
});

test('L3 clients that leave while they stand in line for a service leave their places to others', async () => {
  const held: ServerResponse[] = [];
  let holds = true;
  const limits = { maxInFlight: 144, deadline: 60_000 };
  await using gateway = await startGateway(
    operations,
    (_request, response) => {
      if (holds) held.push(response);
      else response.end('{}');
    },
    limits,
  );
  // As many as there are connections to the service are with it; all others stand in line, until there is no more room.
  const stays = Array.from({ length: 64 }, () => get(gateway.url));
  await vi.waitUntil(() => gateway.seen.length === 64, patient);
  const leaving = new AbortController();
  const left = Array.from({ length: 80 }, () => get(gateway.url, { signal: leaving.signal }).catch(() => 'left'));
  await vi.waitUntil(
    async () => (await get(gateway.url, { signal: AbortSignal.timeout(100) }).catch(() => undefined))?.status === 503,
    patient,
  );
  leaving.abort();
  await Promise.all(left);
  holds = false;
  for (const response of held) response.end('{}');
  for (const { status } of await Promise.all(stays)) expect(status).toBe(200);
  for (const { status } of await times(100, () => get(gateway.url))) expect(status).toBe(200);
});
