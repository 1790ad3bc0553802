import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Output } from './recording-client.ts';

type Exported = { resource: { attributes: { key: string; value: { stringValue?: string } }[] } };

export type Collector = AsyncDisposable & {
  /** The platform then traces only requests that ask for it. */
  environment: Record<string, string>;
  sent: Output[];
};

export async function startCollector(): Promise<Collector> {
  const sent: Output[] = [];
  const server = createServer(async (request, response) => {
    const kind = request.url?.endsWith('/traces') ? 'spans' : 'metrics';
    const body = (await request.toArray()) as Buffer[];
    sent.push(...sightingsIn(kind, Buffer.concat(body).toString()));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    sent,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OTEL_TRACES_SAMPLER_ARG: '0',
      OTEL_METRIC_EXPORT_INTERVAL: '3000',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function sightingsIn(kind: 'spans' | 'metrics', body: string): Output[] {
  const message = JSON.parse(body) as { resourceSpans?: Exported[]; resourceMetrics?: Exported[] };
  return [...(message.resourceSpans ?? []), ...(message.resourceMetrics ?? [])].map((one) => {
    const name = one.resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
    return { place: `${kind} of ${name}`, text: Buffer.from(JSON.stringify(one)) };
  });
}
