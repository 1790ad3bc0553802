import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { auditRecorded } from '@trust/contracts/events/any';
import { gatewayProof } from '@trust/service-testing/gateway';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challenge, newAddress, otherThan, startIdentity } from '../../../test/service.ts';
import { changeRole } from '../../operators/roles/change-role.ts';
import { openSecrets } from '../../secrets.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  const limits = { verify: 1000, 'verify-ip': 1000, 'challenge-ip': 1000 };
  identity = await startIdentity({ connections: 20, limits });
});
afterAll(() => identity[Symbol.asyncDispose]());

const verify = (challengeId: string, code: string) =>
  identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code } });
const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(identity.db)).rows[0]?.n;
const attemptsOf = (id: string) => count(sql`select attempts as n from challenge where id = ${id}`);
const sessions = () => count(sql`select count(*)::int as n from session`);
const auditOf = async (id: string) =>
  (await identity.emitted(auditRecorded.identity)).filter(
    ({ objectId, after }) => objectId === id || after.challengeId === id,
  );

test('A1 sixteen concurrent requests with the right code open one session', async () => {
  const before = (await sessions()) ?? 0;
  const { challengeId, code } = await challenge(identity, newAddress());
  const answers = await Promise.all(Array.from({ length: 16 }, () => verify(challengeId, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(401)]);
  expect(await sessions()).toBe(before + 1);
});

test('A1 forty concurrent wrong codes use five attempts, and then the right code is rejected', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  const answers = await Promise.all(Array.from({ length: 40 }, () => verify(challengeId, otherThan(code))));
  expect(answers.every(({ status }) => status === 401)).toBe(true);
  expect(await attemptsOf(challengeId)).toBe(5);
  expect((await verify(challengeId, code)).status).toBe(401);
});

test('SC4 a code of either pepper is right during a rotation, and of no other', async () => {
  const withPeppers = (CODE_PEPPER: string, CODE_PEPPER_ACCEPTED?: string) =>
    openSecrets({ ...identity.secrets, CODE_PEPPER, CODE_PEPPER_ACCEPTED });
  const [before, beginning] = [await withPeppers('old'), await withPeppers('old', 'new')];
  const [ending, after] = [await withPeppers('new', 'old'), await withPeppers('new')];
  for (const [one, other] of [
    [before, beginning],
    [beginning, ending],
    [ending, after],
  ] as const) {
    expect(one.isCode('a challenge', '012345', other.hashCode('a challenge', '012345'))).toBe(true);
    expect(other.isCode('a challenge', '012345', one.hashCode('a challenge', '012345'))).toBe(true);
  }
  expect(after.isCode('a challenge', '012345', before.hashCode('a challenge', '012345'))).toBe(false);
  expect(ending.isCode('another', '012345', before.hashCode('a challenge', '012345'))).toBe(false);
});

test('A1 an attempt stays counted if the process is killed before it compares the code', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  await verifyAndBeKilled(challengeId, code);
  expect(await attemptsOf(challengeId)).toBe(1);
  for (let attempt = 2; attempt <= 5; attempt++) await verify(challengeId, otherThan(code));
  expect((await verify(challengeId, code)).status).toBe(401);
});

async function verifyAndBeKilled(challengeId: string, code: string): Promise<void> {
  const settings = { databaseUrl: identity.ownerUrl, now: identity.clock.now, secrets: identity.secrets };
  const script = join(import.meta.dirname, '../../../test/verifying-child.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [said] = await once(child.stdout, 'data');
  const answer = fetch(`${String(said).trim()}/api/v1/auth/challenges/${challengeId}/verify`, {
    method: 'POST',
    headers: { ...gatewayProof, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  await expect(answer).rejects.toThrow('fetch failed');
  expect(await exited).toEqual([null, 'SIGKILL']);
}

test('A1 returns the same 401 for a wrong code, an expired one and one of another or no challenge', async () => {
  const [one, other, late] = [newAddress(), newAddress(), newAddress()];
  const open = await challenge(identity, one);
  const wrong = await verify(open.challengeId, otherThan(open.code));
  const foreign = await challenge(identity, other);
  const codeOfAnother = foreign.code === open.code ? otherThan(open.code) : foreign.code;
  const expired = await challenge(identity, late);
  const answers = [await verify(open.challengeId, codeOfAnother), await verify(identity.app.newId(), open.code)];
  identity.advanceClock(300);
  answers.push(await verify(expired.challengeId, expired.code));
  for (const answer of answers) {
    expect(answer.status).toBe(wrong.status);
    expect([...answer.headers.keys()]).toEqual([...wrong.headers.keys()]);
    const { requestId: _id, instance: _path, ...body } = answer.body;
    expect(wrong.body).toMatchObject(body);
  }
});

test('accepts the code of any open challenge, and closes the others once one is used', async () => {
  const address = newAddress();
  const [first, second, third] = [
    await challenge(identity, address),
    identity.advanceClock(60) ?? (await challenge(identity, address)),
    identity.advanceClock(60) ?? (await challenge(identity, address)),
  ];
  expect((await verify(second.challengeId, second.code)).status).toBe(200);
  expect((await verify(first.challengeId, first.code)).status).toBe(401);
  expect((await verify(third.challengeId, third.code)).status).toBe(401);
});

test('allows operators five attempts a minute and members ten, without a visible difference', async () => {
  const [operator, member] = [newAddress(), newAddress()];
  await changeRole(identity.app, { action: 'grant', identifier: operator, role: 'triage' }, identity.clock.now);
  const sixth = [];
  for (const address of [operator, member]) {
    const first = await challenge(identity, address);
    for (let attempt = 0; attempt < 5; attempt++) await verify(first.challengeId, otherThan(first.code));
    identity.advanceClock(60);
    const second = await challenge(identity, address);
    const wrong = await verify(second.challengeId, otherThan(second.code));
    const { requestId: _id, instance: _path, ...seen } = wrong.body;
    const headers = [...wrong.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    sixth.push({
      status: wrong.status,
      headers: headers.map(([name, value]) => [name, value.replace(/\b[rt]=\d+/g, '')]),
      seen,
    });
    expect((await verify(second.challengeId, second.code)).status).toBe(address === operator ? 401 : 200);
  }
  expect(sixth[0]).toEqual(sixth[1]);
});

test('L1 returns 429 after ten tries a minute at one challenge', async () => {
  await using limited = await startIdentity();
  const [{ challengeId }, other] = [await challenge(limited, newAddress()), await challenge(limited, newAddress())];
  const statuses = [];
  for (let attempt = 1; attempt <= 11; attempt++) {
    const { status } = await limited.post(`/auth/challenges/${challengeId}/verify`, { body: { code: '000000' } });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  const { code } = other;
  expect(await limited.post(`/auth/challenges/${other.challengeId}/verify`, { body: { code } })).toMatchObject({
    status: 200,
  });
});

test('P1 audits the creation and the verification of a challenge, with the number of attempts', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  await verify(challengeId, otherThan(code));
  const { body } = await verify(challengeId, code);
  expect(await auditOf(challengeId)).toMatchObject([
    { action: 'createChallenge', objectId: challengeId, outcome: 'done', after: { channel: 'email' } },
    { action: 'verifyChallenge', objectId: body.session.id, outcome: 'done', after: { challengeId, tries: 2 } },
  ]);
});

test('P1 audits one refusal of a challenge, for any number of wrong codes', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  for (let attempt = 0; attempt < 4; attempt++) await verify(challengeId, otherThan(code));
  expect(await auditOf(challengeId)).toHaveLength(1);
  await Promise.all(Array.from({ length: 20 }, () => verify(challengeId, otherThan(code))));
  expect(await auditOf(challengeId)).toMatchObject([
    { action: 'createChallenge' },
    { action: 'verifyChallenge', objectType: 'challenge', outcome: 'refused', actorId: null, after: { tries: 5 } },
  ]);
});
