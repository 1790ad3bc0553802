import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { stepUpHeld } from '@trust/contracts/events/evidence';
import { endedStepUps } from '@trust/service-kit/actors/held-step-up';
import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeReviewable } from '../../test/make.ts';
import { type Evidence, startEvidence } from '../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

const refused = { status: 401, body: { type: 'http://trust.test/problems/step-up-required' } };

/** As signed in so many seconds ago; the same session unless another is given. */
const signedIn = (actor: Actor, secondsAgo: number, sessionId = actor.sessionId): Actor => ({
  ...actor,
  sessionId,
  authenticatedAt: Math.floor(evidence.clock.now.getTime() / 1000) - secondsAgo,
});

async function underReview(reviewer = operator('reviewer')) {
  const made = await makeCase(evidence);
  const { grantsPath } = await makeReviewable(evidence, made, reviewer.userId);
  const ask = (actor: Actor) => evidence.post(grantsPath, { actor, body: { reason: 'To check the document.' } });
  return { reviewer, caseId: made.caseId, ask };
}

test('Z4 the first grant of a case needs a sign-in of the last five minutes', async () => {
  const { reviewer, ask } = await underReview();
  expect(await ask(signedIn(reviewer, 300))).toMatchObject(refused);
  expect((await ask(signedIn(reviewer, 299))).status).toBe(201);
});

test('Z4 that sign-in counts for grants of this case in this session for 30 minutes, and for nothing else', async () => {
  const { reviewer, caseId, ask } = await underReview();
  const other = await underReview(reviewer);
  expect((await ask(signedIn(reviewer, 0))).status).toBe(201);
  expect((await evidence.emitted(stepUpHeld)).at(-1)).toEqual({
    sessionId: reviewer.sessionId,
    caseId,
    reviewerId: reviewer.userId,
    endsAt: new Date(evidence.clock.now.getTime() + 30 * 60_000).toISOString(),
    occurredAt: evidence.clock.now.toISOString(),
  });
  const announced = (await evidence.emitted(stepUpHeld)).length;
  evidence.advanceClock(1799);
  expect((await ask(signedIn(reviewer, 1799))).status).toBe(201);
  expect(await ask(signedIn(reviewer, 1799, randomUUID()))).toMatchObject(refused);
  expect(await other.ask(signedIn(reviewer, 1799))).toMatchObject(refused);
  evidence.advanceClock(1);
  expect(await ask(signedIn(reviewer, 1800))).toMatchObject(refused);
  expect((await evidence.emitted(stepUpHeld)).length).toBe(announced);
});

test('Z4 a later step-up begins another 30 minutes', async () => {
  const { reviewer, ask } = await underReview();
  await ask(signedIn(reviewer, 0));
  evidence.advanceClock(1200);
  expect((await ask(signedIn(reviewer, 0))).status).toBe(201);
  evidence.advanceClock(1700);
  expect((await ask(signedIn(reviewer, 1700))).status).toBe(201);
});

test('Z4 who needs a passkey gets no grant after a code, not even with a step-up that counts', async () => {
  const { reviewer, ask } = await underReview();
  const withCode = { ...signedIn(reviewer, 0), needsPasskey: true } as const;
  const passkey = { status: 401, body: { type: 'http://trust.test/problems/passkey-required' } };
  expect(await ask(withCode)).toMatchObject(passkey);
  await ask(signedIn(reviewer, 0));
  expect(await ask(withCode)).toMatchObject(passkey);
});

test('deletes what no longer counts', async () => {
  const { reviewer, ask } = await underReview();
  await ask(signedIn(reviewer, 0));
  const held = () =>
    evidence.db.selectFrom('held_step_up').selectAll().where('person_id', '=', reviewer.userId).execute();
  const log = openLog('test', 'silent');
  const pruneAt = (seconds: number) => {
    const now = new Date(evidence.clock.now.getTime() + seconds * 1000);
    return prune({ db: evidence.db, log, tasks: [endedStepUps], now });
  };
  await pruneAt(1799);
  expect(await held()).toHaveLength(1);
  await pruneAt(1800);
  expect(await held()).toEqual([]);
});
