import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AccountClient, type S3Account } from '@trust/s3/account-client';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { beforeAll, expect, test } from 'vitest';
import { makeEntries } from '../../../test/make.ts';
import { startOperations } from '../../../test/service.ts';
import { AuditConfig } from '../../config.ts';
import { verifyChain } from '../verification/verify-chain.ts';
import { readCheckpoints } from './checkpoint-age.ts';
import { checkpointFile } from './checkpoint-file.ts';
import { checkpointKey } from './checkpoint-key.ts';
import { checkpointName } from './checkpoint-name.ts';
import { configuredCheckpoints } from './configured-checkpoints.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import { s3Checkpoints } from './s3-checkpoints.ts';

const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Record<string, string>;
const key = await checkpointKey(jwk);
const root = Buffer.alloc(32).toString('base64url');
const sign = (second: number, size = 2) => key.sign({ size, root, at: `2026-01-05T09:00:0${second}.000Z` });

let store: S3Account;
let s3: AccountClient;
beforeAll(async () => {
  store = await sharedResource<S3Account>('swift');
  s3 = new AccountClient(store);
}, 300_000);

const newBucket = () => `checkpoints-${randomUUID()}`;

test('P1 stores one object a checkpoint, which no other checkpoint replaces', async () => {
  const bucket = newBucket();
  const command = join(import.meta.dirname, 'bucket-command.ts');
  const env = {
    PATH: process.env.PATH,
    AUDIT_CHECKPOINT_S3_ENDPOINT: store.endpoint,
    AUDIT_CHECKPOINT_S3_ACCESS_KEY: store.accessKey,
    AUDIT_CHECKPOINT_S3_SECRET_KEY: store.secretKey,
    AUDIT_CHECKPOINT_S3_BUCKET: bucket,
  };
  expect((await promisify(execFile)(process.execPath, [command], { env })).stdout).toBe(`${bucket}: created\n`);
  expect(await s3.createBucket(bucket)).toBe(false);
  const checkpoints = s3Checkpoints({ ...store, bucket });
  expect(await checkpoints.read()).toEqual([]);
  const [first, second, sameTime] = [await sign(1), await sign(2), await sign(2, 3)];
  for (const jws of [second, first, second, sameTime]) await checkpoints.append(jws);
  const stored = await checkpoints.read();
  expect(stored).toHaveLength(3);
  expect(stored).toEqual(expect.arrayContaining([first, second, sameTime]));
});

test('P1 makes no checkpoint without the bucket, and makes it at the next attempt', async () => {
  await using operations = await startOperations();
  const bucket = newBucket();
  const folder = await mkdtemp(join(tmpdir(), 'checkpoints-'));
  await using removal = new AsyncDisposableStack();
  removal.defer(() => rm(folder, { recursive: true }));
  const file = checkpointFile({ dir: folder, bucket: s3Checkpoints({ ...store, bucket }) });
  const make = () => makeCheckpoint({ db: operations.db, now: operations.app.now, key, file });

  await makeEntries(operations, 3);
  await expect(make()).rejects.toMatchObject({ code: 'NoSuchBucket' });
  expect(await readCheckpoints(operations.app)).toEqual({ unsigned: 3, age: undefined });
  expect(await readdir(folder)).toEqual([]);
  await expect(file.readPlaces()).rejects.toMatchObject({ code: 'NoSuchBucket' });

  await s3.createBucket(bucket);
  await makeEntries(operations, 1);
  expect(await make()).toBe(true);
  expect(await readCheckpoints(operations.app)).toEqual({ unsigned: 0, age: 0 });
  const kept = await s3Checkpoints({ ...store, bucket }).read();
  const { jws } = await operations.db.selectFrom('audit_checkpoint').select('jws').executeTakeFirstOrThrow();
  expect(kept).toEqual([jws]);
  expect(await readdir(folder)).toEqual([checkpointName(jws)]);
  expect(await verifyChain(operations.db, key, kept)).toEqual({ holds: true, entries: 4, checkpoints: 1 });
});

test('refuses a bucket without its account, and opens none without settings', async () => {
  const settings = {
    DATABASE_URL: 'postgres://trust.test/operations',
    AUDIT_SIGNING_KEY: JSON.stringify({ ...jwk, kid: '1' }),
  };
  const whole = {
    AUDIT_CHECKPOINT_S3_ENDPOINT: store.endpoint,
    AUDIT_CHECKPOINT_S3_ACCESS_KEY: store.accessKey,
    AUDIT_CHECKPOINT_S3_SECRET_KEY: store.secretKey,
  };
  expect(AuditConfig.safeParse({ ...settings, ...whole }).success).toBe(true);
  for (const name of Object.keys(whole)) {
    const issues = AuditConfig.safeParse({ ...settings, ...whole, [name]: undefined }).error?.issues;
    expect(issues).toMatchObject([{ path: ['AUDIT_CHECKPOINT_S3_ENDPOINT'] }]);
  }
  expect(await (await configuredCheckpoints(AuditConfig.parse(settings))).readPlaces()).toEqual([]);
});
