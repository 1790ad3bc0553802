import { randomUUID } from 'node:crypto';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, assignAppeal, makeAppeal, makeDecided, statement } from '../../../test/appeals.ts';
import { caseOf, makeRecommended, openReview, reason } from '../../../test/make.ts';
import { assignRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 3 });
});
afterAll(() => service[Symbol.asyncDispose]());

const duties = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const constraint = { constraint: 'separation_of_duties' };

/** An appeal is pending, and a review of the same claims beside it waits for its decider. */
async function makeBoth() {
  const appealed = await makeAppeal(service, await makeDecided(service));
  await openReview(service, appealed);
  const review = await makeRecommended(service, { provider: appealed });
  expect((await caseOf(service, appealed)).id).toBe(review.caseId);
  const both = await service.known(operator('decider'));
  const take = (caseId: string, duty: string) =>
    service.post(`/verification-cases/${caseId}/assign`, { actor: both, body: { duty, reason } });
  return { appealed, review, both, take };
}

test('Z3 whoever judges a review does not hear the appeal against the reviewed decision', async () => {
  const { appealed, review, both, take } = await makeBoth();
  expect((await take(review.caseId, 'decide')).status).toBe(200);
  expect(await take(appealed.caseId, 'appeal')).toMatchObject(duties);
  await expect(assignRaw(appealed.caseId, both.userId, 'appeal').execute(service.db)).rejects.toMatchObject(constraint);
});

test('Z3 whoever hears an appeal does not judge a review of the appealed case', async () => {
  const { appealed, review, both, take } = await makeBoth();
  expect((await take(appealed.caseId, 'appeal')).status).toBe(200);
  expect(await take(review.caseId, 'decide')).toMatchObject(duties);
  await expect(assignRaw(review.caseId, both.userId, 'decide').execute(service.db)).rejects.toMatchObject(constraint);
});

test('who gave the duty of a review back without a judgement hears the appeal', async () => {
  const { appealed, review, both, take } = await makeBoth();
  expect((await take(review.caseId, 'decide')).status).toBe(200);
  const release = { actor: both, body: { duty: 'decide', reason } };
  expect((await service.post(`/verification-cases/${review.caseId}/release`, release)).status).toBe(200);
  expect((await assignAppeal(service, appealed.caseId, both)).status).toBe(200);
});

test('the database rejects the review of operators as the case of an appeal', async () => {
  const made = await makeDecided(service);
  await openReview(service, made);
  const now = service.clock.now;
  const raw = service.db.insertInto('appeal').values({
    ...{
      id: randomUUID(),
      case_id: made.caseId,
      decision_id: made.decisionId,
      appealed_decider_id: made.decider.userId,
    },
    ...{ grounds: ['new_evidence'], statement, submitted_by: made.owner.userId, submitted_at: now },
    ...{ evidence_case_id: (await caseOf(service, made)).id, evidence_due_at: new Date(now.getTime() + 86_400_000) },
  });
  await expect(raw.execute()).rejects.toThrow(/new evidence comes in a review case/);
});

test('a review by operators keeps no new evidence out of an appeal, a case of the provider takes it', async () => {
  const reviewed = await makeDecided(service);
  await openReview(service, reviewed);
  const { body } = await appeal(service, reviewed, { newEvidenceFor: ['licence'] });
  expect(body).toMatchObject({ state: 'submitted', evidenceCaseId: expect.any(String) });

  const begun = await makeDecided(service);
  const initial = { actor: begun.owner, body: { categoryKey: begun.categoryKey, kind: 'initial' } };
  expect((await service.post(`/providers/${begun.providerId}/verification-cases`, initial)).status).toBe(201);
  expect(await appeal(service, begun, { newEvidenceFor: ['licence'] })).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'newEvidenceFor', code: 'open_case_exists' }] },
  });
});
