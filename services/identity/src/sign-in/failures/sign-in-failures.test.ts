import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { auditRecorded } from '@trust/contracts/events/any';
import { oneTimeCodeRequested, oneTimeCodeWithheld, signInStopped } from '@trust/contracts/events/identity';
import { runCommand } from '@trust/service-testing/command';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparable } from '../../../test/code-requests.ts';
import {
  challenge,
  type Identity,
  member,
  newAddress,
  otherThan,
  signIn,
  startIdentity,
} from '../../../test/service.ts';
import { changeRole } from '../../operators/roles/change-role.ts';

const limits = {
  ...{ 'challenge-ip': 10_000, 'verify-ip': 10_000, 'challenge-day': 10_000, 'challenge-known-day': 10_000 },
  ...{ 'challenge-identity': 10_000, 'member-sign-in': 10_000, 'operator-sign-in': 10_000 },
};
let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ connections: 10, limits });
});
afterAll(() => identity[Symbol.asyncDispose]());

const from = (device: string) => ({ 'x-device-id': device });
const stranger = () => from(randomUUID());
const verify = (challengeId: string, code: string, headers: Record<string, string> = {}) =>
  identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code }, headers });
const ask = (identifier: string, headers = stranger()) =>
  identity.post('/auth/challenges', { body: { channel: 'email', identifier }, headers });
const sent = async () => (await identity.emitted(oneTimeCodeRequested)).length;

async function guess(identifier: string, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 5) {
    const { challengeId, code } = await challenge(identity, identifier, stranger());
    const tries = Array.from({ length: Math.min(5, left) }, () => verify(challengeId, otherThan(code), stranger()));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
  }
}

async function signsIn(identifier: string, headers: Record<string, string>): Promise<boolean> {
  identity.advanceClock(61);
  const { challengeId, code } = await challenge(identity, identifier, headers);
  return (await verify(challengeId, code, headers)).status === 200;
}

test('A1 a hundred consecutive failures stop sign-in from unknown devices until a known device signs in', async () => {
  const [address, device] = [newAddress(), from(randomUUID())];
  const { actor } = await member(identity, address, device);
  await guess(address, 99);
  expect(await identity.emitted(signInStopped)).toEqual([]);
  const early = await challenge(identity, address, stranger());
  await guess(address, 1);
  expect(await identity.emitted(signInStopped)).toEqual([
    { userId: actor.userId, failures: 100, occurredAt: identity.clock.now.toISOString() },
  ]);

  expect((await verify(early.challengeId, early.code, stranger())).status).toBe(401);
  const before = await sent();
  expect(await signsIn(address, stranger())).toBe(false);
  expect(await sent()).toBe(before);
  expect((await identity.emitted(oneTimeCodeWithheld)).at(-1)).toMatchObject({ reason: 'stopped' });
  const answers = [await ask(address), await ask(newAddress())].map(comparable);
  expect(answers[0]).toEqual(answers[1]);

  expect(await signsIn(address, device)).toBe(true);
  expect(await signsIn(address, stranger())).toBe(true);
  expect(await identity.emitted(signInStopped)).toHaveLength(1);
});

test('A1 a sign-in resets the count of failures', async () => {
  const address = newAddress();
  await guess(address, 60);
  expect(await signsIn(address, stranger())).toBe(true);
  await guess(address, 60);
  expect(await signsIn(address, stranger())).toBe(true);
});

test('A1 a used challenge counts no more failures', async () => {
  const address = newAddress();
  const { challengeId, code } = await challenge(identity, address, stranger());
  expect((await verify(challengeId, code, stranger())).status).toBe(200);
  for (const again of [code, otherThan(code)]) expect((await verify(challengeId, again, stranger())).status).toBe(401);
  const index = identity.app.vault.indexOf('email', address);
  const counted = identity.db.selectFrom('sign_in_failure').select('failures').where('identifier_index', '=', index);
  expect(await counted.execute()).toEqual([]);
});

test('A1 two hundred concurrent guesses stop sign-in at a hundred, with one alarm', async () => {
  const address = newAddress();
  const before = (await identity.emitted(signInStopped)).length;
  const open = [];
  for (let index = 0; index < 40; index++) open.push(await challenge(identity, address, stranger()));
  const tries = open.flatMap(({ challengeId, code }) => Array(5).fill({ challengeId, wrong: otherThan(code) }));
  await Promise.all(tries.map(({ challengeId, wrong }) => verify(challengeId, wrong, stranger())));
  const raised = (await identity.emitted(signInStopped)).slice(before);
  expect(raised).toEqual([{ userId: null, failures: 100, occurredAt: expect.any(String) }]);
  expect(await signsIn(address, stranger())).toBe(false);
});

test('A1 attempts at withheld codes count no failure', async () => {
  await using strict = await startIdentity({ limits: { ...limits, 'challenge-day': 1 } });
  const address = newAddress();
  const ask = () => challenge(strict, address, stranger());
  await ask();
  for (let index = 0; index < 2; index++) {
    const { challengeId } = await ask();
    for (let time = 0; time < 5; time++)
      await strict.post(`/auth/challenges/${challengeId}/verify`, { body: { code: '000000' } });
  }
  const counted = await strict.db.selectFrom('sign_in_failure').select('failures').execute();
  expect(counted).toEqual([{ failures: 0 }]);
});

test('deletes the count with the person, and after 30 days unless sign-in is stopped', async () => {
  const rows = () => identity.db.selectFrom('sign_in_failure').selectAll().execute();
  const { actor, identifier } = await member(identity);
  const before = (await rows()).length;
  await guess(identifier, 1);
  expect(await rows()).toHaveLength(before + 1);
  expect((await identity.delete('/account', { actor })).status).toBe(204);
  expect(await rows()).toHaveLength(before);
  const [stopped, stoppedNext] = [newAddress(), newAddress()];
  await guess(stopped, 100);
  await guess(stoppedNext, 99);
  await identity.prune(30 * 24 * 3600 - 1);
  await guess(stoppedNext, 1);
  await guess(newAddress(), 1);
  await identity.prune(30 * 24 * 3600 + 1);
  expect((await rows()).every(({ failures }) => failures >= 100)).toBe(true);
  for (const address of [stopped, stoppedNext]) expect(await signsIn(address, stranger())).toBe(false);
});

function run(script: string, ...args: string[]) {
  const { SUBJECT_KEY_SECRET } = identity.secrets;
  return runCommand(join(import.meta.dirname, '../..', script), args, {
    DATABASE_URL: identity.ownerUrl,
    SUBJECT_KEY_SECRET,
  });
}
const operators = (...args: string[]) => run('operators/operators-command.ts', ...args);
const people = (...args: string[]) => run('sign-in/failures/people-command.ts', ...args);

test('`operators unlock` and `people unlock` let unknown devices sign in again, and audit it', async () => {
  const [operator, address] = [newAddress(), newAddress()];
  await changeRole(identity.app, { action: 'grant', identifier: operator, role: 'triage' }, identity.clock.now);
  const { actor } = await member(identity, address);
  for (const identifier of [operator, address]) await guess(identifier, 100);
  expect(await operators('unlock', address)).toMatchObject({
    status: 2,
    output: expect.stringContaining('npm run people'),
  });
  expect(await operators('unlock', operator, 'called', 'back')).toEqual({
    status: 0,
    output: `Unlocked after 100 failures: ${operator}\n`,
  });
  expect((await people('unlock', actor.userId)).output).toBe(`Unlocked after 100 failures: ${actor.userId}\n`);
  expect(await people('unlock', address)).toEqual({
    status: 0,
    output: `Nothing to unlock: ${address} has no failed sign-ins.\n`,
  });
  for (const identifier of [operator, address]) expect(await signsIn(identifier, stranger())).toBe(true);
  const entries = (await identity.emitted(auditRecorded.identity)).filter(({ action }) => action === 'unlockSignIn');
  expect(entries).toMatchObject([
    { objectType: 'person', permission: 'command line', reason: 'called back', before: { failures: 100 } },
    { objectType: 'person', objectId: actor.userId, reason: null, before: { failures: 100 } },
  ]);
  expect(await signIn(identity, newAddress())).toHaveProperty('accessToken');
});

test.each([[operators], [people]])('prints the usage, and exits with 2 for invalid arguments', async (command) => {
  expect(await command('--help')).toMatchObject({ status: 0, output: expect.stringContaining('-- unlock') });
  expect(await command('unlock')).toMatchObject({ status: 2, output: expect.stringContaining('unlock') });
  expect(await command('unlock', 'nobody')).toMatchObject({ status: 2 });
});
