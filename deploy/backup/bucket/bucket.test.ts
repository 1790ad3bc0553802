import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decrypterFor, newIdentity } from '@trust/encrypted-bucket/age-keys';
import { EncryptedBucket } from '@trust/encrypted-bucket/encrypted-bucket';
import { AccountClient, type S3Account } from '@trust/s3/account-client';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { cloneDatabase } from '@trust/service-testing/stack';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { DatabaseService } from '../../local/services.ts';
import { serviceDatabases } from '../../local/services.ts';
import { evidenceBucket, evidenceFolder } from '../evidence-place.ts';
import { readManifest, verifyFiles } from '../manifest.ts';
import { fetchBackup } from './fetch-backup.ts';
import { sendBackup } from './send-backup.ts';
import { backupName, evidencePrefix, findBackup, leaveOutKeys, storedBackups } from './stored-backups.ts';

const { superuserUrl, packages } = inject('stack');
const owner = await newIdentity();
const own = new AsyncDisposableStack();
afterAll(() => own.disposeAsync());
const clones = {} as Record<DatabaseService, string>;
let account: S3Account;
let s3: AccountClient;
beforeAll(async () => {
  account = await sharedResource<S3Account>('swift');
  s3 = new AccountClient(account);
  for (const service of serviceDatabases) clones[service] = own.use(await cloneDatabase(service)).name;
}, 300_000);

const urlOf = (database: string) =>
  Object.assign(new URL(superuserUrl), { pathname: `/${clones[database as DatabaseService] ?? database}` }).href;
const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `${name}-`));
const day = (number: number) => new Date(`2026-11-0${number}T01:00:00Z`);

/** In place of pg_dump, where a test is not about what it prints. */
function quickPrograms(): string {
  const bin = newFolder('bin');
  writeFileSync(join(bin, 'pg_dump'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  return bin;
}

async function newBucket(bin = quickPrograms()) {
  const name = `backups-${randomUUID()}`;
  await s3.createBucket(name);
  const bucket = new EncryptedBucket({ ...account, bucket: name });
  const evidence = newFolder('evidence');
  mkdirSync(join(evidence, 'public'));
  for (const file of ['one', 'public/two']) writeFileSync(join(evidence, file), `a document ${file}`);
  const send = (startedAt: Date, place = evidenceFolder(evidence), recipients = owner.recipient) =>
    sendBackup({
      bucket,
      recipients,
      startedAt,
      now: () => startedAt,
      urlOf,
      bin,
      evidence: place,
      origin: { commit: null, secrets: null },
      step: (_title, work) => work(() => {}),
    });
  const fetch = async (wanted: string, identity = owner.text, folder = newFolder('fetched')) => {
    const { manifest } = await findBackup(bucket, wanted);
    await fetchBackup({ bucket, manifest, decrypter: decrypterFor(identity), folder, report: () => {} });
    return folder;
  };
  return { name, bucket, evidence, send, fetch };
}

test('F9 a backup in a bucket becomes the folder that restore reads, and only with its identity', async () => {
  const { send, fetch, name } = await newBucket(packages.postgresBin);
  const { manifest } = await send(day(1));
  const folder = await fetch('latest');
  const read = readManifest(folder);
  expect(read.rows?.identity).toMatchObject({ 'public.data_key': 0 });
  await verifyFiles(folder, read, Object.keys(manifest.files));
  expect(Object.keys(read.files)).toHaveLength(serviceDatabases.length + 4);
  expect(readFileSync(join(folder, 'evidence/public/two'), 'utf8')).toBe('a document public/two');
  const other = await newIdentity();
  await expect(fetch('latest', other.text)).rejects.toThrow('The identity does not fit this backup');
  const empty = newFolder('unfinished');
  await fetch('latest', other.text, empty).catch(() => {});
  expect(() => readManifest(empty)).toThrow('it is no backup, or one that did not finish');
  await expect(fetch('20200101T000000Z')).rejects.toThrow(
    `The bucket ${name} has no complete backup 20200101T000000Z. It has 20261101T010000Z: choose one, or latest.`,
  );
});

test('a backup that stops before its manifest leaves the one before it the latest', async () => {
  const { send, fetch, bucket, name } = await newBucket();
  await expect(fetch('latest')).rejects.toThrow(`The bucket ${name} has no complete backup. Run npm run backup -- s3.`);
  await send(day(1));
  const dies = { ...evidenceFolder('nowhere'), list: () => Promise.reject(new Error('the process ends here')) };
  await expect(send(day(2), dies)).rejects.toThrow('the process ends here');
  expect((await bucket.sizes('backups/20261102')).size).toBeGreaterThan(0);
  expect(await storedBackups(bucket)).toEqual(['20261101T010000Z']);
});

test('sends a document once a month, and again if the bucket lost or the store changed it', async () => {
  const { send, fetch, evidence, name } = await newBucket();
  const sentBy = async (at: Date) =>
    Object.entries((await send(at)).manifest.objects)
      .filter(([file]) => file.startsWith('evidence/'))
      .sort();
  const first = await sentBy(day(1));
  expect(await sentBy(day(2))).toEqual(first);
  writeFileSync(join(evidence, 'one'), 'other bytes!!!');
  const prefix = (at: Date) => evidencePrefix(backupName(at), owner.recipient);
  await s3.removeObject(name, `${prefix(day(1))}public/two.age`);
  const again = new Map(await sentBy(day(3)));
  for (const [file, stored] of first) expect(again.get(file)?.sha256).not.toBe(stored.sha256);
  expect(readFileSync(join(await fetch('latest'), 'evidence/one'), 'utf8')).toBe('other bytes!!!');
  const december = new Date('2026-12-01T01:00:00Z');
  expect(new Map(await sentBy(december)).get('evidence/one')?.key).toBe(`${prefix(december)}one.age`);
  expect(prefix(december)).toMatch(/^evidence\/2026-12\//);
});

test('sends each document again for another public key, and leaves the backup before it whole', async () => {
  const { send, fetch, evidence } = await newBucket();
  await send(day(1));
  const next = await newIdentity();
  await send(day(2), evidenceFolder(evidence), next.recipient);
  expect(readFileSync(join(await fetch('latest', next.text), 'evidence/one'), 'utf8')).toBe('a document one');
  await expect(fetch('latest')).rejects.toThrow('The identity does not fit this backup');
  expect(readFileSync(join(await fetch('20261101T010000Z'), 'evidence/one'), 'utf8')).toBe('a document one');
});

test('refuses a backup that lost an object, or whose manifest leads out of the folder', async () => {
  const { send, fetch, bucket, name } = await newBucket();
  await send(day(1));
  await s3.removeObject(name, 'keys/20261101T010000Z/identity-data-keys.dump.age');
  await expect(fetch('latest')).rejects.toThrow(/identity-data-keys.* is missing\. Keys are kept for 7 days/);
  const { manifest: whole } = await findBackup(bucket, 'latest');
  const rest = newFolder('rest');
  const decrypter = decrypterFor(owner.text);
  await fetchBackup({ bucket, manifest: leaveOutKeys(whole), decrypter, folder: rest, report: () => {} });
  expect(Object.keys(readManifest(rest).files).filter((file) => file.startsWith('keys'))).toEqual([]);
  const { manifest } = await send(day(2));
  await s3.putObject(name, 'backups/20261102T010000Z/databases/webhooks.dump.age', 'shorter');
  await expect(fetch('latest')).rejects.toThrow(/webhooks.*has another size than the manifest says. Choose another/);
  const stored = manifest.objects['databases/webhooks.dump'];
  for (const file of ['../outside', 'evidence/../../outside', 'secrets.json']) {
    const text = JSON.stringify({ ...manifest, objects: { [file]: stored } });
    await s3.putObject(name, 'manifests/20261103T010000Z.json', text);
    await expect(fetch('latest')).rejects.toThrow(/20261103.* is no manifest .*Invalid key/);
  }
  await s3.putObject(name, 'manifests/20261103T010000Z.json', '{"format":');
  await expect(fetch('latest')).rejects.toThrow(/20261103T010000Z.json .* is no manifest of this version/);
});

test('copies evidence of a bucket, and adds to one what it lacks', async () => {
  const [source, target] = [`evidence-${randomUUID()}`, `evidence-${randomUUID()}`];
  await s3.createBucket(source);
  for (const key of ['a', 'public/b']) await s3.putObject(source, key, `bytes of ${key}`);
  const folder = newFolder('copy');
  expect(await evidenceBucket({ ...account, bucket: source }).copyTo(folder)).toEqual(['a', 'public/b']);
  const place = evidenceBucket({ ...account, bucket: target });
  expect([await place.addFrom(folder), await place.addFrom(folder)]).toEqual([2, 0]);
  await s3.putObject(target, 'a', 'damaged');
  expect(await place.addFrom(folder)).toBe(1);
  expect((await s3.statObject(target, 'public/b')).metaData['content-type']).toBe('image/webp');
});
