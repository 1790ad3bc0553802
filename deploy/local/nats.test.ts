import { expect, test } from 'vitest';
import { natsConfig } from './nats.ts';

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
