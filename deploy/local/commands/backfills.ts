import { readProgress } from '@trust/service-admin/migrations/backfill-progress';
import { runBackfills } from '@trust/service-admin/migrations/run-backfills';
import { migrationsOf } from '../postgres/migrate-service.ts';
import { type DatabaseService, serviceDatabases } from '../services.ts';
import { runningSettings } from '../settings/running-settings.ts';
import { parseOptions } from './parse-options.ts';

const usage = `npm run backfills                               list the backfills of all databases, and how far they are
npm run backfills -- run [--service x] [--share n]  run those that are not finished, while the services serve

  --service  ${serviceDatabases.join(', ')}; default: all, one after the other
  --share    part of the time in which rows change, above 0 and at most 1; default: 0.5. Less spares the services

A backfill changes old rows in batches of about 0.1 s (docs/releases.md). Ctrl-C ends the run after its batch, and the
next run goes on from there. Connects to DATABASE_OWNER_URL, which needs --service, or else to the platform that runs on
DATA_DIR.
`;

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values, positionals } = parseOptions('backfills', {
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      service: { type: 'string' },
      share: { type: 'string', default: '0.5' },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const [command = 'status', ...surplus] = positionals;
  const share = Number(values.share);
  if (surplus.length > 0 || !['run', 'status'].includes(command) || !(share > 0 && share <= 1)) throw new Error(usage);
  const urls = ownerUrls(values.service);
  if (command === 'status') return printStatus(urls);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  for (const [service, url] of urls) {
    const folder = migrationsOf(service);
    const report = (line: string) => print(`${service}: ${line}`);
    const finished = await runBackfills({ url, folder, report, signal: stop.signal, share });
    if (finished.length === 0) report(stop.signal.aborted ? 'stopped; the next run goes on' : 'nothing left to run');
    if (stop.signal.aborted) return;
  }
}

function ownerUrls(name: string | undefined): [DatabaseService, string][] {
  const service = serviceDatabases.find((known) => known === name);
  if (name !== undefined && !service)
    throw new Error(`Unknown service ${name}. One of: ${serviceDatabases.join(', ')}.`);
  const { DATABASE_OWNER_URL: url } = process.env;
  if (url && service) return [[service, url]];
  if (url) throw new Error('DATABASE_OWNER_URL is of one database. Name it with --service.');
  const { owners } = runningSettings();
  return (service ? [service] : serviceDatabases).map((one) => [one, owners[one].DATABASE_OWNER_URL]);
}

async function printStatus(urls: [DatabaseService, string][]): Promise<void> {
  let count = 0;
  for (const [service, url] of urls) {
    for (const { name, relation, rowsDone, rowsExpected, isFinished } of await readProgress(url)) {
      count += 1;
      const state = isFinished ? 'finished' : `${rowsDone} of about ${rowsExpected} rows`;
      print(`${service}  ${name}  ${relation}  ${state}`);
    }
  }
  if (count === 0) print('There is no backfill.');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
