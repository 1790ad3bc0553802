import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a step that watches runs until it is told to stop', async () => {
  let exports = 0;
  const { promise: second, resolve } = Promise.withResolvers<string>();
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end());
    exports += 1;
    if (exports === 2) resolve('second export');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'setup.ts'), 'watch-certificates'], {
    env: {
      PATH: process.env.PATH,
      PUBLIC_URL: 'http://127.0.0.1:1',
      S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_METRIC_EXPORT_INTERVAL: '100',
      OTEL_METRIC_EXPORT_TIMEOUT: '100',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const exited = once(child, 'exit');
  expect([await Promise.race([second, exited]), said]).toEqual(['second export', '']);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  collector.close();
});
