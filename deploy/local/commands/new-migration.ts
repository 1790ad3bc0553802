import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { migrationsOf } from '../postgres/migrate-service.ts';
import { type DatabaseService, serviceDatabases } from '../services.ts';

const usage = `npm run migration -- <service> <name>

  service  ${serviceDatabases.join(', ')}
  name     what it does, in kebab-case: add-listing-language
`;

const [given = '', name = '', ...rest] = process.argv.slice(2);
const service = serviceDatabases.find((known) => known === given);
const fault = !service
  ? `Unknown service ${given || '(none)'}.`
  : !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || rest.length > 0
    ? 'The name must be one word in kebab-case.'
    : undefined;
if (given === '--help' || given === '-h') process.stdout.write(usage);
else if (fault || !service) {
  process.stderr.write(`${fault}\n\n${usage}`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${relative(process.cwd(), createMigration(service, name, new Date()))}\n`);
}

function createMigration(owner: DatabaseService, title: string, now: Date): string {
  const folder = migrationsOf(owner);
  mkdirSync(folder, { recursive: true });
  // 20261120T120030: the order of the names is the order of the migrations.
  const time = now.toISOString().replaceAll(/[-:]|\..*/g, '');
  const file = join(folder, `${time}-${title}.sql`);
  if (existsSync(file)) throw new Error(`${file} exists already.`);
  writeFileSync(file, template(owner));
  return file;
}

function template(owner: string): string {
  return `-- Runs once, as ${owner}_owner, in a transaction; never edit it after its release.
-- A new table needs its grants: grant select, insert, update on <table> to service_app;
-- Replicas of the last release must keep working on it: add, do not change (docs/releases.md).
`;
}
