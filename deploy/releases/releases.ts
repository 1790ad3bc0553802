import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';

export type RecordedState = {
  commit: string;
  /** `info.version` of the contract. */
  contract: string;
  date: string;
};

export type Release = RecordedState & { name: string };

export type Releases = {
  /** Until release 1: what `test:skew` and the gate of the contract compare with (ADR 0107). */
  recorded?: RecordedState;
  /** Oldest first. */
  releases: Release[];
};

export const releasesFile = 'deploy/releases.json';

export function readReleases(): Releases {
  return JSON.parse(readFileSync(join(repositoryRoot, releasesFile), 'utf8'));
}

/** The last release; before release 1 the recorded state. `title` names it in messages. */
export function lastState({ recorded, releases }: Releases = readReleases()): RecordedState & { title: string } {
  const release = releases.at(-1);
  if (release) return { ...release, title: `release ${release.name}` };
  if (recorded) return { ...recorded, title: `the recorded state of ${recorded.date}` };
  throw new Error(`${releasesFile} records neither a release nor a state.`);
}

const migrationPath = /^(packages\/service-kit\/src\/database|services\/[^/]+\/src\/db)\/migrations\/[^/]+\.sql$/;

export function migrationFiles(root = repositoryRoot): string[] {
  return globSync(['packages/service-kit/src/database/migrations/*.sql', 'services/*/src/db/migrations/*.sql'], {
    cwd: root,
  }).sort();
}

/** Those of the last release, read from its commit. Empty before release 1. */
export function releasedMigrations({ releases }: Releases = readReleases()): Set<string> {
  const last = releases.at(-1);
  if (!last) return new Set();
  requireCommit(last.commit, `release ${last.name}`);
  const files = execFileSync('git', ['ls-tree', '-r', '--name-only', last.commit], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return new Set(files.split('\n').filter((file) => migrationPath.test(file)));
}

/** CI often clones one commit only. */
export function requireCommit(commit: string, title: string): void {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: repositoryRoot, stdio: 'ignore' });
  } catch {
    throw new Error(
      `Commit ${commit} of ${title} is not in this clone. Fetch it:\n` +
        `  git fetch --depth=1 origin ${commit}\n` +
        '  git fetch --unshallow            if the server does not send single commits',
    );
  }
}
