import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { baseEnvironment, repositoryRoot } from '../environment.ts';

/** PostGIS' own tables, the migrator's and those of the seals (deploy/local/postgres/guards.sql): nobody queries them. */
const notOurs =
  '{*.{spatial_ref_sys,geometry_columns,geography_columns,kysely_migration,kysely_migration_lock,migration_checksum},guard.*}';

/**
 * The table types of a migrated database, as pg's own parsers return values: bigint and numeric as string, timestamps as Date, dates as text,
 * geography and geometry as string. Names stay in snake_case.
 */
export async function schemaTypes(ownerUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'schema-types-'));
  const outFile = join(folder, 'schema.ts');
  try {
    const tool = join(repositoryRoot, 'node_modules/.bin/kysely-codegen');
    const options = [
      '--dialect=postgres',
      `--exclude-pattern=${notOurs}`,
      `--out-file=${outFile}`,
      '--date-parser=string',
    ];
    // The URL holds a password, and arguments can be seen by every user of the machine.
    const env = { ...baseEnvironment(), DATABASE_URL: ownerUrl };
    await promisify(execFile)(process.execPath, [tool, ...options], { cwd: folder, env });
    return await readFile(outFile, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
