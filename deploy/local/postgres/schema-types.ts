import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { baseEnvironment, repositoryRoot } from '../environment.ts';

/** Tables of PostGIS, of the migrator and of the seals (guards.sql). */
const excludedTables =
  '{*.{spatial_ref_sys,geometry_columns,geography_columns,{kysely,platform}_migration,migration_checksum},guard.*}';

// Types as pg parses values: bigint, numeric, date, geography and geometry as string,
// timestamps as Date.
export async function schemaTypes(ownerUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'schema-types-'));
  const outFile = join(folder, 'schema.ts');
  try {
    const tool = join(repositoryRoot, 'node_modules/.bin/kysely-codegen');
    const options = [
      '--dialect=postgres',
      `--exclude-pattern=${excludedTables}`,
      `--out-file=${outFile}`,
      '--date-parser=string',
    ];
    // The URL has a password, and every user of the machine can see arguments.
    const env = { ...baseEnvironment(), DATABASE_URL: ownerUrl };
    await promisify(execFile)(process.execPath, [tool, ...options], { cwd: folder, env });
    return await readFile(outFile, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
