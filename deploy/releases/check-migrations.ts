import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { declarationsOf, forms } from '@trust/service-admin/migrations/declarations';
import pg from 'pg';
import { repositoryRoot } from '../local/environment.ts';
import { type DatabaseService, serviceDatabases } from '../local/services.ts';
import { breakingChanges } from './catalog/breaking-changes.ts';
import { readCatalog } from './catalog/catalog.ts';

type Inputs = {
  /** Paths of the migrations of the last release. */
  released: ReadonlySet<string>;
  present: readonly string[];
  releases: readonly string[];
  read?: (file: string) => string;
};

const kitFolder = 'packages/service-kit/src/database/migrations';
const folderOf = (service: DatabaseService) => `services/${service}/src/db/migrations`;
const nameOf = (file: string) => basename(file, '.sql');
const readMigration = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

export type NewMigrations = { service: DatabaseService; released: string[]; added: string[] };

/** The databases with migrations newer than the last release, those of the kit included. */
export function newMigrations({ released, present }: Pick<Inputs, 'released' | 'present'>): NewMigrations[] {
  return serviceDatabases
    .map((service) => {
      // The kit's run first, and each folder has an order of its own.
      const own = [kitFolder, folderOf(service)].flatMap((folder) =>
        present.filter((file) => dirname(file) === folder).sort(),
      );
      const isReleased = (file: string) => released.has(file);
      return { service, released: own.filter(isReleased), added: own.filter((file) => !isReleased(file)) };
    })
    .filter(({ added }) => added.length > 0);
}

/** Checks order and headers, which needs no database. */
export function headerFaults({ released, present, releases, read = readMigration }: Inputs): string[] {
  const missing = [...released]
    .filter((file) => !present.includes(file))
    .map((file) => `${file} is released but missing.`);
  const added = newMigrations({ released, present });
  const early = added.flatMap((one) =>
    one.added.flatMap((file) => {
      const last = one.released.findLast((earlier) => dirname(earlier) === dirname(file));
      return last && file < last
        ? [`${file} sorts before the released ${nameOf(last)}. Rename it to a later time.`]
        : [];
    }),
  );
  const unknown = [...new Set(added.flatMap((one) => one.added))].flatMap((file) => {
    const unrecorded = declarationsOf(read(file)).since.filter((since) => !releases.includes(since));
    return unrecorded.map((since) => `${file} names release ${since}, which deploy/releases.json does not record.`);
  });
  return [...new Set([...missing, ...early, ...unknown])];
}

/** Applies the new migrations one by one to the empty, prepared database at `url`; returns breaks of older replicas. */
export async function migrationFaults(
  url: string,
  { service, released, added }: NewMigrations,
  folder = join(repositoryRoot, folderOf(service)),
): Promise<string[]> {
  const applied = new Set(released.map(nameOf));
  const includes = (name: string) => applied.has(name);
  await migrate({ url, folder, includes });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const faults: string[] = [];
    let before = await readCatalog(client);
    for (const file of added) {
      applied.add(nameOf(file));
      await migrate({ url, folder, includes });
      const after = await readCatalog(client);
      const isDeclared = declarationsOf(readFileSync(fileIn(folder, file), 'utf8')).since.length > 0;
      if (!isDeclared) faults.push(...breakingChanges(before, after).map((change) => `${file}: ${change}`));
      before = after;
    }
    return faults;
  } finally {
    await client.end();
  }
}

function fileIn(folder: string, file: string): string {
  return dirname(file) === kitFolder ? join(repositoryRoot, file) : join(folder, basename(file));
}

export const remedy = `Replicas of the last release run on this database until they are replaced (docs/releases.md).
Add instead of changing. When no code of a recorded release uses it any more, declare that in the migration:
  ${forms.contractStep}
A new guard or constraint that its replicas can live with, or that needs the service stopped, is declared as well:
  ${forms.checked}`;
