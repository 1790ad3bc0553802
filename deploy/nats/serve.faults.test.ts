import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBus } from '@trust/service-kit/bus/bus';
import { expect, inject, test } from 'vitest';
import { eventually } from '../../demo/client.ts';
import { fillDisk, mountSmallDisk } from '../../test/faults/small-disk.ts';
import { temporaryDataDir } from '../local/data-dir.ts';
import { natsConfig } from '../local/nats/nats.ts';
import { freePort } from '../local/ports.ts';

const script = join(import.meta.dirname, 'serve.sh');

test('F6 a nats-server whose disk was full is started again, and has its messages', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = temporaryDataDir('nats-disk');
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  opened.use(await mountSmallDisk(dataDir, 40));
  const [port, monitoringPort] = [await freePort(), await freePort()];
  const { natsServer: server } = inject('stack').packages;
  const config = join(folder, 'nats.conf');
  writeFileSync(config, natsConfig({ server, dataDir, port, monitoringPort, durable: true }));
  opened.use(startContainer(['--config', config], monitoringPort));

  const bus = opened.use(await openBus({ url: `nats://127.0.0.1:${port}`, name: 'disk' }));
  await eventually('JetStream', () => bus.jsm.streams.add({ name: 'S', subjects: ['s'] }).catch(() => undefined));
  const publish = (bytes: number) =>
    bus.js.publish('s', Buffer.alloc(bytes), { timeout: 2000 }).then(
      () => true as const,
      () => undefined,
    );
  expect(await publish(1)).toBe(true);
  {
    await using _full = await fillDisk(dataDir);
    await eventually('a refused message', async () => ((await publish(100_000)) ? undefined : true));
  }
  await eventually('an accepted message', () => publish(1));
  const first = await bus.jsm.streams.getMessage('S', { seq: 1 });
  expect(first?.data.length).toBe(1);
}, 120_000);

/** Starts the script again when it ends; disposing of it sends the signal of `docker stop`. */
function startContainer(args: string[], monitoringPort: number): AsyncDisposable {
  const env = { ...process.env, MONITORING_PORT: String(monitoringPort), CHECK_SECONDS: '1', MAX_MISSES: '2' };
  let isStopping = false;
  const run = () => {
    const child = spawn('/bin/sh', [script, ...args], { env, stdio: 'ignore' });
    child.once('exit', () => {
      if (!isStopping) running = run();
    });
    return child;
  };
  let running = run();
  return {
    async [Symbol.asyncDispose]() {
      isStopping = true;
      const ended = once(running, 'exit');
      running.kill('SIGTERM');
      await ended;
    },
  };
}
