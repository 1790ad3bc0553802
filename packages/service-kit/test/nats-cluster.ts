import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openBus } from '@trust/service-kit/bus/bus';
import { inject } from 'vitest';
import { temporaryDataDir } from '../../../deploy/local/data-dir.ts';
import { startNats } from '../../../deploy/local/nats/nats.ts';
import { freePort } from '../../../deploy/local/ports.ts';
import { until } from './event-world.ts';

const names = ['first', 'second', 'third'];

/** Three nats-servers, which keep a copy of each stream. */
export async function natsCluster() {
  const dataDir = temporaryDataDir('trust-cluster');
  const server = inject('stack').packages.natsServer;
  const peers = await Promise.all(names.map(() => freePort()));
  const pids = new Map<string, number>();
  await using opened = new AsyncDisposableStack();
  opened.defer(async () => rmSync(dataDir, { recursive: true, force: true }));
  const nodes = await Promise.all(
    names.map(async (name, index) => {
      const port = await freePort();
      const cluster = { name, port: peers[index] ?? 0, peers };
      const start = () =>
        startNats(
          { server, dataDir: join(dataDir, name), port, durable: false, cluster },
          { onLaunch: (_spec, pid) => pids.set(name, pid) },
        );
      let running = await start();
      opened.defer(() => running.stop());
      return {
        name,
        url: running.url,
        signal: (signal: NodeJS.Signals) => process.kill(pids.get(name) ?? 0, signal),
        async start() {
          await running.stop();
          running = await start();
        },
      };
    }),
  );
  const url = nodes.map((node) => node.url).join(',');
  await using bus = await openBus({ url, name: 'cluster' });
  // A leader may be elected before it has heard of every server.
  const probe = { name: 'PROBE', subjects: ['probe'], num_replicas: names.length };
  const isReady = async () => {
    try {
      await bus.jsm.streams.add(probe);
      return await bus.jsm.streams.delete(probe.name);
    } catch {
      return false;
    }
  };
  await until('every server of the cluster can hold a stream', isReady);
  const started = opened.move();
  return {
    url,
    nodes,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
