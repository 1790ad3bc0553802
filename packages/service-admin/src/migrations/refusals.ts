import { type Backfill, isBackfilled } from './backfills.ts';
import { declarationsOf } from './declarations.ts';
import { MigrationError } from './migration-error.ts';
import type { SqlFile } from './migration-files.ts';
import type { Session } from './session.ts';

const restoring =
  'Restore the file and put the change into a new migration, or start with an empty database: npm start -- --reset.';
const olderThanFiles =
  'This database has migrations that no longer exist, because migrations began at one again (ADR 0107). ' +
  'It cannot be migrated. Start with an empty one: npm start -- --reset deletes the data of the data folder.';
const renaming = 'Start its name with the present time, as `npm run migration` does, so that it sorts last.';

/** Throws where an applied migration is edited, renamed or missing. */
export async function refuseChangedFiles({ client }: Session, files: readonly SqlFile[]): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: Buffer }>(
    'select name, checksum from migration_checksum',
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

/** Throws for a new file that sorts before an applied one: other databases would apply it first. */
export function refuseOldNames(files: readonly SqlFile[], applied: ReadonlySet<string>): void {
  const last = [...applied].sort().at(-1) ?? '';
  const old = files.filter(({ name }) => !applied.has(name) && name < last);
  const faults = old.map(({ path }) => `${path} is new, but its name sorts before the applied migration ${last}.`);
  if (faults.length > 0) throw new MigrationError([...faults, renaming].join('\n'));
}

/** What an earlier run recorded. */
export type Earlier = { releases: ReadonlySet<string>; isEmpty: boolean };

/** Throws for a contract step that replicas or rows of the database are not ready for. */
export async function refuseEarlyStep(
  session: Session,
  { path, text }: SqlFile,
  { backfills, earlier }: { backfills: readonly Backfill[]; earlier: Earlier | undefined },
): Promise<void> {
  const { contractSince, afterBackfill } = declarationsOf(text);
  if (contractSince && earlier && !earlier.isEmpty && !earlier.releases.has(contractSince))
    throw new MigrationError(
      `${path} removes what replicas before release ${contractSince} use, and this database was never migrated by that release.\n` +
        `Deploy release ${contractSince} first, replace all replicas, then run the command of this release again.`,
    );
  if (afterBackfill && !(await isBackfilled(session, backfills, afterBackfill)))
    throw new MigrationError(
      `${path} waits for the backfill ${afterBackfill}.\n` +
        'Run `npm run backfills -- run` while the services serve; then run the command again.',
    );
}
