import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../local/environment.ts';
import { floatingImages } from './images.ts';
import { licencesOf, refusedLicences } from './licences.ts';
import { lockFileFaults, readLockFile, runtimePackages } from './lock-file.ts';
import { secretsIn, secretsInRepository, trackedFiles } from './secrets.ts';
import { sha256, vendoredBytes, vendoredFiles } from './vendored.ts';

const pinned = `@sha256:${'0'.repeat(64)}`;

test('SC1 no dependency needs an install script, a foreign host or a Git repository, and each has a hash', () => {
  expect(lockFileFaults(readLockFile())).toEqual([]);
});

test.each([
  ['install script', { integrity: 'sha512-x', hasInstallScript: true }],
  ['foreign host', { integrity: 'sha512-x', resolved: 'https://registry.example.org/a/-/a-1.0.0.tgz' }],
  ['Git repository', { integrity: 'sha512-x', resolved: 'git+ssh://git@github.com/a/a.git#0123456' }],
  ['missing hash', {}],
  ['weak hash', { integrity: 'sha1-x' }],
])('SC1 finds a planted package with a %s', (_kind, planted) => {
  const lock = { packages: { 'node_modules/sound': { integrity: 'sha512-x' }, 'node_modules/planted': planted } };
  expect(lockFileFaults(lock)).toEqual([expect.stringContaining('node_modules/planted')]);
});

test('SC1 npm is configured to run no install script and to keep no registry host in the lock file', () => {
  const settings = readFileSync(join(repositoryRoot, '.npmrc'), 'utf8').split('\n');
  expect(settings).toContain('ignore-scripts=true');
  expect(settings).toContain('omit-lockfile-registry-resolved=true');
});

test('SC1 each file of another maker in the repository is the recorded one, with its licence beside it', () => {
  const found = vendoredFiles();
  expect(found.length).toBeGreaterThan(0);
  for (const { path, vendored } of found) {
    expect(sha256(vendoredBytes(path, vendored)), path).toBe(vendored.sha256);
    expect(readFileSync(join(repositoryRoot, dirname(path), 'LICENSE'), 'utf8')).toContain(vendored.licence);
  }
});

test('SC2 every dependency has an allowed licence', () => {
  expect(refusedLicences(licencesOf(readLockFile()))).toEqual([]);
  expect(refusedLicences(vendoredFiles().map(({ vendored }) => vendored))).toEqual([]);
});

test.each(['GPL-3.0-only', 'AGPL-3.0', 'SEE LICENSE IN LICENSE.md', 'none', 'MIT AND GPL-2.0-only', 'LGPL-3.0'])(
  'SC2 refuses the licence %s',
  (licence) => {
    const one = { name: 'planted', version: '1.0.0', licence };
    expect(refusedLicences([one, { ...one, licence: 'GPL-2.0-only OR MIT' }])).toEqual([one]);
  },
);

test('SC2 the run-time dependencies of a service contain no tools and nothing of another platform', () => {
  const paths = [...runtimePackages(readLockFile(), 'services/evidence')];
  const expected = ['pg', 'express', 'zod', 'sharp', '@img/sharp-linux-x64'].map((name) => `node_modules/${name}`);
  expect(paths).toEqual(expect.arrayContaining(['services/evidence', 'packages/service-kit', ...expected]));
  expect(paths.filter((path) => /vitest|biome|typescript|darwin|win32|musl|service-testing/.test(path))).toEqual([]);
});

test('SC2 every image of another maker is pinned by digest', () => {
  const files = trackedFiles().filter((path) => /Dockerfile|^deploy\/.*\.ya?ml$/.test(path));
  expect(files).toEqual(expect.arrayContaining(['deploy/Dockerfile', 'deploy/compose.yaml']));
  const floating = files.flatMap((path) => floatingImages(path, readFileSync(join(repositoryRoot, path), 'utf8')));
  expect(floating).toEqual([]);
});

test('SC2 finds images without a digest', () => {
  const text = `
ARG NODE_IMAGE=node:24
FROM \${NODE_IMAGE} AS build
FROM --platform=linux/amd64 debian:12
FROM node:24${pinned} AS service
FROM build
FROM scratch
    image: nats:2
    image: nats:2${pinned}
  - image: "prom/prometheus:v3"
    image: trust/gateway`;
  const found = floatingImages('Dockerfile', text).map(({ image }) => image);
  expect(found).toEqual(['node:24', 'debian:12', 'nats:2', 'prom/prometheus:v3']);
});

test('SC4 no file of the repository contains a secret', async () => {
  expect(await secretsInRepository()).toEqual([]);
});

test('SC4 finds planted secrets', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const secret = randomBytes(32).toString('base64url');
  const planted = {
    'a private key': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    'a private JWK': JSON.stringify(privateKey.export({ format: 'jwk' }), null, 2),
    'a setting': `SUBJECT_KEY_SECRET=${secret}`,
    'a setting in YAML': `  CODE_PEPPER: "${secret}"`,
    'a token of GitHub': `token = ghp_${randomBytes(30).toString('hex').slice(0, 36)}`,
    'a password in an address': `postgres://owner:${randomBytes(9).toString('hex')}@db.example.org/identity`,
  };
  for (const [kind, content] of Object.entries(planted))
    expect({ kind, found: (await secretsIn('planted.txt', content)).length > 0 }).toEqual({ kind, found: true });
  expect(await secretsIn('sound.txt', 'SUBJECT_KEY_SECRET=…\npostgres://db.example.org/identity')).toEqual([]);
});
