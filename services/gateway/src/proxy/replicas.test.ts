import type { RequestListener, ServerResponse } from 'node:http';
import { checkReadiness } from '@trust/service-kit/listen';
import { expect, test } from 'vitest';
import { plainServer, startGateway } from '../../test/gateway.ts';
import { requiredAtStart } from '../upstreams/readiness.ts';

const operations = { 'GET /things': {}, 'POST /things': {} };

async function startReplica(headers: Record<string, string> = {}) {
  const replica = { requests: 0, readyStatus: 200, url: '', close: async () => {} };
  const listener: RequestListener = (request, response) => {
    if (request.url === '/readyz') response.statusCode = replica.readyStatus;
    else replica.requests += 1;
    request.resume().on('end', () => response.writeHead(response.statusCode, headers).end('{}'));
  };
  return Object.assign(replica, await plainServer(listener));
}

function startBefore(...urls: string[]) {
  return startGateway(operations, () => {}, { urls });
}

async function send(gateway: { url: string }, method: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const response = await fetch(`${gateway.url}/api/v1/things`, { method });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

const ok = (count: number) => Array(count).fill(200);

test('L6 a replica that is not ready gets no requests while another one is ready', async () => {
  const [first, second] = [await startReplica(), await startReplica()];
  await using gateway = await startBefore(first.url, second.url);
  expect(await send(gateway, 'GET', 10)).toEqual(ok(10));
  expect([first.requests, second.requests]).toEqual([5, 5]);

  first.readyStatus = 503;
  expect(await gateway.upstream.probe()).toBe(true);
  expect(await send(gateway, 'GET', 10)).toEqual(ok(10));
  expect([first.requests, second.requests]).toEqual([5, 15]);

  first.readyStatus = 200;
  await gateway.upstream.probe();
  await second.close();
  expect(await send(gateway, 'GET', 10)).toEqual(ok(10));
  expect(first.requests).toBe(15);
  await first.close();
});

test('L6 a replica still gets requests when no replica is ready', async () => {
  const replicas = [await startReplica(), await startReplica()];
  await using gateway = await startBefore(...replicas.map(({ url }) => url));
  for (const replica of replicas) replica.readyStatus = 503;
  expect(await gateway.upstream.probe()).toBe(false);
  expect(await send(gateway, 'GET', 4)).toEqual(ok(4));
  for (const replica of replicas) await replica.close();
});

test('L6 a replica whose response closes the connection gets no requests until a probe finds it ready', async () => {
  const [closing, other] = [await startReplica({ connection: 'close' }), await startReplica()];
  await using gateway = await startBefore(closing.url, other.url);
  expect(await send(gateway, 'POST', 10)).toEqual(ok(10));
  expect([closing.requests, other.requests]).toEqual([1, 9]);
  await gateway.upstream.probe();
  await send(gateway, 'POST', 10);
  expect(closing.requests).toBe(2);
  await Promise.all([closing.close(), other.close()]);
});

test('L6 a POST to a replica that accepts no connection goes to another replica', async () => {
  const [closed, other] = [await startReplica(), await startReplica()];
  await using gateway = await startBefore(closed.url, other.url);
  closed.readyStatus = 503;
  await gateway.upstream.probe();
  // Ten requests earn one retry.
  await send(gateway, 'GET', 20);
  closed.readyStatus = 200;
  await gateway.upstream.probe();
  await closed.close();
  expect(await send(gateway, 'POST', 10)).toEqual(ok(10));
  expect([closed.requests, other.requests]).toEqual([0, 30]);
  await other.close();
});

test('L6 the gateway is not ready until a service is; later it is degraded without it, and keeps serving', async () => {
  const replica = await startReplica();
  replica.readyStatus = 503;
  await using gateway = await startBefore(replica.url);
  const things = requiredAtStart(() => gateway.upstream.probe());
  const readiness = async () => {
    const { ready, checks } = await checkReadiness({ things });
    return [ready, checks.things];
  };
  expect(await readiness()).toEqual([false, 'unavailable']);
  replica.readyStatus = 200;
  expect(await readiness()).toEqual([true, 'ok']);
  replica.readyStatus = 503;
  expect(await readiness()).toEqual([true, 'degraded']);
  await replica.close();
});

test('L6 the late result of an old probe does not overwrite a newer one', async () => {
  const probes: ServerResponse[] = [];
  let requests = 0;
  const slow = await plainServer((request, response) => {
    if (request.url === '/readyz') return void probes.push(response);
    requests += 1;
    response.end('{}');
  });
  const other = await startReplica();
  await using gateway = await startBefore(slow.url, other.url);
  const [early, late] = [gateway.upstream.probe(), gateway.upstream.probe()];
  while (probes.length < 2) await new Promise(setImmediate);
  probes[1]?.writeHead(503).end();
  await Promise.race([early, late]);
  probes[0]?.writeHead(200).end();
  await Promise.all([early, late]);
  expect(await send(gateway, 'GET', 10)).toEqual(ok(10));
  expect([requests, other.requests]).toEqual([0, 10]);
  await Promise.all([slow.close(), other.close()]);
});
