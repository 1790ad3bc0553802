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
/** `table` records which of the files are applied. */
type MigrationSet = { table: string; files: MigrationFile[] };

/** A fault of a migration file. Its message has a place and a remedy, so no stack is needed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

type MigrateOptions = { url: string; folder: string; includes?: (name: string) => boolean };

/** Applies new `.sql` migrations of the kit, then of the service, as owner; returns their names. */
export async function migrate({ url, folder, includes = () => true }: MigrateOptions): Promise<string[]> {
  const filesOf = async (place: string) => (await readFiles(place)).filter(({ name }) => includes(name));
  const kit = { table: 'platform_migration', files: await filesOf(platformFolder) };
  const service = { table: 'kysely_migration', files: await filesOf(folder) };
  await using db = openDb<unknown>({ url, max: 1, connectTimeout: 10_000 });
  await refuseChangedFiles(db, [...kit.files, ...service.files]);
  return [...(await applySet(db, kit)), ...(await applySet(db, service))];
}

async function applySet(db: Database<unknown>, set: MigrationSet): Promise<string[]> {
  await refuseOldNames(db, set);
  const migrations = Object.fromEntries(
    set.files.map((file) => [file.name, { up: (trx) => apply(trx, file) } as Migration]),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: set.table,
    migrationLockTableName: `${set.table}_lock`,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

const renaming = 'Start its name with the present time, as `npm run migration` does, so that it sorts last.';

/** Throws for a new file that sorts before an applied one: other databases would apply it first. */
async function refuseOldNames(db: Database<unknown>, { table, files }: MigrationSet): Promise<void> {
  if (!(await hasTable(db, table))) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  const last = [...applied].sort().at(-1) ?? '';
  const old = files.filter(({ name }) => !applied.has(name) && name < last);
  const faults = old.map(({ path }) => `${path} is new, but its name sorts before the applied migration ${last}.`);
  if (faults.length > 0) throw new MigrationError([...faults, renaming].join('\n'));
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

const restoring =
  'Restore the file and put the change into a new migration, or start with an empty database: npm start -- --reset.';

const olderThanFiles =
  'This database has migrations that no longer exist, because migrations began at one again (ADR 0107). ' +
  'It cannot be migrated. Start with an empty one: npm start -- --reset deletes the data of the data folder.';

/** Throws where an applied migration is edited, renamed or missing. */
async function refuseChangedFiles(db: Database<unknown>, files: MigrationFile[]): Promise<void> {
  if (!(await hasTable(db, 'migration_checksum'))) return;
  const { rows } = await sql<{ name: string; checksum: Buffer }>`select name, checksum from migration_checksum`.execute(
    db,
  );
  const applied = new Set(rows.map(({ name }) => name));
  if (rows.length > 0 && !files.some(({ name }) => applied.has(name))) throw new MigrationError(olderThanFiles);
  const faults = rows.flatMap(({ name, checksum }) => {
    const file = files.find((one) => one.name === name);
    if (file) return file.checksum.equals(checksum) ? [] : [`${file.path} was edited after it was applied.`];
    const renamed = files.find((one) => !applied.has(one.name) && one.checksum.equals(checksum));
    return [`The applied migration ${name} ${renamed ? `was renamed to ${renamed.name}` : 'is missing'}.`];
  });
  if (faults.length > 0) throw new MigrationError([...faults, restoring].join('\n'));
}

/** Stores the checksum in the transaction of the migration: a crash cannot separate them. */
async function apply(trx: Kysely<unknown>, file: MigrationFile): Promise<void> {
  await run(trx, file);
  await sql`insert into migration_checksum (name, checksum) values (${file.name}, ${file.checksum})`.execute(trx);
}

async function hasTable(db: QueryExecutorProvider, name: string): Promise<boolean> {
  const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(db);
  return rows.length > 0;
}

async function run(db: Kysely<unknown>, { path, text }: MigrationFile): Promise<void> {
  for (const { statement, offset } of statementsOf(text)) {
    try {
      await sql.raw(statement).execute(db);
    } catch (error) {
      const { message, position = '1' } = error as Error & { position?: string };
      const line = text.slice(0, offset + Number(position) - 1).split('\n').length;
      throw new MigrationError(`${path}:${line}: ${message}\n${statement}\n\n${correction}`);
    }
  }
}

const correction = 'Nothing of this migration was applied. Correct the file and run the command again.';

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
