import { randomUUID } from 'node:crypto';
import { consentChanged, personErased } from '@trust/contracts/events/identity';
import { operator } from '@trust/service-testing/actors';
import { afterAll, expect, test } from 'vitest';
import { assignedTo, consent, makeCase, makeReviewable } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';

const evidence = await startEvidence();
afterAll(() => evidence[Symbol.asyncDispose]());

const body = { reason: 'To check the document.' };
const withdrawn = {
  status: 409,
  body: { detail: expect.stringMatching(/^Whoever sent this document withdrew their consent/) },
};

async function underReview() {
  const made = await makeCase(evidence);
  const reviewer = operator('reviewer');
  const { grantsPath } = await makeReviewable(evidence, made, reviewer.userId);
  return { made, reviewer, ask: (actor = reviewer) => evidence.post(grantsPath, { actor, body }) };
}

test('P4 nobody opens a document of an undecided case while its sender has withdrawn the consent', async () => {
  const { made, ask } = await underReview();
  expect((await ask()).status).toBe(201);
  await consent(evidence, made.rep.userId, false);
  expect(await ask()).toMatchObject(withdrawn);
  evidence.advanceClock(1);
  await consent(evidence, made.rep.userId);
  expect((await ask()).status).toBe(201);
});

test('P4 who decides does not open it either', async () => {
  const { made, ask, reviewer } = await underReview();
  const decider = operator('decider');
  await made.change({
    state: 'recommended',
    recommenderId: reviewer.userId,
    duties: assignedTo({ review: reviewer.userId, decide: decider.userId }),
  });
  expect((await ask(decider)).status).toBe(201);
  await consent(evidence, made.rep.userId, false);
  expect(await ask(decider)).toMatchObject(withdrawn);
});

test('an appeal and a review still open the documents of a decided case', async () => {
  const { made, ask } = await underReview();
  await consent(evidence, made.rep.userId, false);
  const judge = operator('decider');
  await made.change({ state: 'under_appeal', outcome: 'not_verified', duties: assignedTo({ appeal: judge.userId }) });
  expect((await ask(judge)).status).toBe(201);
});

test('a withdrawal stops no review of claims, whatever documents it judges', async () => {
  const { made, ask, reviewer } = await underReview();
  await consent(evidence, made.rep.userId, false);
  expect(await ask()).toMatchObject(withdrawn);
  await made.change({ state: 'in_review', kind: 'review', duties: assignedTo({ review: reviewer.userId }) });
  expect((await ask()).status).toBe(201);
});

test('the consent of somebody else and one to an earlier version change nothing', async () => {
  const { made, ask } = await underReview();
  await consent(evidence, randomUUID(), false);
  const earlier = { userId: made.rep.userId, policyKey: 'evidence-processing', version: '2026-11' } as const;
  evidence.advanceClock(1);
  const occurredAt = evidence.clock.now.toISOString();
  await evidence.deliver(consentChanged, { ...earlier, granted: true, occurredAt });
  expect((await ask()).status).toBe(201);
});

test('P4 a withdrawal outlives the account of whoever sent the document', async () => {
  const { made, ask } = await underReview();
  await consent(evidence, made.rep.userId, false);
  await erase(made.rep.userId);
  expect(await ask()).toMatchObject(withdrawn);
});

test('P4 a document of somebody who erased their account without a withdrawal is opened', async () => {
  const { made, ask } = await underReview();
  await erase(made.rep.userId);
  expect((await ask()).status).toBe(201);
});

function erase(userId: string) {
  return evidence.deliver(personErased, { userId, contacts: [], erasedAt: evidence.clock.now.toISOString() });
}
