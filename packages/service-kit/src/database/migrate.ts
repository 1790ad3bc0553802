import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { openDb } from './db.ts';

const platformFolder = join(import.meta.dirname, 'migrations');

/**
 * Brings a database up to date: the kit's own tables first, then the service's. A migration is a plain `.sql` file, forward only,
 * named by its UTC time, and never edited once released. Runs as the owner role; returns the names applied.
 */
export async function migrate({ url, folder }: { url: string; folder: string }): Promise<string[]> {
  await using db = openDb<unknown>({ url, max: 1, connectTimeout: 10_000 });
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations([platformFolder, folder]) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find(({ status }) => status === 'Error');
  if (error) throw new Error(`Migration ${failed?.migrationName ?? ''} failed.`, { cause: error });
  return results.map(({ migrationName }) => migrationName);
}

async function readMigrations(folders: string[]): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const folder of folders) {
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
      const text = await readFile(join(folder, file), 'utf8');
      migrations[file.slice(0, -'.sql'.length)] = { up: async (db) => void (await sql.raw(text).execute(db)) };
    }
  }
  return migrations;
}
