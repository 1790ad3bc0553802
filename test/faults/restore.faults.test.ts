import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policies } from '@trust/contracts/policies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, eventually, type Session } from '../../demo/client.ts';
import {
  apply,
  decideCase,
  type Published,
  publishProvider,
  readPublicRecord,
  review,
  runJourney,
  type Stage,
  type Verified,
} from '../../demo/journey.ts';
import { verifyChain } from '../../demo/steps/proof.ts';
import { newPhoneNumber, operatorSessions, refresh, signIn } from '../../demo/steps/sign-in.ts';
import { createDataDir, temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { expectedCounts, journeyEffects } from '../journey-effects.ts';
import { openPlatform, type Platform } from '../platform.ts';
import { runCommand } from '../run-command.ts';
import { breaches } from './invariants.ts';
import { runBackupCommand } from './run-backup-command.ts';

const folder = temporaryDataDir('restore');
const dataDir = join(folder, 'data');
const backupOf = (name: string) => join(folder, name);

// As docs/evidence.md says after a restore: objects newer than the backup stay.
const environment = { EVIDENCE_MAX_STORE_MISMATCHES: '0' };

let platform: Platform;
let isOpen = false;
beforeAll(async () => {
  createDataDir(dataDir);
  platform = await openPlatform(dataDir, environment);
  isOpen = true;
}, 600_000);
const close = async () => {
  if (!isOpen) return;
  isOpen = false;
  await platform[Symbol.asyncDispose]();
};
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

async function stageOf(one: Platform): Promise<Stage> {
  await one.resetCodeLimits();
  const client = new Client(one.url, () => {}, { retryMs: 60_000 });
  return { client, operator: operatorSessions(client), step: (_number, _title, run) => run(), note: () => {} };
}

async function succeeds(name: 'backup' | 'restore', where: string, ...args: string[]): Promise<string> {
  const { code, output } = await runBackupCommand(name, where, ...args);
  expect(code, output).toBe(0);
  print(output);
  return output;
}

async function fails(where: string, ...args: string[]): Promise<string> {
  const { code, output } = await runBackupCommand('restore', where, ...args);
  expect(code, output).toBe(1);
  return output;
}

const statusOf = async (one: Platform, path: string) => (await fetch(one.url + path)).status;
const paths = ['/api/v1/public/categories', '/', '/readyz'];
const statuses = (one: Platform) => Promise.all(paths.map((path) => statusOf(one, path)));

const expectClosed = async (one: Platform) => expect(await statuses(one)).toEqual([503, 503, 200]);
const expectOpen = (one: Platform) =>
  eventually('the platform is open', async () =>
    (await statuses(one)).every((status) => status === 200) ? true : undefined,
  );

const print = (text: string) => void process.stdout.write(text.trim().replace(/^/gm, '  ').concat('\n'));

// The numbers of a restored publisher continue after those that others have read (ADR 0058).
const isHole = (breach: string) =>
  /^(provider|webhooks): the (numbers of an aggregate's events have no gap|last number of an aggregate belongs)/.test(
    breach,
  );

/** Nothing is parked, lost or doubled, all invariants and the audit chain hold. */
async function expectWhole(one: Platform, published: Published): Promise<void> {
  await one.settled();
  const { parked: _redriven, ...counts } = await journeyEffects(one.rows, one.dataDir).countsOf(published);
  expect({ ...counts, parked: 0 }).toEqual(expectedCounts(published));
  expect((await breaches(one)).filter((breach) => !isHole(breach))).toEqual([]);
  expect(await verifyChain(one.dataDir)).toMatch(/chain holds/);
}

let published: Published;

test('F9 a database older than the others and a lost NATS store converge after the documented steps', async () => {
  const stage = await stageOf(platform);
  const candidate = await apply(stage);
  await review(stage, candidate);
  await platform.settled();
  expect(await succeeds('backup', dataDir, backupOf('one'))).toMatch(/Backed up as of/);

  await decideCase(stage, candidate);
  await platform.settled();
  const claims = "select claim_id from claim where provider_id = $1 and status = 'active'";
  const active = () => platform.rows('provider', claims, [candidate.provider.id]);
  expect((await active()).length).toBeGreaterThan(0);

  expect(await fails(dataDir, backupOf('one'), '--service', 'provider')).toMatch(/already runs/);
  await platform.whileStopped(async () => {
    const output = await succeeds('restore', dataDir, backupOf('one'), '--service', 'provider');
    expect(output).toMatch(/Recovery point: .+/);
    rmSync(join(dataDir, 'nats/jetstream'), { recursive: true });
  });
  await expectClosed(platform);
  await succeeds('restore', dataDir, backupOf('one'), '--finish');
  await expectOpen(platform);
  await platform.settled();
  expect((await active()).length).toBe(candidate.case.requirements.length);

  await publishProvider(stage, candidate);
  published = { ...candidate, ...(await readPublicRecord(stage, candidate)) };
  await expectWhole(platform, published);
}, 900_000);

const mailsOf = async (one: Platform) => (await one.rows('webhooks', 'select id from dev_mailbox_message')).length;

test('F9 P2 a restored publisher sends no late event; an erased person stays erased in an older database', async () => {
  const stage = await stageOf(platform);
  const { client } = stage;
  const person = await signIn(client, newPhoneNumber());
  await platform.settled();
  const before = await mailsOf(platform);
  await succeeds('backup', dataDir, backupOf('two'));
  // Other services read whether there is a summary.
  const removeSummary = () => client.as(published.owner).api.patchProfile({ body: { summary: null } });
  await removeSummary();
  await client.as(person).api.deleteAccount();
  await platform.settled();
  const erased = await mailsOf(platform);
  expect(erased).toBeLessThan(before);

  await platform.whileStopped(async () => {
    expect(await succeeds('restore', dataDir, backupOf('two'), '--service', 'provider')).toMatch(/numbers of \d+/);
    await succeeds('restore', dataDir, backupOf('two'), '--service', 'webhooks');
  });
  expect(await mailsOf(platform)).toBeGreaterThan(erased);
  await succeeds('restore', dataDir, backupOf('two'), '--finish');
  await eventually('the mails are deleted again', async () => ((await mailsOf(platform)) <= erased ? true : undefined));
  await removeSummary();
  await expectWhole(platform, published);
}, 900_000);

const isUnreadable = async (one: Platform, personId: string) => {
  const query = `select p.erased_at is not null and k.subject_id is null and c.person_id is null as is
    from person p left join data_key k on k.subject_id = p.id left join contact_point c on c.person_id = p.id where p.id = $1`;
  return (await one.rows<{ is: boolean }>('identity', query, [personId])).every(({ is }) => is);
};

async function personOf(one: Platform, { sessionId }: Session): Promise<string> {
  const [row] = await one.rows<{ id: string }>('identity', 'select person_id as id from session where id = $1', [
    sessionId,
  ]);
  return row?.id ?? '';
}

const kidsOf = async (one: Platform): Promise<string[]> => {
  const { keys } = (await (await fetch(`${one.url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};

const npm = (where: string, name: string, ...args: string[]) =>
  runCommand(['npm', 'run', name, '--', ...args], 'captured', { DATA_DIR: where });

let stolen: string;
async function replaceStolenKey(where: string): Promise<void> {
  await npm(where, 'keys', 'rotate', '--now');
  expect((await npm(where, 'keys', 'retire', stolen, '--compromised')).output).toMatch(/Rejected/);
}

let lost: Verified;

const isGranted = async (one: Platform, personId: string) => {
  const query = 'select granted from consent_entry where person_id = $1 order by id desc limit 1';
  return (await one.rows<{ granted: boolean }>('identity', query, [personId]))[0]?.granted;
};

test('F9 P2 P4 the whole platform is restored; erasures and withdrawals since the backup stay', async () => {
  const stage = await stageOf(platform);
  const { client } = stage;
  const person = await signIn(client, newPhoneNumber());
  const personId = await personOf(platform, person);
  const other = await signIn(client, newPhoneNumber());
  const otherId = await personOf(platform, other);
  const consent = (granted: boolean) =>
    client.as(other).api.putConsent({
      params: { path: { policyKey: 'marketing' } },
      body: { version: policies.marketing.version, granted },
    });
  await consent(true);
  await platform.settled();
  await succeeds('backup', dataDir, backupOf('all'));
  await consent(false);
  await npm(dataDir, 'operators', 'revoke', 'auditor@example.test', 'auditor');
  [stolen = ''] = await kidsOf(platform);
  await replaceStolenKey(dataDir);
  await client.as(person).api.deleteAccount();
  lost = await apply(stage);
  await platform.settled();
  expect(await isUnreadable(platform, personId)).toBe(true);

  await platform.whileStopped(async () => {
    const output = await succeeds('restore', dataDir, backupOf('all'));
    expect(output).toMatch(/persons erased since the backup, saved in/);
    expect(output).toMatch(/repeat it by hand:\n +\S+ provider rotateSigningKey .*\n +\S+ provider retireSigningKey/);
    expect(output).toMatch(/identity revokeRole person .*role=auditor → npm run operators -- revoke/);
  });
  expect(await isUnreadable(platform, personId)).toBe(false);
  expect(await isGranted(platform, otherId)).toBe(true);
  await expectClosed(platform);
  for (const option of ['--finish', '--open'])
    expect(await fails(dataDir, backupOf('all'), option)).toMatch(`npm run keys -- retire ${stolen} --compromised`);
  await expectClosed(platform);
  await replaceStolenKey(dataDir);
  const finished = await succeeds('restore', dataDir, backupOf('all'), '--finish');
  expect(finished).toMatch(/Erased again: 1.*Withdrawn again: 1/s);
  expect(await isGranted(platform, otherId)).toBe(false);
  expect(finished).toMatch(/valid again: \d+.*identity revokeRole person .*The platform opens/s);
  await expectOpen(platform);
  expect(await kidsOf(platform)).toEqual([expect.not.stringContaining(stolen)]);
  expect(await isUnreadable(platform, personId)).toBe(true);
  for (const one of [person, other])
    await expect(refresh((await stageOf(platform)).client, one)).rejects.toMatchObject({ status: 401 });
  expect(await platform.rows('provider', 'select id from provider where id = $1', [lost.provider.id])).toEqual([]);
  await expectWhole(platform, published);
}, 900_000);

test('F9 everything is restored into an empty folder, and the platform goes on', async () => {
  await close();
  const target = join(folder, 'empty');
  mkdirSync(target, { mode: 0o755 });
  expect(await fails(target, backupOf('all'))).toMatch(/secrets are not in this backup/);
  copyFileSync(join(dataDir, 'secrets.json'), join(target, 'secrets.json'));
  const started = performance.now();
  await succeeds('restore', target, backupOf('all'));
  await using restored = await openPlatform(target, environment);
  // As on a new server, the place of audit checkpoints is new: docs/deployment.md.
  await expectClosed(restored);
  expect(await fails(target, backupOf('all'), '--finish')).toMatch(`retire ${stolen} --compromised`);
  await replaceStolenKey(target);
  expect(await fails(target, backupOf('all'), '--finish')).toMatch(/Checkpoint MISSING.*If the place is new/);
  const signed = await npm(target, 'audit', 'verify', '--checkpoint');
  expect(signed.output).toMatch(/The chain holds/);
  await expectClosed(restored);
  await succeeds('restore', target, backupOf('all'), '--finish');
  await expectOpen(restored);
  print(`Recovery time into an empty folder: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  await expectWhole(restored, published);
  expect(await restored.rows('provider', 'select id from provider where id = $1', [lost.provider.id])).toEqual([]);
  await expectWhole(restored, await runJourney(await stageOf(restored)));
}, 900_000);

test('F9 refuses a damaged file, a newer migration, an unfinished backup and other secrets', async () => {
  const target = join(folder, 'refused');
  mkdirSync(target, { mode: 0o755 });
  const copy = backupOf('two');
  const manifest = join(copy, 'manifest.json');
  const original = readFileSync(manifest, 'utf8');
  const changed = JSON.parse(original);
  changed.migrations.evidence.push('20991231T0000-later');
  writeFileSync(manifest, JSON.stringify(changed));
  expect(await fails(target, copy)).toMatch(/migrations that this checkout lacks: 20991231T0000-later/);
  writeFileSync(manifest, original);
  const dump = join(copy, 'databases/evidence.dump');
  const bytes = readFileSync(dump);
  writeFileSync(dump, Buffer.concat([bytes, Buffer.from([0])]));
  expect(await fails(target, copy)).toMatch(/evidence\.dump was changed or damaged/);
  writeFileSync(dump, bytes);
  copyFileSync(join(dataDir, 'secrets.json'), join(target, 'secrets.json'));
  const secrets = JSON.parse(readFileSync(join(target, 'secrets.json'), 'utf8'));
  const subjectKeySecret = Buffer.alloc(32).toString('base64url');
  writeFileSync(join(target, 'secrets.json'), JSON.stringify({ ...secrets, subjectKeySecret }));
  expect(await fails(target, copy)).toMatch(/not from the platform of this backup/);
  rmSync(manifest);
  expect(await fails(target, copy)).toMatch(/did not finish/);
}, 120_000);
