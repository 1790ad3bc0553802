import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from '../../../deploy/local/environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'trust-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, args: string[], cwd = repositoryRoot) =>
  spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, npm_config_loglevel: 'error' } });

test('npm pack of the workspace fails, because nothing would be compiled', () => {
  const { status, stderr } = run('npm', ['pack', '-w', '@trust/client', '--pack-destination', folder]);
  expect([status, stderr]).toEqual([1, expect.stringContaining('Invalid package')]);
  expect(readdirSync(folder)).toEqual([]);
});

test('npm run client compiles and packs modules of both kinds with types, and no source', () => {
  const { status, stdout } = run('npm', ['run', '-s', 'client', '--', '--out', folder]);
  expect(status).toBe(0);
  const tarball = stdout.trim();
  const files = run('tar', ['-tzf', tarball]).stdout.split('\n');
  for (const name of ['esm/client.js', 'esm/client.d.ts', 'cjs/client.js', 'cjs/client.d.ts', 'README.md'])
    expect(files).toContain(`package/${name}`);
  expect(files.filter((name) => /(?<!\.d)\.ts$|test/.test(name))).toEqual([]);

  const again = run('npm', ['run', '-s', 'client', '--', '--out', folder]).stdout.trim();
  expect(again).toBe(tarball);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tgz'))).toHaveLength(1);
}, 60_000);
