import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AccountClient, type S3Account } from '@trust/s3/account-client';
import { migrate } from '@trust/service-admin/migrate';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withClient } from '../../deploy/backup/server.ts';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { createDatabases, roleUrl, sealGuards } from '../../deploy/local/postgres/databases.ts';
import { migrationsOf } from '../../deploy/local/postgres/migrate-service.ts';
import { startPostgres } from '../../deploy/local/postgres/postgres.ts';
import { serviceDatabases } from '../../deploy/local/services.ts';
import { createSecrets } from '../../deploy/local/settings/secrets.ts';
import { runBackupCommand } from './run-backup-command.ts';

const folder = temporaryDataDir('restore-bucket');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { postgresBin: bin } = inject('stack').packages;
const { databasePasswords, auditSigningKey } = createSecrets();
const passwords = { ...databasePasswords, backup: randomUUID() };
const start = (name: string) =>
  startPostgres({ bin, dataDir: join(folder, name), durable: true }, { stopWithParent: true });
type Server = Awaited<ReturnType<typeof start>>;

let account: S3Account;
let s3: AccountClient;
beforeAll(async () => {
  account = await sharedResource<S3Account>('swift');
  s3 = new AccountClient(account);
}, 300_000);

const settingsOf = (server: Server, bucket: string, evidence: string) => ({
  POSTGRES_URL: server.superuserUrl('').replace(/\/$/, ''),
  ROLE_PASSWORDS: JSON.stringify(passwords),
  S3_ENDPOINT: account.endpoint,
  S3_ACCESS_KEY: account.accessKey,
  S3_SECRET_KEY: account.secretKey,
  S3_EVIDENCE_BUCKET: evidence,
  BACKUP_S3_ENDPOINT: account.endpoint,
  BACKUP_S3_ACCESS_KEY: account.accessKey,
  BACKUP_S3_SECRET_KEY: account.secretKey,
  BACKUP_S3_BUCKET: bucket,
});

async function metricsReceiver() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('F9 SC4 a role that only reads backs up, a drill proves it, and an empty machine restores it', async () => {
  const [bucket, evidence, lost] = ['backups', 'evidence', 'lost'].map((name) => `${name}-${randomUUID()}`);
  if (!bucket || !evidence || !lost) throw new Error('no names');
  for (const name of [bucket, evidence]) await s3.createBucket(name);
  await s3.putObject(evidence, 'object', 'a document');
  const identity = join(folder, 'identity');
  const made = await runBackupCommand('backup', {}, 'new-identity', identity);
  const recipient = /BACKUP_RECIPIENT=(age1\w+)/.exec(made.output)?.[1] ?? made.output;
  {
    await using server = await start('one');
    await createDatabases(server.superuserUrl, passwords);
    for (const service of serviceDatabases)
      await migrate({
        url: roleUrl({ port: server.port, passwords }, service, 'owner'),
        folder: migrationsOf(service),
      });
    await sealGuards(server.superuserUrl);
    await withClient(server.superuserUrl('evidence'), (client) =>
      client.query(`insert into inbox_position values ('provider', 'evidence/thing', 5)`),
    );
    const reading = `postgres://backup:${passwords.backup}@127.0.0.1:${server.port}`;
    await withClient(`${reading}/identity`, (client) =>
      expect(client.query('delete from data_key')).rejects.toThrow('permission denied'),
    );
    const receiver = await metricsReceiver();
    const settings = {
      ...settingsOf(server, bucket, evidence),
      POSTGRES_URL: reading,
      BACKUP_RECIPIENT: recipient,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    };
    const { code, output } = await runBackupCommand('backup', settings, 's3');
    receiver.close();
    expect(code, output).toBe(0);
    for (const name of ['trust.backup.taken', 'trust.backup.size']) expect(receiver.bodies.join()).toContain(name);
  }

  await using server = await start('two');
  const settings = settingsOf(server, bucket, lost);
  const auditKey = join(folder, 'audit-key');
  writeFileSync(auditKey, JSON.stringify({ ...auditSigningKey, d: undefined }));
  mkdirSync(join(folder, 'scratch'), { mode: 0o711 });
  const drilled = await runBackupCommand(
    'drill',
    { ...settings, TMPDIR: join(folder, 'scratch') },
    ...['--identity', identity, '--audit-key', auditKey],
  );
  expect(drilled, drilled.output).toMatchObject({ code: 0, output: expect.stringContaining('can be restored') });
  expect(await s3.listObjectsV2(bucket, 'drills/', true).toArray()).toHaveLength(1);

  const fetched = join(folder, 'fetched');
  const { code, output } = await runBackupCommand(
    'restore',
    settings,
    ...['s3:latest', '--identity', identity, '--folder', fetched],
  );
  expect(code, output).toBe(0);
  expect(output).toMatch(/1 missing files copied to the bucket lost-/);
  expect(existsSync(join(fetched, 'manifest.json'))).toBe(true);
  expect(await text(await s3.getObject(lost, 'object'))).toBe('a document');
  const position = await withClient(server.superuserUrl('evidence'), (client) =>
    client.query('select count(*)::int as count from inbox_position'),
  );
  expect(position.rows).toEqual([{ count: 1 }]);
  const listed = await runBackupCommand('restore', settings, 's3:latest', '--list');
  expect(listed.output).toContain('Each object is there with its size.');
  expect((await runBackupCommand('restore', settings, 's3:latest')).output).toContain('needs --identity');
  expect(readFileSync(identity, 'utf8')).toContain(recipient);
}, 600_000);
