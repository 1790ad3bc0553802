import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '@trust/service-admin/migrate';
import { MigrationError } from '@trust/service-admin/migrations/migration-error';
import { temporaryDataDir } from '../data-dir.ts';
import { repositoryRoot } from '../environment.ts';
import { ensurePackages } from '../packages/ensure-packages.ts';
import { createDatabases, roleUrl } from '../postgres/databases.ts';
import { migrationsOf } from '../postgres/migrate-service.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { schemaTypes } from '../postgres/schema-types.ts';
import { type DatabaseService, serviceDatabases } from '../services.ts';
import { createSecrets } from '../settings/secrets.ts';

const help = `npm run db:types [-- --check]   generates services/<service>/src/db/schema.ts from the migrations

  --check  write nothing; fail and name the files that are not up to date
`;

const { values: options } = parseArgs({
  options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

if (options.help) process.stdout.write(help);
else {
  await generateAll().catch((error: unknown) => {
    if (!(error instanceof MigrationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}

async function generateAll(): Promise<void> {
  const folder = temporaryDataDir('db-types');
  using _removal = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  const { postgresBin } = await ensurePackages(console.log);
  const { databasePasswords: passwords } = createSecrets();
  await using postgres = await startPostgres({ bin: postgresBin, dataDir: join(folder, 'postgres'), durable: false });
  await createDatabases(postgres.superuserUrl, passwords);
  for (const service of serviceDatabases) {
    const migrations = migrationsOf(service);
    if (!existsSync(migrations)) continue;
    const url = roleUrl({ port: postgres.port, passwords }, service, 'owner');
    await migrate({ url, folder: migrations });
    writeTypes(service, await schemaTypes(url));
  }
}

function writeTypes(service: DatabaseService, types: string): void {
  const name = `services/${service}/src/db/schema.ts`;
  const file = join(repositoryRoot, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === types) {
    console.log(`${name} is up to date`);
  } else if (options.check) {
    console.log(`${name} does not match the migrations. Run \`npm run db:types\`.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, types);
    console.log(`${name} written`);
  }
}
