import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDb } from '@trust/service-kit/database/db';
import { gatewayProof } from '@trust/service-testing/gateway';
import { cloneDatabase } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { freePorts } from '../../../../deploy/local/ports.ts';
import { startGateway } from '../../test/gateway.ts';
import { type ReplicaOptions, serveReplica } from '../../test/replica.ts';

const operations = { 'GET /things/{id}': {}, 'POST /things/{id}': {} };
const patiently = { timeout: 20_000 };

function untilReady(port: number): Promise<void> {
  return vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).ok).toBe(true), patiently);
}

async function startReplica(options: ReplicaOptions) {
  const told = Promise.withResolvers<void>();
  const ended = serveReplica(options, () => told.promise);
  await untilReady(options.port);
  return {
    async stop() {
      told.resolve();
      await ended;
    },
  };
}

/** Keep-alive clients that read, and now and then write, until they are stopped. */
function startLoad(url: string) {
  const outcomes: Record<string, number> = {};
  const posts: string[] = [];
  let stopped = false;
  const call = async (method: string, id: string) => {
    const outcome = await fetch(`${url}/api/v1/things/${id}`, { method }).then(
      (answer) => answer.arrayBuffer().then(() => answer.status),
      (error) => String(error.cause ?? error),
    );
    outcomes[`${method} ${outcome}`] = (outcomes[`${method} ${outcome}`] ?? 0) + 1;
  };
  const client = async (name: number) => {
    for (let round = 0; !stopped; round++) {
      if (round % 10 === 0) posts.push(`${name}-${round}`);
      await (round % 10 === 0 ? call('POST', `${name}-${round}`) : call('GET', '10'));
    }
  };
  const clients = Promise.all([1, 2, 3, 4, 5, 6].map(client));
  return {
    async stop() {
      stopped = true;
      await clients;
      return { outcomes, posts };
    },
  };
}

test('L6 replicas are replaced twenty times under load, and no client notices', async () => {
  const { app: url } = await cloneDatabase('webhooks');
  const ports = await freePorts(2);
  const start = (port: number) => startReplica({ url, port, wait: 150 });
  const running = await Promise.all(ports.map(start));
  await using gateway = await startGateway(operations, () => {}, {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
  });
  const probing = setInterval(() => gateway.upstream.probe(), 25);
  const load = startLoad(gateway.url);
  for (let restart = 0; restart < 20; restart++) {
    const index = restart % 2;
    await running[index]?.stop();
    running[index] = await start(ports[index] ?? 0);
    await gateway.upstream.probe();
  }
  const { outcomes, posts } = await load.stop();
  clearInterval(probing);
  for (const replica of running) await replica.stop();

  expect(Object.keys(outcomes).sort()).toEqual(['GET 200', 'POST 200']);
  expect(outcomes['GET 200']).toBeGreaterThan(200);
  await using db = openDb<Record<never, never>>({ url });
  const { rows } = await sql<{ effects: number; once: boolean }>`
    select count(*)::int as effects, bool_and(last_seq = 1) as once from aggregate_sequence`.execute(db);
  expect(rows).toEqual([{ effects: posts.length, once: true }]);
}, 60_000);

async function spawnReplica(options: ReplicaOptions): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../test/replica-child.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['pipe', 'inherit', 'inherit'] });
  await untilReady(options.port);
  return child;
}

test('L6 what is under way when the signal comes is answered, and a second signal ends the process at once', async () => {
  const { app: url } = await cloneDatabase('webhooks');
  const [one = 0, other = 0] = await freePorts(2);
  const [patient, hurried] = await Promise.all([one, other].map((port) => spawnReplica({ url, port, wait: 500 })));
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const underWay = fetch(`${at(one)}/api/v1/things/1000`, { headers: gatewayProof });
  const lost = fetch(`${at(other)}/api/v1/things/60000`, { headers: gatewayProof }).catch(() => 'lost');
  // Both are there when a later request has been answered.
  for (const port of [one, other]) await fetch(`${at(port)}/api/v1/things/50`, { headers: gatewayProof });
  const exits = [patient, hurried].map((child) => once(child as ChildProcess, 'exit'));
  for (const child of [patient, hurried]) child?.kill('SIGTERM');

  for (const port of [one, other])
    await vi.waitFor(async () => expect((await fetch(`${at(port)}/readyz`)).status).toBe(503), patiently);
  const during = await fetch(`${at(one)}/api/v1/things/1`, { headers: gatewayProof });
  expect([during.status, during.headers.get('connection')]).toEqual([200, 'close']);
  hurried?.kill('SIGTERM');
  expect(await exits[1]).toEqual([1, null]);
  expect(await lost).toBe('lost');
  expect((await underWay).status).toBe(200);
  expect(await exits[0]).toEqual([0, null]);
});
