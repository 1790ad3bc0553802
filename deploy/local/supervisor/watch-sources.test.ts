import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../environment.ts';
import { services } from '../services.ts';
import { changeOf, watchSources } from './watch-sources.ts';

test.each([
  ['services/evidence/src/routes.ts', ['evidence']],
  ['services/website/src/page/style.css', ['website']],
  ['services/gateway/src/proxy/forward.ts', ['gateway']],
  ['packages/service-kit/src/serve.ts', services],
  ['packages/contracts/openapi.json', services],
])('%s restarts %j', (file, expected) => {
  expect(changeOf(file)).toEqual({ kind: 'services', services: expected });
});

test.each([
  'services/evidence/src/routes.test.ts',
  'services/evidence/test/service.ts',
  'services/evidence/openapi.json',
  'services/evidence/src/.routes.ts.swp',
  'services/evidence/src/routes.ts~',
  'services/evidence/src/notes.md',
  'packages/service-testing/src/service.ts',
  'packages/service-kit/test/child.ts',
])('%s restarts nothing', (file) => {
  expect(changeOf(file)).toBeUndefined();
});

test('a migration and the catalogue of events ask for a new start', () => {
  for (const file of ['services/evidence/src/db/migrations/20270101T0000-x.sql', 'packages/contracts/asyncapi.json'])
    expect(changeOf(file)).toMatchObject({ kind: 'restart-needed' });
});

test('a file is reported each time that an editor replaces it', async () => {
  const file = `services/webhooks/src/watched-${process.pid}-replaced.json`;
  const path = join(repositoryRoot, file);
  let reports = 0;
  using _watch = watchSources(() => {
    reports += 1;
  });
  try {
    for (let round = 1; round <= 3; round += 1) {
      writeFileSync(`${path}~`, '{}');
      renameSync(`${path}~`, path);
      await expect.poll(() => reports, { timeout: 5_000 }).toBe(round);
    }
  } finally {
    rmSync(path);
  }
});

test('files that are saved together are reported once', async () => {
  const changed = Promise.withResolvers<string[]>();
  const names = ['one', 'two'].map((name) => `services/webhooks/src/watched-${process.pid}-${name}.json`);
  using _watch = watchSources((files) => changed.resolve(files));
  try {
    for (const name of names) writeFileSync(join(repositoryRoot, name), '{}');
    expect((await changed.promise).sort()).toEqual(names);
  } finally {
    for (const name of names) rmSync(join(repositoryRoot, name));
  }
});
