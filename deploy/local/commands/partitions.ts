import { readConfig } from '@trust/service-kit/config';
import { z } from 'zod';
import { databaseUrls } from '../postgres/databases.ts';
import { maintainAll } from '../postgres/keep-partitions.ts';
import { runningSettings } from '../settings/running-settings.ts';
import { parseOptions } from './parse-options.ts';

const usage = `npm run partitions   creates the partitions of the next two weeks in all databases, and drops those of old weeks

Events, deliveries and what a service has received are kept in partitions of a week (docs/adr/0135-partitions-of-weeks.md). A deployment
and the running platform do this by themselves; the alert PartitionsRunOut says when they do not. It changes no row that is
kept, and may run beside the services.

  POSTGRES_URL   the server, with the role maintenance; default: the platform that runs on DATA_DIR
  --help         this text
`;

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values } = parseOptions('partitions', { options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) return void process.stdout.write(usage);
  let changes = 0;
  const report = (line: string) => {
    changes += 1;
    process.stdout.write(`${line}\n`);
  };
  await maintainAll({ urlOf: urls(), report });
  if (changes === 0) process.stdout.write('Nothing to create or drop.\n');
}

function urls() {
  if (process.env.POSTGRES_URL) return databaseUrls(readConfig(z.object({ POSTGRES_URL: z.url() })).POSTGRES_URL);
  const { owners } = runningSettings();
  return (service: keyof typeof owners) => owners[service].DATABASE_OWNER_URL;
}
