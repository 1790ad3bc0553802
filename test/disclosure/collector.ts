import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Output } from './recording-client.ts';

const spanAttributePlace = 'span attribute ';

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

type Attributes = { key: string; value: unknown }[];
type SpanNode = { attributes?: Attributes; events?: SpanNode[]; links?: SpanNode[] };
type Exported = {
  resource: { attributes: { key: string; value: { stringValue?: string } }[] };
  scopeSpans?: { spans: SpanNode[] }[];
};

function sightingsIn(kind: 'spans' | 'metrics', body: string): Output[] {
  const message = JSON.parse(body) as { resourceSpans?: Exported[]; resourceMetrics?: Exported[] };
  return [...(message.resourceSpans ?? []), ...(message.resourceMetrics ?? [])].flatMap((one) => {
    const service = one.resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
    const attributes = takeSpanAttributes(one).map(([key, values]) => ({
      place: `${spanAttributePlace}${key} of ${service}`,
      text: Buffer.from(JSON.stringify(values)),
    }));
    return [
      { place: `${kind} of ${service}`, text: Buffer.from(JSON.stringify(one, withoutMeasurements)) },
      ...attributes,
    ];
  });
}

/** Left out: a sum of durations can equal a searched coordinate. */
function withoutMeasurements(key: string, value: unknown): unknown {
  return ['sum', 'min', 'max'].includes(key) ? undefined : value;
}

/** By key, of spans and of their events and links. They are removed, so that a finding names the attribute. */
function takeSpanAttributes({ scopeSpans = [] }: Exported): [key: string, values: unknown[]][] {
  const found: Attributes = [];
  const take = (node: SpanNode) => {
    found.push(...(node.attributes ?? []));
    delete node.attributes;
    for (const inner of [...(node.events ?? []), ...(node.links ?? [])]) take(inner);
  };
  for (const { spans } of scopeSpans) for (const span of spans) take(span);
  const byKey = Map.groupBy(found, ({ key }) => key);
  return [...byKey].map(([key, all]) => [key, all.map(({ value }) => value)]);
}

export function spanAttributesIn(sent: readonly Output[]): Set<string> {
  const places = sent.filter(({ place }) => place.startsWith(spanAttributePlace));
  return new Set(places.map(({ place }) => place.slice(spanAttributePlace.length).replace(/ of .*/, '')));
}
