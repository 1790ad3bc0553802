import { rmSync } from 'node:fs';
import { readNatsServers } from '@trust/service-admin/nats-servers';
import { expect, inject, test } from 'vitest';
import { temporaryDataDir } from '../data-dir.ts';
import { freePort } from '../ports.ts';
import { startNats } from './nats.ts';

test('measures each NATS server by its monitoring address, and says of one that is away only that', async () => {
  const dataDir = temporaryDataDir('nats');
  const [monitoringPort, unused] = [await freePort(), await freePort()];
  const server = inject('stack').packages.natsServer;
  await using _nats = await startNats({ server, dataDir, durable: false, monitoringPort });
  const addresses = [`http://127.0.0.1:${monitoringPort}`, `http://localhost:${unused}`];
  const readAll = async (): Promise<Record<string, number>> => {
    const found = await readNatsServers(addresses);
    return Object.fromEntries(found.map(({ name, value, attributes }) => [`${name} ${attributes.server}`, value]));
  };
  // The server may still count the connection of the probe that found it ready.
  await expect.poll(async () => (await readAll())['trust.nats.connections 127.0.0.1'], { timeout: 20_000 }).toBe(0);
  const read = await readAll();
  expect(read).toMatchObject({
    'trust.nats.up 127.0.0.1': 1,
    'trust.nats.slow_consumers 127.0.0.1': 0,
    'trust.nats.up localhost': 0,
  });
  expect(read['trust.nats.memory 127.0.0.1']).toBeGreaterThan(0);
  expect(Object.keys(read).filter((name) => name.endsWith('localhost'))).toEqual(['trust.nats.up localhost']);
  rmSync(dataDir, { recursive: true, force: true });
});
