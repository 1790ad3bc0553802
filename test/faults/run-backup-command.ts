import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../../deploy/local/environment.ts';

/** Runs `npm run backup`, `restore` or `drill` with a DATA_DIR or with settings; returns output, also of a failure. */
export async function runBackupCommand(
  name: 'backup' | 'restore' | 'drill',
  where: string | Record<string, string>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const script = join(repositoryRoot, 'deploy/backup', `${name}-command.ts`);
  const env = { ...process.env, ...(typeof where === 'string' ? { DATA_DIR: where } : where) };
  const run = promisify(execFile)(process.execPath, [script, ...args], { cwd: repositoryRoot, env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}
