import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyMigration } from './migrations/apply.ts';
import { readBackfills, registerBackfills } from './migrations/backfills.ts';
import { readSqlFiles } from './migrations/migration-files.ts';
import { type Earlier, refuseChangedFiles, refuseEarlyStep, refuseOldNames } from './migrations/refusals.ts';
import { openSession, type Report, type Session } from './migrations/session.ts';
import { daysAhead } from './partitions.ts';

const platformFolder = join(
  dirname(fileURLToPath(import.meta.resolve('@trust/service-kit/database/db'))),
  'migrations',
);

type MigrateOptions = {
  /** Of the database's owner, without a pooler in between. */
  url: string;
  folder: string;
  includes?: (name: string) => boolean;
  /** The last release of the code, null before release 1. Without it nobody serves, so that contract steps need no earlier release. */
  release?: string | null;
  /** Is told what waits, and how far a long step is. */
  report?: Report;
};

/**
 * Applies new `.sql` migrations of the kit, then of the service, as owner; returns their names. Each commits by itself. Statements have no
 * limit of time; a wait for a lock ends after two seconds and is repeated (ADR 0133). Then it creates the partitions of the next days.
 * Throws a `MigrationError`.
 */
export async function migrate({ url, folder, includes = () => true, release, report = () => {} }: MigrateOptions) {
  const filesOf = async (place: string) => (await readSqlFiles(place)).filter(({ name }) => includes(name));
  const sets = [
    { table: 'platform_migration', files: await filesOf(platformFolder) },
    { table: 'kysely_migration', files: await filesOf(folder) },
  ];
  const backfills = await readBackfills(folder);
  await using session = await openSession(url, 'migration', report);
  const earlier = release === undefined ? undefined : await readEarlier(session);
  if (await hasTable(session, 'migration_checksum'))
    await refuseChangedFiles(
      session,
      sets.flatMap(({ files }) => files),
    );
  const names: string[] = [];
  for (const { table, files } of sets) {
    const applied = await readApplied(session, table);
    refuseOldNames(files, applied);
    for (const file of files.filter(({ name }) => !applied.has(name))) {
      await refuseEarlyStep(session, file, { backfills, earlier });
      await applyMigration(session, file, table);
      names.push(file.name);
    }
  }
  if (await hasTable(session, 'partitioned_table'))
    await session.client.query('select create_partitions(now(), $1)', [daysAhead]);
  if (!(await hasTable(session, 'backfill'))) return names;
  await registerBackfills(session, backfills);
  if (release)
    await session.client.query(
      'insert into migrated_release (release, migrated_at) values ($1, now()) on conflict do nothing',
      [release],
    );
  return names;
}

/** The tables have the form that Kysely's migrator gives them: a checkout before ADR 0133 reads them. */
async function readApplied({ client }: Session, table: string): Promise<Set<string>> {
  await client.query(
    `create table if not exists ${table} (name varchar(255) primary key, timestamp varchar(255) not null)`,
  );
  const { rows } = await client.query<{ name: string }>(`select name from ${table}`);
  return new Set(rows.map(({ name }) => name));
}

async function readEarlier(session: Session): Promise<Earlier> {
  const isEmpty = !(await hasTable(session, 'migration_checksum'));
  if (!(await hasTable(session, 'migrated_release'))) return { releases: new Set(), isEmpty };
  const { rows } = await session.client.query<{ release: string }>('select release from migrated_release');
  return { releases: new Set(rows.map(({ release }) => release)), isEmpty };
}

async function hasTable({ client }: Session, name: string): Promise<boolean> {
  const { rows } = await client.query('select where to_regclass($1) is not null', [name]);
  return rows.length > 0;
}
