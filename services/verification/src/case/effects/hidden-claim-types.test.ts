import { caseChanged } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { decideCase } from '../../../test/decide-case.ts';
import { decide, granting, makeProvider, makeRecommended, openReview } from '../../../test/make.ts';
import { endSubject } from '../../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const safetyTypesOf = async (caseId: string) =>
  (await service.emitted(caseChanged)).findLast((one) => one.caseId === caseId)?.safetyClaimTypes;
const ended = { claims: [], outcome: 'not_verified', reasonCodes: ['document_expired'] };

test('T1 a review that ends a claim for safety says so though another name suspended the claim before', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  await openReview(service, first, 'review', ['licence']);
  const review = await makeRecommended(service, { provider: first, of: ['licence'], results: { licence: 'consider' } });
  await endSubject(service, first.providerId, 'business');
  const decided = await decide(service, review.caseId, { ...ended, claimEndReason: 'safety_concern' });
  expect(decided.status).toBe(201);
  expect(await safetyTypesOf(review.caseId)).toEqual(['licence_confirmed']);
});

test('a review that ends a claim for another reason names none', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  await openReview(service, first, 'review', ['licence']);
  const review = await decideCase(service, {
    ...{ provider: first, of: ['licence'], results: { licence: 'failed' } },
    ...{ ...ended, claimEndReason: 'conditions_not_met' },
  });
  expect(await safetyTypesOf(review.caseId)).toBeUndefined();
});

test('an appeal that sets the review aside takes the concern about safety back', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  await openReview(service, first, 'review', ['licence']);
  const review = await decideCase(service, {
    ...{ provider: first, of: ['licence'], results: { licence: 'consider' } },
    ...{ ...ended, claimEndReason: 'safety_concern' },
  });
  expect(await safetyTypesOf(review.caseId)).toEqual(['licence_confirmed']);
  const appealed = await makeAppealInReview(service, review);
  const answer = await overturnAppeal(service, appealed, { claims: granting('licence_confirmed') });
  expect(answer).toMatchObject({ status: 201 });
  expect(await safetyTypesOf(review.caseId)).toBeUndefined();
});
