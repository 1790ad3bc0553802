import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { operatorPermissions } from '@trust/contracts/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loseEvidence } from '../../test/earlier-evidence.ts';
import { holding, taken, triage } from '../../test/holding.ts';
import { caseOf, decide, makeRecommended, makeReviewable, openReview, reason } from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
let desk: ReturnType<typeof holding>;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
  desk = holding(service);
});
afterAll(() => service[Symbol.asyncDispose]());

test('T9 a claim refuses the duty to everybody else with who and until when, unless triage assigns it', async () => {
  const [holder, other] = [await desk.named('Lark'), await desk.named('Finch')];
  const { caseId } = await makeReviewable(service);
  const { claimedAt, endsAt } = await desk.claimed(caseId, holder);
  const refusal = taken({ holder: 'Lark', reasonCode: 'claimed', takenAt: claimedAt, endsAt: endsAt });
  expect(await desk.assign(caseId, other)).toMatchObject(refusal);
  const assigner = await desk.named('Heron', [...operatorPermissions.triage, ...operatorPermissions.reviewer]);
  for (const body of [{}, { assigneeId: assigner.userId }])
    expect(await desk.assign(caseId, assigner, body)).toMatchObject(refusal);
  service.advanceClock(15 * 60 - 1);
  expect(await desk.assign(caseId, other)).toMatchObject(refusal);
  expect((await desk.assign(caseId, triage, { assigneeId: other.userId })).status).toBe(200);

  const own = await makeReviewable(service);
  await desk.claimed(own.caseId, holder);
  expect((await desk.assign(own.caseId, holder)).status).toBe(200);

  const over = await makeReviewable(service);
  await desk.claimed(over.caseId, holder);
  service.advanceClock(15 * 60);
  expect((await desk.assign(over.caseId, other)).status).toBe(200);
});

test('T9 claim events in any order, or again, bring back no claim that has ended', async () => {
  const [holder, other] = [await desk.named('Lark'), await desk.named('Finch')];
  const { caseId } = await makeReviewable(service);
  const renewed = { claimId: randomUUID(), claimedAt: desk.at(), endsAt: desk.at(20 * 60) };
  // The clock of operations may be ahead.
  await desk.claimed(caseId, holder, { ...renewed, endsAt: desk.at(60), endedBecause: 'released' });
  await desk.claimed(caseId, holder, renewed);
  await desk.claimed(caseId, holder, { ...renewed, endsAt: desk.at(15 * 60) });
  expect((await desk.assign(caseId, other)).status).toBe(200);

  const late = await makeReviewable(service);
  const claim = { claimId: randomUUID(), claimedAt: desk.at() };
  await desk.claimed(late.caseId, holder, { ...claim, endsAt: desk.at(20 * 60) });
  await desk.claimed(late.caseId, holder, { ...claim, endsAt: desk.at(15 * 60) });
  service.advanceClock(16 * 60);
  expect(await desk.assign(late.caseId, other)).toMatchObject(taken());
});

test('T9 while a claim is on its way the first assignment wins, and the claim reserves nothing after it', async () => {
  const [holder, other] = [await desk.named('Lark'), await desk.named('Finch')];
  const { caseId } = await makeReviewable(service);
  const since = desk.at();
  expect((await desk.assign(caseId, other)).status).toBe(200);
  await desk.claimed(caseId, holder);
  expect(await desk.assign(caseId, holder)).toMatchObject(
    taken({ holder: 'Finch', reasonCode: 'assigned', takenAt: since }),
  );
  expect((await desk.release(caseId, other)).status).toBe(200);

  const parallel = (await makeReviewable(service)).caseId;
  const [, ...answers] = await Promise.all([
    desk.claimed(parallel, holder),
    desk.assign(parallel, other),
    desk.assign(parallel, holder),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const loser = answers[0]?.status === 200 ? holder : other;
  expect(await desk.assign(parallel, loser)).toMatchObject(loser === holder ? taken() : { status: 404 });
});

test('T9 the claim of a reviewer does not keep the decider from the recommended case', async () => {
  const { caseId, reviewer } = await makeRecommended(service);
  await desk.claimed(caseId, reviewer);
  expect((await desk.assign(caseId, await desk.named('Swift', operatorPermissions.decider))).status).toBe(200);
});

test('T9 a claim reserves the decision of a case, although somebody else reviews it', async () => {
  const { caseId } = await makeRecommended(service);
  const [holder, other] = [
    await desk.named('Swift', operatorPermissions.decider),
    await desk.named('Wren', operatorPermissions.decider),
  ];
  await desk.claimed(caseId, holder);
  expect(await desk.assign(caseId, other)).toMatchObject(taken({ holder: 'Swift', reasonCode: 'claimed' }));
});

test('T9 a claim refuses to others the start of a review that its provider does not answer', async () => {
  const first = await makeRecommended(service);
  expect((await decide(service, first.caseId)).status).toBe(201);
  await loseEvidence(service, first);
  await openReview(service, first);
  const { id } = await caseOf(service, first);
  const [holder, other] = [await desk.named('Lark'), await desk.named('Finch')];
  await desk.claimed(id, holder);
  const begin = (actor: Actor) => service.post(`/verification-cases/${id}/start-review`, { actor, body: { reason } });
  expect(await begin(other)).toMatchObject(taken({ holder: 'Lark', reasonCode: 'claimed' }));
  expect((await begin(holder)).status).toBe(200);
});
