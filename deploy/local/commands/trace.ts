import { dataDirFromEnvironment } from '../data-dir.ts';
import { formatSummary, formatWaterfall, terminalOutput } from '../telemetry/format-waterfall.ts';
import { listQuery, openTelemetryStore, type TelemetryReader } from '../telemetry/open-telemetry-store.ts';
import { parseOptions } from './parse-options.ts';

const usage = `npm run trace [-- <id>] [options]   shows where the time of one request went, in all services

  <id>              a request id (X-Request-Id of a response, requestId of a problem) or a trace id
  without <id>      lists the last requests
  --errors          lists only requests that failed: status 4xx or 5xx, or a failed span in any service
  --status <s>      lists only this status (404) or class (5xx)
  --slow <ms>       lists only requests that took at least so long
  --route <text>    lists only routes that contain the text
  --all             lists also work that no request caused, such as redeliveries
  --limit <n>       lists at most n requests (default 20, at most 500)
  --json            prints JSON
  --help            show this text

  DATA_DIR          the data folder of the platform (now ${dataDirFromEnvironment()})

Works also when the platform is stopped. A live stream of requests: npm run tail. In a browser: /dev/traces.
`;

async function main(): Promise<void> {
  const { positionals, values: options } = parseOptions('trace', {
    allowPositionals: true,
    options: {
      errors: { type: 'boolean' },
      status: { type: 'string' },
      slow: { type: 'string' },
      route: { type: 'string' },
      all: { type: 'boolean' },
      limit: { type: 'string', default: '20' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (options.help) return void process.stdout.write(usage);
  const [id, ...more] = positionals;
  if (more.length > 0) throw new Error('Name one request only. See `npm run trace -- --help`.');
  if (!/^\d+$/.test(options.limit) || Number(options.limit) < 1 || Number(options.limit) > 500)
    throw new Error(
      `--limit is "${options.limit}". It must be a whole number from 1 to 500. See \`npm run trace -- --help\`.`,
    );
  await using store = await openTelemetryStore(dataDirFromEnvironment());
  // Without await, the store closes before the answer arrives.
  if (id) return await showTrace(store, id, Boolean(options.json));
  const query = listQuery(options);
  if (options.all) query.set('all', '');
  const { requests } = await store.requests(query);
  if (options.json) return void process.stdout.write(`${JSON.stringify(requests, null, 2)}\n`);
  if (requests.length === 0) throw new Error('No recent request matches. Without filters: npm run trace');
  const lines = requests.toReversed().map((request) => formatSummary(request, terminalOutput()));
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function showTrace(store: TelemetryReader, id: string, isJson: boolean): Promise<void> {
  const trace = await store.trace(id);
  if (!trace)
    throw new Error(
      `No recent trace has the id ${id}.\nIt may be older than what is kept, or was quick, succeeded and was not sampled (OTEL_TRACES_SAMPLER_ARG). ` +
        `A trace appears within a second of its response.\nRecent requests: npm run trace. Logs: npm run logs -- --request ${id}`,
    );
  process.stdout.write(isJson ? `${JSON.stringify(trace, null, 2)}\n` : formatWaterfall(trace, terminalOutput()));
}

process.stdout.on('error', () => process.exit());

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
