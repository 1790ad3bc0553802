import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { auditRecorded } from '@trust/contracts/events/any';
import { actorChanged, operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import { runCommand } from '@trust/service-testing/command';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storePasskey } from '../../test/passkey-sessions.ts';
import { newAddress, resolverOf, signIn, startIdentity } from '../../test/service.ts';
import { openVault } from '../people/vault.ts';
import { hashToken } from '../sessions/hash-token.ts';
import { announcePerson } from '../snapshot-sources.ts';
import { changeRole } from './roles/change-role.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity[Symbol.asyncDispose]());

const secret = randomBytes(32).toString('base64url');
const script = join(import.meta.dirname, 'operators-command.ts');
const operators = (...args: string[]) =>
  runCommand(script, args, { DATABASE_URL: identity.ownerUrl, SUBJECT_KEY_SECRET: secret });

const grant = (identifier: string, role: OperatorRole) =>
  changeRole({ db: identity.db, vault: openVault(secret) }, { action: 'grant', identifier, role }, new Date());

test('lists and revokes a role, audits the change and reports a repetition', async () => {
  const address = newAddress();
  await grant(address, 'reviewer');
  expect((await operators('list')).output).toMatch(
    new RegExp(`^reviewer +${address} +since .* UTC, never signed in, 0 passkeys$`, 'm'),
  );
  expect((await operators('revoke', address.toUpperCase(), 'reviewer')).output).toMatch(/^Revoked reviewer: /);
  expect((await operators('revoke', address, 'reviewer')).output).toBe(
    `Nothing to change: ${address} is not reviewer.\n`,
  );
  const changes = (await identity.emitted(auditRecorded.identity)).filter(({ objectType }) => objectType === 'person');
  expect(changes.map(({ action, after, permission }) => [action, after, permission])).toEqual([
    ['grantRole', { role: 'reviewer' }, 'command line'],
    ['revokeRole', { role: 'reviewer' }, 'command line'],
  ]);
  expect(await identity.emitted(actorChanged)).toHaveLength(2);
});

test('T5 no command grants a role alone, or revokes one of the last three who can approve', async () => {
  const address = newAddress();
  expect(await operators('grant', address, 'security')).toMatchObject({
    status: 2,
    output: expect.stringContaining('requested and approved by three operators'),
  });
  await grant(address, 'supervisor');
  expect(await operators('revoke', address, 'supervisor')).toMatchObject({
    status: 2,
    output: expect.stringContaining('Three operators who can approve roles must remain'),
  });
  expect(await operators('install', address, 'security', 'Security Owl', '--present', address)).toMatchObject({
    status: 2,
    output: expect.stringContaining('Two people must be present'),
  });
});

test('enrols an operator once the contact is right, and revokes the passkeys of one who lost them', async () => {
  const identifier = newAddress();
  const unknown = await operators('enrol', identifier);
  expect(unknown).toMatchObject({ status: 2, output: expect.stringContaining('has no operator role') });
  await grant(identifier, 'reviewer');
  const enrolled = await operators('enrol', identifier);
  const [enrolmentToken] = /^[\w-]{43}$/m.exec(enrolled.output) ?? [];
  expect([enrolled.status, enrolmentToken]).toEqual([0, expect.any(String)]);
  const [{ token_hash, person_id } = { token_hash: Buffer.alloc(0), person_id: '' }] = await identity.db
    .selectFrom('passkey_enrolment')
    .selectAll()
    .execute();
  expect(token_hash).toEqual(hashToken(enrolmentToken ?? ''));

  const passkey = { id: identity.app.newId(), credential_id: Buffer.alloc(16), public_key: Buffer.alloc(1) };
  await identity.db
    .insertInto('passkey')
    .values({
      ...passkey,
      person_id,
      sign_count: 0,
      is_synced: false,
      sealed_name: Buffer.alloc(1),
      created_at: new Date(0),
    })
    .execute();
  expect((await operators('list')).output).toMatch(new RegExp(`${identifier} .*, 1 passkeys$`, 'm'));
  expect(await operators('enrol', identifier)).toMatchObject({
    status: 2,
    output: expect.stringContaining(`revoke-passkeys ${identifier}`),
  });
  const revoke = async () => (await operators('revoke-passkeys', identifier)).output;
  expect(await revoke()).toMatch(/^Revoked 1 passkeys of .* and ended 0 sessions/);
  expect(await revoke()).toBe(`Nothing to revoke: ${identifier} has no passkeys.\n`);
  expect(await identity.db.selectFrom('passkey_enrolment').selectAll().execute()).toEqual([]);
});

test('T5 revokes passkeys that the last three who can approve roles need with an explicit option only', async () => {
  await using alone = await startIdentity();
  const settings = { DATABASE_URL: alone.ownerUrl, SUBJECT_KEY_SECRET: secret };
  const revoke = (...args: string[]) =>
    runCommand(script, ['revoke-passkeys', ...args], { ...settings, OPERATOR_PASSKEYS: 'required' });
  const stores = { db: alone.db, vault: openVault(secret) };
  const withPasskey = async (role: OperatorRole) => {
    const identifier = newAddress();
    await changeRole(stores, { action: 'grant', identifier, role }, new Date());
    await alone.db.updateTable('contact_point').set({ verified_at: new Date() }).execute();
    const { person_id } = await alone.db
      .selectFrom('operator_grant')
      .select('person_id')
      .where('person_id', 'not in', alone.db.selectFrom('passkey').select('person_id'))
      .executeTakeFirstOrThrow();
    await storePasskey({ ...alone, app: { ...alone.app, vault: stores.vault } }, person_id, 'Key ring');
    return identifier;
  };
  const security = await withPasskey('security');
  const supervisors = [
    await withPasskey('supervisor'),
    await withPasskey('supervisor'),
    await withPasskey('supervisor'),
  ];
  const revoked = { status: 0, output: expect.stringMatching(/^Revoked 1 passkeys/) };
  const needed = { status: 2, output: expect.stringContaining('--even-if-fewer-approvers') };
  expect(await revoke(security)).toMatchObject(needed);
  expect(await revoke(await withPasskey('reviewer'))).toMatchObject(revoked);
  const [one = '', two = ''] = supervisors;
  expect(await revoke(one)).toMatchObject(revoked);
  expect(await revoke(two)).toMatchObject(needed);
  expect(await revoke('--even-if-fewer-approvers', two)).toMatchObject(revoked);
  const optional = { ...settings, OPERATOR_PASSKEYS: 'optional' };
  expect(await runCommand(script, ['revoke-passkeys', security], optional)).toMatchObject(revoked);
  expect(await operators('list', '--even-if-more')).toMatchObject({ status: 2 });
});

test.each([
  [['promote', 'a@example.test', 'reviewer'], /Unknown command: promote/],
  [['revoke', 'a@example.test', 'king'], /Unknown role: king\. Roles: triage, reviewer/],
  [['revoke', '0470', 'reviewer'], /country code/],
  [['install', 'a@example.test', 'king', 'Nobody'], /Unknown role: king/],
  [['install', 'a@example.test', 'security'], /needs a work name/],
  [['install', 'a@example.test', 'security', '✔'], /needs a work name/],
  [['install', 'a@example.test', 'security', 'Former operator'], /needs a work name/],
  [['enrol'], /requires one email address/],
])('%s exits with 2 and says why', async (args, why) => {
  expect(await operators(...args)).toMatchObject({ status: 2, output: expect.stringMatching(why) });
});

test('prints the usage without arguments', () => {
  const usage = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(usage).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run operators -- install') });
});

test('A4 removes a revoked role from the next assertion', async () => {
  const { actorOf } = await resolverOf(identity);
  const identifier = newAddress();
  const change = (action: 'grant' | 'revoke') =>
    changeRole(identity.app, { action, identifier, role: 'auditor' }, identity.clock.now);
  await change('grant');
  const { accessToken } = await signIn(identity, identifier);
  expect((await actorOf(accessToken))?.permissions).toContain('operations.audit.read');
  await change('revoke');
  expect((await actorOf(accessToken))?.permissions).toEqual([]);
});

test('Z3 changes of roles announce the permissions; a snapshot includes those of a former operator', async () => {
  const identifier = newAddress();
  const announced = async () => (await identity.emitted(operatorChanged)).slice(before);
  const before = (await identity.emitted(operatorChanged)).length;
  const change = (action: 'grant' | 'revoke', role: 'reviewer' | 'decider') =>
    changeRole(identity.app, { action, identifier, role }, identity.clock.now);
  await change('grant', 'reviewer');
  await change('grant', 'decider');
  await change('grant', 'decider');
  await change('revoke', 'reviewer');
  const lists = (await announced()).map(({ permissions }) => [...permissions].sort());
  const both = [...new Set([...operatorPermissions.reviewer, ...operatorPermissions.decider])].sort();
  expect(lists).toEqual([[...operatorPermissions.reviewer].sort(), both, [...operatorPermissions.decider].sort()]);

  const [{ userId } = { userId: '' }] = await announced();
  const snapshot = async () => {
    await identity.db.transact((trx) => announcePerson(trx, userId));
    return (await identity.emitted(operatorSnapshot)).at(-1);
  };
  const changedAt = identity.clock.now.toISOString();
  identity.advanceClock(3600);
  expect(await snapshot()).toEqual({
    userId,
    permissions: operatorPermissions.decider,
    workName: null,
    occurredAt: changedAt,
  });
  await change('revoke', 'decider');
  expect((await announced()).at(-1)).toMatchObject({ userId, permissions: [] });
  expect(await snapshot()).toMatchObject({ userId, permissions: [] });
});
