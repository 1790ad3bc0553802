import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';

const { scripts } = await import('../package.json', { with: { type: 'json' } }).then((module) => module.default);

/** `npm run kubernetes -- --secrets`, in a shell that reports its exit status on stderr. */
function listSecrets(into: string) {
  const command = scripts.kubernetes.replace(/^node /, `'${process.execPath}' `);
  const line = `{ ${command} --secrets; echo "status $?" >&2; } ${into}`;
  return spawnSync('sh', ['-c', line], { cwd: repositoryRoot, encoding: 'utf8' }).stderr;
}

test('a command whose reader has closed the pipe ends quietly with 0', () => {
  expect(listSecrets('| true')).toBe('status 0\n');
});

test('a command that cannot print for another reason fails', () => {
  expect(listSecrets('> /dev/full')).toMatch(/ENOSPC[\s\S]*status [1-9]/);
});
