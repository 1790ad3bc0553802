import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, openDb } from '@trust/service-kit/database/db';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

const platformFolder = join(
  dirname(fileURLToPath(import.meta.resolve('@trust/service-kit/database/db'))),
  'migrations',
);

type MigrationFile = { name: string; path: string; text: string; checksum: Buffer };

/** Applies new `.sql` migrations as owner; returns their names. Errors name file and line. */
export async function migrate({ url, folder }: { url: string; folder: string }): Promise<string[]> {
  const files = [...(await readFiles(platformFolder)), ...(await readFiles(folder))];
  await using db = openDb<unknown>({ url, max: 1, connectTimeout: 10_000 });
  await refuseChangedFiles(db, files);
  const migrations = Object.fromEntries(
    files.map((file) => [file.name, { up: (trx) => apply(trx, file, files) } as Migration]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

async function readFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file) => {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      return { name: basename(file, '.sql'), path, text, checksum: createHash('sha256').update(text).digest() };
    }),
  );
}

const remedy =
  'Restore the file and put the change into a new migration, or start with an empty database: npm start -- --reset.';

/** Throws where an applied migration is edited, renamed or missing. */
async function refuseChangedFiles(db: Database<unknown>, files: MigrationFile[]): Promise<void> {
  if (!(await hasChecksums(db))) return;
  const { rows } = await sql<{ name: string; checksum: Buffer }>`select name, checksum from migration_checksum`.execute(
    db,
  );
  const applied = new Set(rows.map(({ name }) => name));
  const faults = rows.flatMap(({ name, checksum }) => {
    const file = files.find((one) => one.name === name);
    if (file) return file.checksum.equals(checksum) ? [] : [`${file.path} was edited after it was applied.`];
    const renamed = files.find((one) => !applied.has(one.name) && one.checksum.equals(checksum));
    return [`The applied migration ${name} ${renamed ? `was renamed to ${renamed.name}` : 'is missing'}.`];
  });
  if (faults.length > 0) throw new Error([...faults, remedy].join('\n'));
}

/** Stores the checksum in the transaction of the migration: a crash cannot separate them. */
async function apply(db: Kysely<unknown>, file: MigrationFile, files: MigrationFile[]): Promise<void> {
  await run(db, file);
  if (!(await hasChecksums(db))) return;
  // The migration that creates the table also stores the checksums of all before it.
  await sql`
    insert into migration_checksum
    select name, checksum
    from unnest(${files.map(({ name }) => name)}::text[], ${files.map(({ checksum }) => checksum)}::bytea[])
      as file (name, checksum)
    where name = ${file.name} or name in (select name from kysely_migration)
    on conflict do nothing`.execute(db);
}

async function hasChecksums(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`select where to_regclass('migration_checksum') is not null`.execute(db);
  return rows.length > 0;
}

async function run(db: Kysely<unknown>, { path, text }: MigrationFile): Promise<void> {
  for (const { statement, offset } of statementsOf(text)) {
    try {
      await sql.raw(statement).execute(db);
    } catch (error) {
      const { message, position = '1' } = error as Error & { position?: string };
      const line = text.slice(0, offset + Number(position) - 1).split('\n').length;
      throw new Error(`${path}:${line}: ${message}\n${statement}`, { cause: error });
    }
  }
}

/** A quoted text, a comment, a semicolon, or anything else. */
const token = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$;/-]+|./g;

function statementsOf(text: string): { statement: string; offset: number }[] {
  const statements: { statement: string; offset: number }[] = [];
  let offset = 0;
  let [current, hasCode] = ['', false];
  const end = () => {
    const indent = current.length - current.trimStart().length;
    if (hasCode) statements.push({ statement: current.trim(), offset: offset + indent });
    offset += current.length;
    [current, hasCode] = ['', false];
  };
  for (const [part] of text.matchAll(token)) {
    current += part;
    if (part === ';') end();
    else hasCode ||= /\S/.test(part) && !/^(--|\/\*)/.test(part);
  }
  end();
  return statements;
}
