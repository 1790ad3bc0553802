import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';

export type Release = {
  name: string;
  commit: string;
  /** `info.version` of the contract. */
  contract: string;
  date: string;
};

export const releasesFile = 'deploy/releases.json';

/** Oldest first. */
export function readReleases(): [Release, ...Release[]] {
  return JSON.parse(readFileSync(join(repositoryRoot, releasesFile), 'utf8')).releases;
}

export function lastRelease(): Release {
  const [first, ...later] = readReleases();
  return later.at(-1) ?? first;
}

const migrationGlobs = ['packages/service-kit/src/database/migrations/*.sql', 'services/*/src/db/migrations/*.sql'];

export function migrationFiles(): string[] {
  return globSync(migrationGlobs, { cwd: repositoryRoot }).sort();
}

/** Those of the last release, read from its commit. */
export function releasedMigrations(): Set<string> {
  return new Set(linesOfGit('ls-tree', '-r', '--full-tree', '--name-only', lastCommit(), ...migrationFolders()));
}

/** Migrations of the last release whose text the checkout changed. No database would run them again. */
export function editedMigrations(): string[] {
  return linesOfGit('diff', '--name-only', '--diff-filter=M', lastCommit(), '--', ...migrationFolders());
}

function migrationFolders(): string[] {
  return [...new Set(migrationFiles().map((file) => `${dirname(file)}/`))];
}

function lastCommit(): string {
  const last = lastRelease();
  requireCommit(last);
  return last.commit;
}

function linesOfGit(...args: string[]): string[] {
  // A copy that tries the recipes of docs/contributing lies inside a checkout, whose files Git would compare instead.
  const options = { cwd: repositoryRoot, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const text = execFileSync('git', ['--work-tree', repositoryRoot, ...args], options);
  return text.split('\n').filter((file) => file.endsWith('.sql'));
}

/** CI often clones one commit only. */
export function requireCommit({ name, commit }: Pick<Release, 'name' | 'commit'>): void {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: repositoryRoot, stdio: 'ignore' });
  } catch {
    throw new Error(
      `Commit ${commit} of release ${name} is not in this clone. Fetch it:\n` +
        `  git fetch --depth=1 origin ${commit}\n` +
        '  git fetch --unshallow            if the server does not send single commits',
    );
  }
}
