import { claimChanged } from '@trust/contracts/events/claims';
import { caseChanged } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppeal, makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
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

test('an appeal that sets the review aside takes the concern back, also of what it refuses', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  await openReview(service, first);
  const review = await decideCase(service, {
    ...{ provider: first, results: { licence: 'failed', identity: 'consider' } },
    ...{ ...ended, claimEndReason: 'safety_concern' },
  });
  expect(await safetyTypesOf(review.caseId)).toEqual(['identity_confirmed', 'licence_confirmed']);
  const appealed = await makeAppealInReview(service, review);
  expect((await checkAppeal(service, appealed)).status).toBe(201);
  const claims = [...granting('licence_confirmed'), { type: 'identity_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
  expect(await safetyTypesOf(review.caseId)).toBeUndefined();
  const changes = (await service.emitted(claimChanged)).filter(({ claimId }) => claimId === first.identity);
  expect(changes.at(-1)).toMatchObject({ state: 'revoked', changeReason: 'not_confirmed_by_review' });
});
