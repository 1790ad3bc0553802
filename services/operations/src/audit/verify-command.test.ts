import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditedService } from '@trust/contracts/events/any';
import { AccountClient, type S3Account } from '@trust/s3/account-client';
import { handleAdminRequest } from '@trust/service-kit/bus/admin';
import { openBus } from '@trust/service-kit/bus/bus';
import { openDb } from '@trust/service-kit/database/db';
import { runCommand } from '@trust/service-testing/command';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { openGuards } from '@trust/service-testing/stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownNats } from '../../../../packages/service-kit/test/own-nats.ts';
import { makeEntries } from '../../test/make.ts';
import { type Operations, startOperations } from '../../test/service.ts';
import { checkpointKey } from './checkpoints/checkpoint-key.ts';
import { s3Checkpoints } from './checkpoints/s3-checkpoints.ts';

let operations: Operations;
let folder: string;
let store: S3Account;
let natsUrl: string | undefined;
let databaseUrl: string | undefined;
beforeAll(async () => {
  operations = await startOperations();
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  store = await sharedResource<S3Account>('swift');
  await new AccountClient(store).createBucket(bucket);
}, 300_000);
afterAll(async () => {
  await operations[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const bucket = `checkpoints-${randomUUID()}`;
const signingKey = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));

async function run(...args: string[]): Promise<{ code: number; stdout: string }> {
  const settings = {
    DATABASE_URL: databaseUrl ?? operations.urls.app,
    AUDIT_SIGNING_KEY: signingKey,
    AUDIT_CHECKPOINT_FILE: join(folder, 'audit', 'checkpoints'),
    AUDIT_CHECKPOINT_S3_ENDPOINT: store.endpoint,
    AUDIT_CHECKPOINT_S3_ACCESS_KEY: store.accessKey,
    AUDIT_CHECKPOINT_S3_SECRET_KEY: store.secretKey,
    AUDIT_CHECKPOINT_S3_BUCKET: bucket,
    ...(natsUrl && { NATS_URL: natsUrl }),
  };
  const { status, output } = await runCommand(join(import.meta.dirname, 'verify-command.ts'), args, settings);
  return { code: status, stdout: output };
}

const notCompared = 'Announced entries: not compared, because NATS_URL is not set.\n';

test('P1 verify compares announced and stored entries; exits with 1 for a missing one or silent service', async () => {
  await using nats = await ownNats();
  natsUrl = nats.url;
  await using bus = await openBus({ url: nats.url, name: 'services' });
  await using own = await startOperations();
  databaseUrl = own.urls.app;
  const announced = { identity: 0, provider: 3, evidence: 0, verification: 0, operations: 0, webhooks: 0 };
  const answers = (Object.keys(announced) as AuditedService[]).map((service) =>
    handleAdminRequest(bus, service, 'status', undefined, async () => ({ audited: announced[service] })),
  );
  await makeEntries(own, 2);
  const missing = await run('verify', '--wait', '0.1');
  expect(missing).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^provider +announced 3, stored 2: 1 MISSING$/m),
  });
  const waiting = run('verify');
  await makeEntries(own, 1);
  const complete = await waiting;
  expect(complete).toMatchObject({ code: 0, stdout: expect.stringMatching(/^provider +announced 3, stored 3$/m) });
  expect(complete.stdout.match(/announced 0, stored 0$/gm)).toHaveLength(5);

  announced.provider = 1;
  expect(await run('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 more than announced') });
  answers.at(-1)?.[Symbol.dispose]();
  await bus.nc.flush();
  const silent = await run('verify', '--wait', '0.1');
  expect(silent).toMatchObject({ code: 1, stdout: expect.stringMatching(/^webhooks +does not respond, stored 0$/m) });
  [natsUrl, databaseUrl] = [undefined, undefined];
});

test('P1 verify reads checkpoints of file and bucket, signs with --checkpoint, names missing or bad ones', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('npm run audit -- verify') });
  expect(await run('repair')).toMatchObject({ code: 2 });

  await makeEntries(operations, 3);
  expect(await run('verify', '--checkpoint')).toEqual({
    code: 0,
    stdout: `The chain holds. Entries: 3, checkpoints: 0.\n${notCompared}`,
  });
  const bucketOnly = s3Checkpoints({ ...store, bucket });
  expect(await bucketOnly.read()).toHaveLength(1);
  await bucketOnly.append(await signCheckpointOf(2));
  expect(await run('verify')).toEqual({
    code: 0,
    stdout: `The chain holds. Entries: 3, checkpoints: 2.\n${notCompared}`,
  });
  expect((await readFile(join(folder, 'audit', 'checkpoints'), 'utf8')).trim().split('\n')).toHaveLength(1);

  await truncate(join(folder, 'audit', 'checkpoints'), 0);
  const emptied = await run('verify');
  expect(emptied).toMatchObject({ code: 1, stdout: expect.stringContaining('The chain holds.') });
  expect(emptied.stdout).toMatch(/^Checkpoint MISSING: .+checkpoints lacks the last one of the database/m);
  expect(emptied.stdout).not.toContain('the bucket');

  // No entry has come since: there is nothing to sign.
  const added = await run('verify', '--checkpoint');
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Checkpoint was MISSING: .+ and has it now\.$/m),
  });
  expect(await run('verify')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('MISSING') });
  await truncate(join(folder, 'audit', 'checkpoints'), 0);

  await openGuards(operations.ownerUrl);
  await using owner = openDb({ url: operations.ownerUrl, max: 1 });
  await sql`alter table audit_entry disable trigger all`.execute(owner);
  await sql`update audit_entry set entry = replace(entry, 'patchProfile', 'nothing') where seq = 2`.execute(owner);
  expect(await run('verify')).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^The chain is BROKEN at row 2: the row was altered\.\nCheckpoint MISSING/),
  });
});

async function signCheckpointOf(size: number): Promise<string> {
  const entries = operations.db.selectFrom('audit_entry').select('entry_hash').where('seq', '=', String(size));
  const { entry_hash: root } = await entries.executeTakeFirstOrThrow();
  const key = await checkpointKey(JSON.parse(signingKey));
  return key.sign({ size, root: root.toString('base64url'), at: operations.app.now().toISOString() });
}
