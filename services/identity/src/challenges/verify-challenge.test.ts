import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { auditRecorded } from '@trust/contracts/events/any';
import { gatewayProof } from '@trust/service-testing/gateway';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challenge, newAddress, otherThan, startIdentity } from '../../test/service.ts';
import { changeRole } from '../roles/change-role.ts';
import { markChallengeUsed } from './queries.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  // What is proven here are the five tries; the limits per minute have tests of their own.
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

test('A1 sixteen verifies of the right code at once make one session', async () => {
  const before = (await sessions()) ?? 0;
  const { challengeId, code } = await challenge(identity, newAddress());
  const answers = await Promise.all(Array.from({ length: 16 }, () => verify(challengeId, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(401)]);
  expect(await sessions()).toBe(before + 1);
});

test('A1 of sixteen who hold the right code at once one gets to use it', async () => {
  const { challengeId } = await challenge(identity, newAddress());
  const uses = Array.from({ length: 16 }, () =>
    identity.db.transact((trx) => markChallengeUsed(trx, challengeId, identity.clock.now)),
  );
  expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
});

test('A1 forty wrong codes at once take five tries and no more, and then the right one is refused', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  const answers = await Promise.all(Array.from({ length: 40 }, () => verify(challengeId, otherThan(code))));
  expect(answers.every(({ status }) => status === 401)).toBe(true);
  expect(await attemptsOf(challengeId)).toBe(5);
  expect((await verify(challengeId, code)).status).toBe(401);
});

test('A1 a try stays taken by a process that is killed before it has compared', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  await verifyAndBeKilled(challengeId, code);
  expect(await attemptsOf(challengeId)).toBe(1);
  for (let attempt = 2; attempt <= 5; attempt++) await verify(challengeId, otherThan(code));
  expect((await verify(challengeId, code)).status).toBe(401);
});

async function verifyAndBeKilled(challengeId: string, code: string): Promise<void> {
  const settings = { databaseUrl: identity.ownerUrl, now: identity.clock.now, secrets: identity.secrets };
  const script = join(import.meta.dirname, '../../test/verifying-child.ts');
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

test('A1 a code of another challenge, one that is too old and one of no challenge are answered like a wrong one', async () => {
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

test('an earlier challenge stays good until one is used; then the others are closed', async () => {
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

test('an operator has five tries a minute and a member ten; whoever lacks the code sees no difference', async () => {
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

test('P1 a challenge has one entry when it is made and one when it is answered, with the tries that it took', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  await verify(challengeId, otherThan(code));
  const { body } = await verify(challengeId, code);
  expect(await auditOf(challengeId)).toMatchObject([
    { action: 'createChallenge', objectId: challengeId, outcome: 'done', after: { channel: 'email' } },
    { action: 'verifyChallenge', objectId: body.session.id, outcome: 'done', after: { challengeId, tries: 2 } },
  ]);
});

test('P1 however many wrong codes are sent, a challenge has one refused entry', async () => {
  const { challengeId, code } = await challenge(identity, newAddress());
  for (let attempt = 0; attempt < 4; attempt++) await verify(challengeId, otherThan(code));
  expect(await auditOf(challengeId)).toHaveLength(1);
  await Promise.all(Array.from({ length: 20 }, () => verify(challengeId, otherThan(code))));
  expect(await auditOf(challengeId)).toMatchObject([
    { action: 'createChallenge' },
    { action: 'verifyChallenge', objectType: 'challenge', outcome: 'refused', actorId: null, after: { tries: 5 } },
  ]);
});
