import type { Actor } from '@trust/contracts/actor';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assignAppeal,
  checkAppeal,
  decideAppeal,
  makeAppeal,
  makeAppealInReview,
  overturning,
  recommendAppeal,
} from '../../test/appeals.ts';
import {
  caseOf,
  check,
  decide,
  granting,
  makeReviewable,
  openReview,
  pass,
  reason,
  recommend,
  submit,
} from '../../test/make.ts';
import { requestCorrection } from '../../test/make-correction.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const give = async (caseId: string, duty: string, assignee: Actor) => {
  await service.known(assignee);
  const body = { assigneeId: assignee.userId, duty, reason };
  expect((await service.post(`/verification-cases/${caseId}/assign`, { actor: operator('triage'), body })).status).toBe(
    200,
  );
};

/** Each duty was given to somebody for a moment before it went to who judged. */
async function makeDecidedByOthers() {
  const made = await makeReviewable(service);
  const [idleReviewer, reviewer] = [operator('reviewer'), operator('reviewer')];
  const [idleDecider, decider] = [operator('decider'), operator('decider')];
  for (const one of [idleReviewer, reviewer]) await give(made.caseId, 'review', one);
  for (const requirementKey of ['identity', 'licence']) await check(service, { ...made, reviewer }, { requirementKey });
  expect((await recommend(service, { ...made, reviewer })).status).toBe(201);
  for (const one of [idleDecider, decider]) await give(made.caseId, 'decide', one);
  const { body } = await decide(service, made.caseId, { actor: decider, claims: granting('identity_confirmed') });
  return { ...made, idleReviewer, reviewer, idleDecider, decider, decisionId: body.id as string };
}

test('Z3 who had a duty for a moment and judged nothing may judge the review of the case', async () => {
  const made = await makeDecidedByOthers();
  await openReview(service, made);
  const review = await caseOf(service, made);
  for (const key of ['identity', 'licence']) await pass(service, await submit(service, made, review.id, key));
  const last = (await service.emitted(caseChanged)).findLast(({ caseId }) => caseId === review.id);
  expect([...(last?.excludedIds ?? [])].sort()).toEqual([made.reviewer.userId, made.decider.userId].sort());
  const take = (actor: Actor) =>
    service.post(`/verification-cases/${review.id}/assign`, { actor, body: { duty: 'review', reason } });
  expect((await take(made.reviewer)).status).toBe(409);
  expect((await take(made.idleReviewer)).status).toBe(200);
});

test('Z3 who had a duty for a moment and judged nothing may hear the appeal', async () => {
  const made = await makeDecidedByOthers();
  await makeAppeal(service, made);
  expect((await assignAppeal(service, made.caseId, made.decider)).status).toBe(409);
  expect((await assignAppeal(service, made.caseId, made.idleDecider)).status).toBe(200);
});

test('Z3 who had the duty of an appeal and recorded nothing may decide it; who recorded a check may not', async () => {
  const made = await makeAppealInReview(service, await makeDecidedByOthers());
  const [checker, recommender] = [operator('decider'), operator('decider')];
  await give(made.caseId, 'appeal', checker);
  expect((await checkAppeal(service, { ...made, assignee: checker })).status).toBe(201);
  await give(made.caseId, 'appeal', recommender);
  expect((await recommendAppeal(service, { ...made, assignee: recommender })).status).toBe(201);
  for (const actor of [checker, recommender])
    expect((await assignAppeal(service, made.caseId, actor)).status).toBe(409);
  expect((await assignAppeal(service, made.caseId, made.assignee)).status).toBe(200);
  expect((await decideAppeal(service, made, overturning)).status).toBe(201);
});

test('Z3 who opened a document under a duty that somebody else was given then may hear the appeal too', async () => {
  const made = await makeDecidedByOthers();
  const { id } = await service.db
    .selectFrom('case_assignment')
    .select('id')
    .where('case_id', '=', made.caseId)
    .where('assignee_id', '=', made.idleDecider.userId)
    .executeTakeFirstOrThrow();
  const { evidence_version_id } = await service.db
    .selectFrom('case_evidence')
    .select('evidence_version_id')
    .where('case_id', '=', made.caseId)
    .executeTakeFirstOrThrow();
  await service.db
    .insertInto('document_reading')
    .values({ assignment_id: id, evidence_version_id, granted_at: service.clock.now })
    .execute();
  await makeAppeal(service, made);
  expect((await assignAppeal(service, made.caseId, made.idleDecider)).status).toBe(200);
});

test('Z3 who recorded a check or a mark before the duty went to somebody else may not', async () => {
  const made = await makeReviewable(service);
  const [checker, reviewer] = [operator('reviewer'), operator('reviewer')];
  await give(made.caseId, 'review', checker);
  await check(service, { ...made, reviewer: checker }, { requirementKey: 'identity' });
  await give(made.caseId, 'review', reviewer);
  for (const requirementKey of ['identity', 'licence']) await check(service, { ...made, reviewer }, { requirementKey });
  expect((await recommend(service, { ...made, reviewer })).status).toBe(201);
  const [marker, decider] = [operator('decider'), operator('decider')];
  await give(made.caseId, 'decide', marker);
  await requestCorrection(service, { ...made, reviewer: marker }, ['licence']);
  await pass(service, await submit(service, made, made.caseId, 'licence'));
  await check(service, { ...made, reviewer }, { requirementKey: 'licence' });
  expect((await recommend(service, { ...made, reviewer })).status).toBe(201);
  await give(made.caseId, 'decide', decider);
  await decide(service, made.caseId, { actor: decider, claims: granting('identity_confirmed') });
  await openReview(service, made);
  const review = await caseOf(service, made);
  for (const key of ['identity', 'licence']) await pass(service, await submit(service, made, review.id, key));
  const last = (await service.emitted(caseChanged)).findLast(({ caseId }) => caseId === review.id);
  const judged = [checker, reviewer, marker, decider].map(({ userId }) => userId);
  expect([...(last?.excludedIds ?? [])].sort()).toEqual(judged.sort());
  const take = { actor: checker, body: { duty: 'review', reason } };
  expect((await service.post(`/verification-cases/${review.id}/assign`, take)).status).toBe(409);
});
