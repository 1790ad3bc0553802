import { setTimeout as delay } from 'node:timers/promises';
import { dataDirFromEnvironment } from '../data-dir.ts';
import { formatSummary, terminalOutput } from '../telemetry/format-waterfall.ts';
import { listQuery, openTelemetryStore } from '../telemetry/open-telemetry-store.ts';
import type { RequestSummary } from '../telemetry/request-summary.ts';
import { parseOptions } from './parse-options.ts';

const usage = `npm run tail [-- options]   prints each request of the running platform as it ends, until Ctrl-C

  --errors          only requests that failed: status 4xx or 5xx, or a failed span in any service
  --status <s>      only this status (404) or class (5xx)
  --slow <ms>       only requests that took at least so long
  --route <text>    only routes that contain the text
  --help            show this text

  DATA_DIR          the data folder of the platform (now ${dataDirFromEnvironment()})

A line ends with the request id. Where its time went: npm run trace -- <id>
`;

const pollMs = 300;

async function main(): Promise<void> {
  const { values: options } = parseOptions('tail', {
    options: {
      errors: { type: 'boolean' },
      status: { type: 'string' },
      slow: { type: 'string' },
      route: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (options.help) return void process.stdout.write(usage);
  await using store = await openTelemetryStore(dataDirFromEnvironment());
  if (!store.isLive) throw new Error('The platform does not run. Start it with `npm start`, or use `npm run trace`.');
  const query = listQuery({ ...options, limit: '500' });
  // Checks the filters, and marks where the stream begins.
  let { cursor } = await store.requests(query);
  process.stderr.write('waiting for requests; Ctrl-C ends\n');
  const printed = new Set<string>();
  // Spans of one trace arrive in several parts; a request is complete with its status.
  const isNew = ({ status, requestId }: RequestSummary) => status !== undefined && requestId && !printed.has(requestId);
  while (true) {
    await delay(pollMs);
    query.set('after', String(cursor));
    const page = await store.requests(query);
    cursor = page.cursor;
    for (const request of page.requests.filter(isNew).reverse()) {
      printed.add(request.requestId ?? '');
      process.stdout.write(`${formatSummary(request, terminalOutput())}\n`);
    }
    for (const id of printed) if (printed.size > 5000) printed.delete(id);
  }
}

process.stdout.on('error', () => process.exit());
process.on('SIGINT', () => process.exit(0));

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
