import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { certificateAuthority } from '@trust/service-testing/certificate-authority';
import { expect, inject, test, vi } from 'vitest';
import { temporaryDataDir } from '../data-dir.ts';
import { answersJetStream, natsConfig, startNats } from './nats.ts';

const options = { dataDir: '/data/nats', port: 4222 };

test.each([
  ['2.9.10', true, false],
  ['2.10.0', true, true],
  ['2.12.1', true, true],
  ['3.0.0', true, true],
  ['2.12.1', false, false],
])('nats-server %s, durable %s: syncs before it acknowledges %s', (version, durable, syncs) => {
  const config = natsConfig({ ...options, server: { file: 'nats-server', version }, durable });
  expect(config.includes('sync_interval: always')).toBe(syncs);
});

test('listens on the loopback interface only', () => {
  expect(natsConfig({ ...options, server: { file: 'nats-server', version: '2.9.10' }, durable: true })).toContain(
    'listen: 127.0.0.1:4222',
  );
});

test('restarts a server whose folder was deleted', async () => {
  const dataDir = temporaryDataDir('nats');
  const messages: string[] = [];
  const childOptions = {
    restart: true,
    stopWithParent: true,
    announce: (message: string) => void messages.push(message),
  };
  await using _nats = await startNats(
    { server: inject('stack').packages.natsServer, dataDir, durable: false },
    childOptions,
  );
  const store = join(dataDir, 'jetstream');
  expect(existsSync(store)).toBe(true);
  rmSync(store, { recursive: true });
  await vi.waitUntil(() => messages.some((message) => message.endsWith('restarting it')), { timeout: 30_000 });
  await vi.waitUntil(() => existsSync(store), { timeout: 30_000 });
  rmSync(dataDir, { recursive: true, force: true });
});

test('a server that accepts only TLS is live, whatever name its certificate has', async () => {
  const folder = temporaryDataDir('nats-tls');
  const ca = await certificateAuthority(folder);
  const certificate = await ca.issue('nats', [{ type: 'dns', value: 'nats.test' }]);
  const { natsServer: server } = inject('stack').packages;
  await using nats = await startNats(
    { server, dataDir: folder, durable: false, certificate },
    { stopWithParent: true },
  );
  expect(await answersJetStream({ port: nats.port, certificate }, 10_000)).toBe(true);
  expect(await answersJetStream({ port: nats.port }, 10_000)).toBe(false);
  await nats.stop();
  expect(await answersJetStream({ port: nats.port, certificate }, 1000)).toBe(false);
  rmSync(folder, { recursive: true, force: true });
});
