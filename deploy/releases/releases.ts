import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';

export type Release = {
  name: string;
  commit: string;
  /** `info.version` of the contract. */
  contract: string;
  date: string;
  /** Files that this release adds to those of earlier releases. */
  migrations: string[];
};

export const releasesFile = 'deploy/releases.json';

/** Oldest first. */
export function readReleases(): [Release, ...Release[]] {
  return JSON.parse(readFileSync(join(repositoryRoot, releasesFile), 'utf8'));
}

export function lastRelease(releases = readReleases()): Release {
  return releases.at(-1) ?? releases[0];
}

export function migrationFiles(root = repositoryRoot): string[] {
  return globSync(['packages/service-kit/src/database/migrations/*.sql', 'services/*/src/db/migrations/*.sql'], {
    cwd: root,
  }).sort();
}

export function releasedMigrations(releases = readReleases()): Set<string> {
  return new Set(releases.flatMap(({ migrations }) => migrations));
}
