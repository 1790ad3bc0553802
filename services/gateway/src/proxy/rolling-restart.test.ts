import { once } from 'node:events';
import { gatewayProof } from '@trust/service-testing/gateway';
import { cloneDatabase } from '@trust/service-testing/stack';
import { expect, test, vi } from 'vitest';
import { freePorts } from '../../../../deploy/local/ports.ts';
import { startGateway } from '../../test/gateway.ts';
import { countEffects, startLoad } from '../../test/load.ts';
import { spawnReplica, startReplica } from '../../test/replicas.ts';

const operations = { 'GET /things/{id}': {}, 'POST /things/{id}': {} };

test('L6 each of two replicas restarts once under load, and no request fails', async () => {
  const { app: url } = await cloneDatabase('webhooks');
  const ports = await freePorts(2);
  // Seconds: the gateway must learn of the shutdown on a busy machine as well.
  const start = (port: number) => startReplica({ url, port, wait: 1500 });
  const replicas = await Promise.all(ports.map(start));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  await using gateway = await startGateway(operations, () => {}, { urls });
  const probing = setInterval(() => gateway.upstream.probe(), 200);
  const load = startLoad(gateway.url, { clients: 3, pause: 20 });
  for (const [index, port] of ports.entries()) {
    await replicas[index]?.stop();
    replicas[index] = await start(port);
    await gateway.upstream.probe();
  }
  const { statuses, posts } = await load.stop();
  clearInterval(probing);
  for (const replica of replicas) await replica.stop();

  expect(Object.keys(statuses).sort()).toEqual(['GET 200', 'POST 200']);
  expect(await countEffects(url)).toEqual({ requests: posts.length, once: true });
}, 60_000);

test('L6 a stopping process finishes requests in flight, and a second signal ends it at once', async () => {
  const { app: url } = await cloneDatabase('webhooks');
  const [port = 0, otherPort = 0] = await freePorts(2);
  const [child, killed] = await Promise.all([port, otherPort].map((port) => spawnReplica({ url, port, wait: 6000 })));
  const at = (port: number, milliseconds: number) =>
    fetch(`http://127.0.0.1:${port}/api/v1/things/${milliseconds}`, { headers: gatewayProof });
  const inFlight = at(port, 7000);
  const aborted = at(otherPort, 60_000).catch(() => 'aborted');
  // A later response shows that both requests have arrived.
  for (const each of [port, otherPort]) await at(each, 50);
  const exits = [child, killed].map((process) => once(process as NonNullable<typeof process>, 'exit'));
  for (const process of [child, killed]) process?.kill('SIGTERM');

  const waitUntilStopping = (of: number) =>
    vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${of}/readyz`)).status).toBe(503), 20_000);
  // Together: a stopping process accepts connections for a few seconds only.
  const answerOf = async () => {
    const response = await at(port, 1);
    return { status: response.status, connection: response.headers.get('connection'), text: await response.text() };
  };
  // A machine with much other work may shed load meanwhile (promise L3).
  const admitted = () =>
    vi.waitUntil(async () => [await answerOf()].find(({ text }) => !text.includes('overloaded')), 5000);
  const [during] = await Promise.all([waitUntilStopping(port).then(admitted), waitUntilStopping(otherPort)]);
  expect(during).toMatchObject({ status: 200, connection: 'close', text: '{"done":true}' });
  killed?.kill('SIGTERM');
  expect(await exits[1]).toEqual([1, null]);
  expect(await aborted).toBe('aborted');
  expect((await inFlight).status).toBe(200);
  expect(await exits[0]).toEqual([0, null]);
}, 60_000);
