import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AccountClient, type S3Account } from '@trust/s3/account-client';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { afterAll, expect, test } from 'vitest';
import { Client } from '../../demo/client.ts';
import { runJourney, type Stage } from '../../demo/journey.ts';
import { operatorSessions } from '../../demo/steps/sign-in.ts';
import { createDataDir, temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { openPlatform, type Platform } from '../platform.ts';
import { runBackupCommand } from './run-backup-command.ts';

const folder = temporaryDataDir('drill');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const scratch = join(folder, 'scratch');
const [identity, auditKey] = ['identity', 'audit-key'].map((name) => join(folder, name)) as [string, string];

async function playJourney(platform: Platform): Promise<void> {
  await platform.resetCodeLimits();
  const client = new Client(platform.url, () => {}, { retryMs: 60_000 });
  const stage: Stage = {
    client,
    operator: operatorSessions(client),
    step: (_number, _title, run) => run(),
    note: () => {},
  };
  await runJourney(stage);
  await platform.settled();
}

test('F9 P1 a drill proves a backup with documents and an audit log, and finds what is wrong', async () => {
  const account = await sharedResource<S3Account>('swift');
  const s3 = new AccountClient(account);
  const bucket = `backups-${randomUUID()}`;
  await s3.createBucket(bucket);
  const made = await runBackupCommand('backup', {}, 'new-identity', identity);
  const settings = {
    DATA_DIR: dataDir,
    TMPDIR: scratch,
    BACKUP_RECIPIENT: /=(age1\w+)/.exec(made.output)?.[1] ?? '',
    BACKUP_S3_ENDPOINT: account.endpoint,
    BACKUP_S3_ACCESS_KEY: account.accessKey,
    BACKUP_S3_SECRET_KEY: account.secretKey,
    BACKUP_S3_BUCKET: bucket,
  };
  createDataDir(dataDir);
  mkdirSync(scratch, { mode: 0o711 });
  {
    await using platform = await openPlatform(dataDir);
    await playJourney(platform);
    const { code, output } = await runBackupCommand('backup', settings, 's3');
    expect(code, output).toBe(0);
  }
  const { auditSigningKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  writeFileSync(auditKey, JSON.stringify({ ...auditSigningKey, d: undefined }));
  const drill = () => runBackupCommand('drill', settings, '--identity', identity, '--audit-key', auditKey);
  const proved = await drill();
  expect(proved, proved.output).toMatchObject({ code: 0 });
  expect(proved.output).toMatch(/[1-9]\d* audit entries hold, [1-9]\d* documents are there/);

  const [found] = await s3.listObjectsV2(bucket, 'manifests/', true).toArray();
  const manifest = JSON.parse(await text(await s3.getObject(bucket, found.name)));
  const changed = async (change: object) => {
    await s3.putObject(bucket, found.name, JSON.stringify({ ...manifest, ...change }));
    return (await drill()).output;
  };
  const rows = { ...manifest.rows, operations: { ...manifest.rows.operations, 'public.audit_entry': 1 } };
  expect(await changed({ rows })).toMatch(/operations public\.audit_entry: \d+ rows, not 1/);
  const without = (all: object) => Object.fromEntries(Object.entries(all).filter(([file]) => !/^evidence/.test(file)));
  expect(await changed({ files: without(manifest.files), objects: without(manifest.objects) })).toMatch(
    /documents are not in the backup/,
  );
  expect(await s3.listObjectsV2(bucket, 'drills/', true).toArray()).toHaveLength(1);
}, 900_000);
