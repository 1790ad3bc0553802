import { spawnSync } from 'node:child_process';
import { globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const { engines, scripts } = JSON.parse(read('package.json'));
const minimum: string = engines.node.replace('>=', '');

/** Runs the check of the versions, and prints "started" after it, as a Node of this version would. */
function startAs(version: string) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'trust-node-'));
  const disguise = join(folder.path, 'disguise.cjs');
  writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`);
  const options = ['-r', disguise, '-r', './deploy/node-version.cjs', '-p', '"started"'];
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { cwd: repositoryRoot, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test.each(['18.0.0', '20.20.2', '24.11.9'])(
  'Node %s prints one sentence that says which Node to install',
  (version) => {
    expect(startAs(version)).toEqual({
      status: 1,
      output: `Node ${version} is too old: install Node ${minimum} or newer, because npm ci brings it only to Linux x64 and arm64, with optional packages.\n`,
    });
  },
);

test.each([`${minimum}.0`, '24.21.0', '25.0.0'])('Node %s starts', (version) => {
  expect(startAs(version)).toEqual({ status: 0, output: 'started\n' });
});

test('the version is checked before each script that Node runs', () => {
  const services = globSync('services/*/package.json', { cwd: repositoryRoot }).map((path) => JSON.parse(read(path)));
  const run = [scripts, ...services.map((service) => service.scripts)].flatMap((all) => Object.values<string>(all));
  const byNode = run.filter((script) => /\bnode\b/.test(script));
  expect(byNode.length).toBeGreaterThan(services.length);
  expect(byNode.filter((script) => !/^node -r (\.|\.\.\/\.\.)\/deploy\/node-version\.cjs \S/.test(script))).toEqual([]);
});

test.each(['README.md', 'docs/quickstart.md', 'docs/adr/0001-no-build-step.md'])(
  '%s names the least version',
  (page) => {
    expect(read(page)).toContain(`Node ${minimum} or newer`);
  },
);

test('the Node of the lockfile is new enough', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  for (const version of Object.values<string>(optionalDependencies)) expect(startAs(version).status).toBe(0);
});
