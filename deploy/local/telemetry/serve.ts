import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MetricStore, type OtlpMetrics } from './metrics/metric-store.ts';
import { prometheusText } from './metrics/prometheus-text.ts';
import { SpanMetrics } from './metrics/span-metrics.ts';
import { type RequestFilter, requestFilter } from './request-summary.ts';
import { type OtlpTraces, spansOf } from './span.ts';
import type { SpanFile } from './span-file.ts';
import { type Bounds, TraceStore } from './trace-store.ts';
import { waterfallOf } from './waterfall.ts';

const maxBodyBytes = 16 * 1024 * 1024;
const maxListed = 500;

type Answer = { status: number; body: unknown; mediaType?: string };

/** OTLP/HTTP in, traces as JSON and metrics as Prometheus text out. */
export function telemetryServer({ bounds, file }: { bounds?: Bounds; file?: SpanFile } = {}): Server {
  const traces = new TraceStore(bounds);
  const metrics = new MetricStore();
  const spanMetrics = new SpanMetrics();
  if (file) traces.add(file.read());

  async function receive(request: IncomingMessage, path: string): Promise<Answer> {
    if (!request.headers['content-type']?.startsWith('application/json'))
      return { status: 415, body: { error: 'Send OTLP as JSON: OTEL_EXPORTER_OTLP_PROTOCOL=http/json.' } };
    const body = JSON.parse(await readBody(request));
    if (path === '/v1/metrics') metrics.add(body as OtlpMetrics);
    else if (path === '/v1/traces') {
      const spans = spansOf(body as OtlpTraces);
      traces.add(spans);
      spanMetrics.add(spans);
      file?.append(spans);
    }
    return { status: 200, body: {} };
  }

  async function query(url: URL, accept: string): Promise<Answer> {
    const [, noun, id = ''] = url.pathname.split('/');
    if (url.pathname === '/healthz') return { status: 200, body: { status: 'ok', ...traces.size } };
    if (url.pathname === '/metrics') return metricsPage([...metrics.all(), ...spanMetrics.metrics()], accept);
    if (noun === 'requests' && !id) return { status: 200, body: traces.requests(listQuery(url.searchParams)) };
    const trace = noun === 'traces' && id ? traces.find(decodeURIComponent(id)) : undefined;
    const waterfall = trace && waterfallOf(trace);
    return waterfall ? { status: 200, body: waterfall } : { status: 404, body: { error: 'There is no such trace.' } };
  }

  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://telemetry');
    const isExport = request.method === 'POST' && /^\/v1\/(traces|metrics|logs)$/.test(url.pathname);
    const answering = isExport ? receive(request, url.pathname) : query(url, request.headers.accept ?? '');
    void answering
      .catch((error: unknown): Answer => ({ status: 400, body: { error: messageOf(error) } }))
      .then((answer) => send(response, answer));
  });
}

function listQuery(query: URLSearchParams) {
  const slow = query.get('slow');
  const filter: RequestFilter = {
    status: query.get('status') || undefined,
    route: query.get('route') || undefined,
    slow: slow ? Number(slow) : undefined,
    all: query.has('all'),
  };
  return {
    filter: requestFilter(filter),
    after: Number(query.get('after') ?? 0),
    limit: Math.min(Number(query.get('limit') ?? 50), maxListed),
  };
}

function metricsPage(metrics: Parameters<typeof prometheusText>[0], accept: string): Answer {
  const isOpen = accept.includes('application/openmetrics-text');
  const mediaType = isOpen ? 'application/openmetrics-text; version=1.0.0' : 'text/plain; version=0.0.4';
  return { status: 200, body: prometheusText(metrics, isOpen ? 'openmetrics' : 'prometheus'), mediaType };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new Error(`The body has more than ${maxBodyBytes} bytes.`);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const isCompressed = request.headers['content-encoding'] === 'gzip';
  const plain = isCompressed ? await promisify(gunzip)(body, { maxOutputLength: maxBodyBytes }) : body;
  return plain.toString('utf8');
}

function send(response: ServerResponse, { status, body, mediaType = 'application/json' }: Answer): void {
  response.writeHead(status, { 'Content-Type': `${mediaType}; charset=utf-8` });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
