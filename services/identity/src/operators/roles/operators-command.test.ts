import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { auditRecorded } from '@trust/contracts/events/any';
import { actorChanged, operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { operatorPermissions } from '@trust/contracts/permissions';
import { runCommand } from '@trust/service-testing/command';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress, resolverOf, signIn, startIdentity } from '../../../test/service.ts';
import { hashToken } from '../../sessions/hash-token.ts';
import { announcePerson } from '../../snapshot-sources.ts';
import { changeRole } from './change-role.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity[Symbol.asyncDispose]());

const secret = randomBytes(32).toString('base64url');
const script = join(import.meta.dirname, 'operators-command.ts');
const operators = (...args: string[]) =>
  runCommand(script, args, { DATABASE_URL: identity.ownerUrl, SUBJECT_KEY_SECRET: secret });

test('grants, lists and revokes a role, audits each change and reports a repetition', async () => {
  const address = newAddress();
  expect(await operators('grant', address, 'reviewer')).toMatchObject({
    status: 2,
    output: expect.stringMatching(/^A first role needs a work name/),
  });
  expect(await operators('grant', address.toUpperCase(), 'reviewer', 'Reviewer Lark')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^Granted reviewer: .*\nThis contact has never signed in/),
  });
  expect(await operators('grant', newAddress(), 'decider', 'reviewer LARK')).toMatchObject({
    status: 2,
    output: expect.stringContaining('has or had this work name'),
  });
  expect((await operators('grant', address, 'reviewer')).output).toBe(
    `Nothing to change: ${address} is reviewer already.\n`,
  );
  expect((await operators('list')).output).toMatch(
    new RegExp(`^reviewer +${address} +since .* UTC, never signed in, 0 passkeys$`, 'm'),
  );
  expect((await operators('revoke', address, 'reviewer')).output).toBe(`Revoked reviewer: ${address}\n`);

  const changes = (await identity.emitted(auditRecorded.identity)).filter(({ objectType }) => objectType === 'person');
  expect(changes.map(({ action, after, permission }) => [action, after, permission])).toEqual([
    ['grantRole', { role: 'reviewer' }, 'command line'],
    ['revokeRole', { role: 'reviewer' }, 'command line'],
  ]);
  expect(await identity.emitted(actorChanged)).toHaveLength(2);
});

test('enrols an operator once the contact is right, and revokes the passkeys of one who lost them', async () => {
  const identifier = newAddress();
  const unknown = await operators('enrol', identifier);
  expect(unknown).toMatchObject({ status: 2, output: expect.stringContaining('has no operator role') });
  await operators('grant', identifier, 'security', 'Security Owl');
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

test.each([
  [['promote', 'a@example.test', 'reviewer'], /Unknown command: promote/],
  [['grant', 'a@example.test', 'king'], /Unknown role: king\. Roles: triage, reviewer/],
  [['grant', '0470', 'reviewer', 'Nobody'], /country code/],
  [['grant', 'a@example.test', 'reviewer', '✔'], /A work name has/],
  [['grant', 'a@example.test', 'reviewer', 'Former operator'], /A work name has/],
  [['enrol'], /requires one email address/],
])('%s exits with 2 and says why', async (args, why) => {
  expect(await operators(...args)).toMatchObject({ status: 2, output: expect.stringMatching(why) });
});

test('prints the usage without arguments', () => {
  const usage = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(usage).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run operators -- grant') });
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
