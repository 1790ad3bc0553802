import { rmSync } from 'node:fs';
import { InMemoryMetricExporter, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { measureNatsServers } from '@trust/service-admin/nats-servers';
import { startMetrics } from '@trust/service-kit/observability/meter';
import { expect, inject, test } from 'vitest';
import { temporaryDataDir } from '../data-dir.ts';
import { freePort } from '../ports.ts';
import { startNats } from './nats.ts';

test('measures each NATS server by its monitoring address, and says of one that is away only that', async () => {
  const exporter = new InMemoryMetricExporter(0);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  await using _metrics = await startMetrics('test', [reader]);
  const dataDir = temporaryDataDir('nats');
  const [monitoringPort, unused] = [await freePort(), await freePort()];
  const server = inject('stack').packages.natsServer;
  await using _nats = await startNats({ server, dataDir, durable: false, monitoringPort });
  using _servers = measureNatsServers([`http://127.0.0.1:${monitoringPort}`, `http://localhost:${unused}`]);
  const { resourceMetrics } = await reader.collect();
  const values = resourceMetrics.scopeMetrics.flatMap(({ metrics }) =>
    metrics.flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => [`${descriptor.name} ${attributes.server}`, value]),
    ),
  );
  const read = Object.fromEntries(values.filter(([name]) => String(name).startsWith('trust.nats.')));
  expect(read).toMatchObject({
    'trust.nats.up 127.0.0.1': 1,
    'trust.nats.connections 127.0.0.1': 0,
    'trust.nats.slow_consumers 127.0.0.1': 0,
    'trust.nats.up localhost': 0,
  });
  expect(read['trust.nats.memory 127.0.0.1']).toBeGreaterThan(0);
  expect(Object.keys(read).filter((name) => name.endsWith('localhost'))).toEqual(['trust.nats.up localhost']);
  rmSync(dataDir, { recursive: true, force: true });
});
