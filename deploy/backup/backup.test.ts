import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { databaseUrls } from '../local/postgres/databases.ts';
import { copyMissingFiles } from './evidence-files.ts';
import { launcher } from './finish.ts';
import type { Manifest } from './manifest.ts';
import { commandsAfterRecovery, prepareRecovery } from './point-in-time.ts';
import { loadDrafts } from './restore-databases.ts';
import { withClient } from './server.ts';

test('refuses to recover to a time in the future', async () => {
  const folders = {
    bin: '/nowhere',
    base: '/nowhere',
    archive: '/nowhere',
    newArchive: '/nowhere',
    cluster: '/nowhere',
  };
  const until = new Date(Date.now() + 3_600_000);
  await expect(prepareRecovery({ ...folders, until })).rejects.toThrow('is in the future');
});

test('names the repetition of lost erasures before any event is published again', () => {
  const commands = commandsAfterRecovery(new Date('2026-11-22T13:05:00Z'));
  expect(commands.slice(0, 2)).toEqual([
    'npm run erasures -- repeat <file>',
    'npm run events -- republish --since 2026-11-22T13:04:00.000Z',
  ]);
});

test('refuses a time between start and end of the base backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'base-'));
  const [base, archive] = [join(folder, 'base'), join(folder, 'archive')];
  for (const one of [base, archive]) mkdirSync(one);
  const start = 'START WAL LOCATION: 2/E0000028 (file 0000000100000002000000E0)\nSTART TIME: 2026-11-22 13:00:00 UTC\n';
  writeFileSync(join(base, 'backup_manifest'), '{}');
  writeFileSync(join(base, 'backup_label'), start);
  const recover = (time: string) =>
    prepareRecovery({
      bin: '/nowhere',
      base,
      archive,
      newArchive: join(folder, 'new-archive'),
      cluster: join(folder, 'cluster'),
      until: new Date(time),
    });
  await expect(recover('2026-11-22T12:59:00Z')).rejects.toThrow('Choose an older base backup');
  await expect(recover('2026-11-22T13:03:00Z')).rejects.toThrow('pg_verifybackup');
  writeFileSync(
    join(archive, '0000000100000002000000E0.00000028.backup'),
    `${start}STOP TIME: 2026-11-22 13:05:00 UTC\n`,
  );
  await expect(recover('2026-11-22T13:03:00Z')).rejects.toThrow('ended at 2026-11-22T13:05:00.000Z');
  await expect(recover('2026-11-22T13:06:00Z')).rejects.toThrow('pg_verifybackup');
});

test('in a toolbox, the commands after a restore get none of its settings', () => {
  expect(launcher({ PATH: '/bin', DATA_DIR: '/data' })).toMatchObject([
    'npm',
    ['run', '--silent'],
    { DATA_DIR: '/data' },
  ]);
  const env = { PATH: '/bin', DATABASE_URL: 'of evidence', TOOLBOX_SETTINGS: 'DATABASE_URL,POSTGRES_URL' };
  const [program, first, others] = launcher(env);
  expect([program, first.at(-1)]).toEqual([process.execPath, expect.stringMatching(/deploy\/toolbox\/toolbox\.ts$/)]);
  expect(others).not.toHaveProperty('DATABASE_URL');
  expect(others.PATH).toBe('/bin');
});

test('copies a document that is missing or has other bytes of the same length', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  for (const [path, text] of [
    ['from/a', 'one'],
    ['from/b', 'two'],
    ['from/c', 'three'],
    ['to/a', 'one'],
    ['to/b', 'owt'],
  ] as const) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  expect(copyMissingFiles(from, to)).toEqual({ copied: 2, names: ['a', 'b', 'c'] });
  expect(copyMissingFiles(from, to)).toEqual({ copied: 0, names: ['a', 'b', 'c'] });
});

test('leaves no draft of a database after a failed restore, and never opens one to PUBLIC', async () => {
  const { superuserUrl, packages } = inject('stack');
  const urlOf = databaseUrls(superuserUrl);
  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  const script = `#!/bin/sh
    ${packages.postgresBin}/psql -Atc "select has_database_privilege('public', current_database(), 'connect')" > ${folder}/seen
    exit 1`;
  writeFileSync(join(folder, 'pg_restore'), script, { mode: 0o755 });
  const manifest = { files: {} } as Manifest;
  const loading = loadDrafts({ urlOf, bin: folder, folder, manifest, services: ['webhooks'], report: () => {} });
  await expect(loading).rejects.toThrow('pg_restore');
  expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe('f\n');
  const left = await withClient(urlOf('postgres'), (client) =>
    client.query(`select from pg_database where datname = 'webhooks_restored'`),
  );
  expect(left.rowCount).toBe(0);
});
