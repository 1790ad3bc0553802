import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { telemetryServer } from './serve.ts';
import { SpanFile } from './span-file.ts';
import { defaultBounds } from './trace-store.ts';

const usage = `node deploy/local/telemetry/receiver.ts [options]   keeps recent traces and metrics that services send over OTLP/HTTP

  --port <n>      port (default 4318, the standard port of OTLP/HTTP)
  --host <name>   address to listen on (default 127.0.0.1)
  --dir <folder>  keeps the last 16 MiB of spans in files of this folder (default: memory only)
  --traces <n>    number of traces in memory (default ${defaultBounds.maxTraces}, with at most ${defaultBounds.maxSpans} spans)
  --help          show this text

  POST /v1/traces, /v1/metrics   OTLP as JSON; set OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 for the services
  GET  /metrics                  Prometheus text, or OpenMetrics with exemplars, with the names of the collector
  GET  /requests                 recent requests; ?status=5xx&route=upload&slow=200&limit=50&after=<cursor>&all
  GET  /traces/<id>              one trace, by its id or a request id
  GET  /healthz
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4318' },
      host: { type: 'string', default: '127.0.0.1' },
      dir: { type: 'string' },
      traces: { type: 'string', default: String(defaultBounds.maxTraces) },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const bounds = { ...defaultBounds, maxTraces: wholeNumber('--traces', values.traces) };
  const server = telemetryServer({ bounds, ...(values.dir && { file: new SpanFile(values.dir) }) });
  server.listen(wholeNumber('--port', values.port), values.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stdout.write(`listening on http://${values.host}:${port}\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  server.close();
  server.closeAllConnections();
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`${option} is "${text}", not a whole number.`);
  return number;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
