import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import type { Release } from '../../deploy/releases/releases.ts';
import { linkPackages } from '../repository-copy.ts';

const run = promisify(execFile);
const lockFile = 'package-lock.json';

/** Source and packages of a release, in a folder that later runs use again. */
export async function releaseTree(release: Release, report: (line: string) => void): Promise<string> {
  requireCommit(release);
  // Not below node_modules, where Node loads no TypeScript.
  const parent = join(repositoryRoot, '.cache/releases');
  const folder = join(parent, release.commit);
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) rmSync(join(parent, name), { recursive: true, force: true });
  const draft = mkdtempSync(join(parent, 'draft-'));
  await run('/bin/sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', release.commit, draft], {
    cwd: repositoryRoot,
  });
  const lockOf = (root: string) => readFileSync(join(root, lockFile), 'utf8');
  if (lockOf(draft) === lockOf(repositoryRoot)) linkPackages(draft);
  else {
    report(`npm ci: ${lockFile} has changed since the release`);
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: draft });
  }
  // Last: an interrupted run leaves a draft, never half a tree.
  renameSync(draft, folder);
  return folder;
}

/** CI often clones one commit only. */
function requireCommit({ name, commit }: Release): void {
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
