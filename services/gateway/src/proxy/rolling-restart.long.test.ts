import { once } from 'node:events';
import { cloneDatabase } from '@trust/service-testing/stack';
import { expect, test } from 'vitest';
import { freePorts } from '../../../../deploy/local/ports.ts';
import { startGateway } from '../../test/gateway.ts';
import { countEffects, startLoad } from '../../test/load.ts';
import { spawnReplica } from '../../test/replicas.ts';

test('L6 replica processes restart twenty times under load, and no request fails', async () => {
  const { app: url } = await cloneDatabase('webhooks');
  const ports = await freePorts(2);
  const start = (port: number) => spawnReplica({ url, port, wait: 1000 });
  const replicas = await Promise.all(ports.map(start));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const operations = { 'GET /things/{id}': {}, 'POST /things/{id}': {} };
  await using gateway = await startGateway(operations, () => {}, { urls });
  const probing = setInterval(() => gateway.upstream.probe(), 200);
  const load = startLoad(gateway.url, { clients: 6, pause: 5 });
  for (let restart = 0; restart < 20; restart++) {
    const index = restart % 2;
    const replica = replicas[index];
    replica?.kill('SIGTERM');
    if (replica) expect(await once(replica, 'exit')).toEqual([0, null]);
    replicas[index] = await start(ports[index] ?? 0);
    await gateway.upstream.probe();
  }
  const { statuses, posts } = await load.stop();
  clearInterval(probing);
  for (const replica of replicas) replica.kill('SIGKILL');

  expect(Object.keys(statuses).sort()).toEqual(['GET 200', 'POST 200']);
  expect(statuses['GET 200']).toBeGreaterThan(1000);
  expect(await countEffects(url)).toEqual({ requests: posts.length, once: true });
}, 300_000);
