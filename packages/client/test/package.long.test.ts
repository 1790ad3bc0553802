import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../../../deploy/local/environment.ts';

const project = mkdtempSync(join(tmpdir(), 'trust-client-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const run = (command: string, args: string[], cwd = project) => execFileSync(command, args, { cwd, encoding: 'utf8' });
const pack = (...args: string[]): string =>
  JSON.parse(run('npm', ['pack', '--json', '--pack-destination', project, ...args], repositoryRoot))[0].filename;

let client = '';

beforeAll(() => {
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', type: 'module', private: true }));
  client = pack('--workspace', '@trust/client', '--ignore-scripts=false', '--silent');
  const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) =>
    pack(join(repositoryRoot, 'node_modules', name), '--ignore-scripts'),
  );
  run('npm', ['install', '--offline', '--ignore-scripts', ...[client, ...dependencies].map((name) => `./${name}`)]);
}, 120_000);

test('the package holds compiled modules with types, and no TypeScript', () => {
  const files = run('tar', ['-tzf', client]).split('\n');
  expect(files).toEqual(
    expect.arrayContaining(['package/dist/client.js', 'package/dist/client.d.ts', 'package/README.md']),
  );
  expect(files.filter((name) => /(?<!\.d)\.ts$|test/.test(name))).toEqual([]);
});

test('an empty project imports it', () => {
  writeFileSync(
    join(project, 'use.js'),
    `import { createTrustClient } from '@trust/client';
     const { api } = createTrustClient({ baseUrl: 'http://trust.test', fetch: async ({ url }) => Response.json({ url }) });
     console.log((await api.getWorkspace()).url);`,
  );
  expect(run(process.execPath, ['use.js'])).toBe('http://trust.test/api/v1/provider-workspace/me\n');
});

test('the examples compile against its types under TypeScript 5.9, without skipLibCheck', () => {
  mkdirSync(join(project, 'src'));
  for (const name of ['browser.ts', 'react-native.ts', 'expo.d.ts'])
    copyFileSync(join(repositoryRoot, 'packages/client/examples', name), join(project, 'src', name));
  writeFileSync(
    join(project, 'src/wrong.ts'),
    `import { client } from './react-native.ts';
     // @ts-expect-error: the id of the provider is missing
     await client.api.getProvider();
     // @ts-expect-error: the contract has no such field
     await client.api.patchProfile({ body: { verified: true } });`,
  );
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [], strict: true },
    ...{ noEmit: true, allowImportingTsExtensions: true, exactOptionalPropertyTypes: true },
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const require = createRequire(join(repositoryRoot, 'packages/openapi/package.json'));
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  expect(run(process.execPath, [compiler, '--version'])).toContain('Version 5.9');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.'], { cwd: project, encoding: 'utf8' });
  expect(stdout).toBe('');
});
