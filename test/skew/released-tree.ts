import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { type Release, requireCommit } from '../../deploy/releases/releases.ts';
import { linkPackages } from '../repository-copy.ts';

const run = promisify(execFile);
const lockFile = 'package-lock.json';

/** Returns a folder with source and packages of a release, which later runs reuse. */
export async function releasedTree(release: Release, report: (line: string) => void): Promise<string> {
  requireCommit(release);
  const { commit, name } = release;
  // Not below node_modules, where Node loads no TypeScript.
  const parent = join(repositoryRoot, '.cache/releases');
  const folder = join(parent, commit);
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) rmSync(join(parent, name), { recursive: true, force: true });
  const draft = mkdtempSync(join(parent, 'draft-'));
  await run('/bin/sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, draft], {
    cwd: repositoryRoot,
  });
  const lockOf = (root: string) => readFileSync(join(root, lockFile), 'utf8');
  if (lockOf(draft) === lockOf(repositoryRoot)) linkPackages(draft);
  else {
    report(`npm ci: ${lockFile} has changed since release ${name}`);
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: draft });
  }
  // Last: an interrupted run leaves a draft, never half a tree.
  renameSync(draft, folder);
  return folder;
}
