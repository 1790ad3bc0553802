import { claimChanged } from '@trust/contracts/events/claims';
import { refusalsChanged } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppeal, makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { decideCase } from '../../../test/decide-case.ts';
import { decide, granting, makeAssigned, makeProvider, makeRecommended, openReview } from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { endSubject } from '../../../test/make-subjects.ts';
import { refusalsOf } from '../../../test/refusals-of.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { findStandingRefusals } from './standing-refusals.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const typesOf = async (provider: { providerId: string }, ofPeople = false) =>
  (await refusalsOf(service, provider))
    .filter(({ isAboutPerson }) => isAboutPerson === ofPeople)
    .map(({ claimType }) => claimType);
const ended = { claims: [], outcome: 'not_verified', reasonCodes: ['document_expired'] };

test('T1 a review that ends a claim for safety says so though another name suspended the claim before', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  await openReview(service, first, 'review', ['licence']);
  const review = await makeRecommended(service, { provider: first, of: ['licence'], results: { licence: 'consider' } });
  await endSubject(service, first.providerId, 'business');
  const decided = await decide(service, review.caseId, { ...ended, claimEndReason: 'safety_concern' });
  expect(decided.status).toBe(201);
  expect(await typesOf(review)).toEqual(['licence_confirmed']);
});

test('a review that ends a claim for another reason names none', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  await openReview(service, first, 'review', ['licence']);
  const review = await decideCase(service, {
    ...{ provider: first, of: ['licence'], results: { licence: 'failed' } },
    ...{ ...ended, claimEndReason: 'conditions_not_met' },
  });
  expect(await typesOf(review)).toEqual([]);
});

test('an appeal that sets the review aside takes the concern back, also of what it refuses', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  await openReview(service, first);
  const review = await decideCase(service, {
    ...{ provider: first, results: { licence: 'failed', identity: 'consider' } },
    ...{ ...ended, claimEndReason: 'safety_concern' },
  });
  expect([await typesOf(review, true), await typesOf(review)]).toEqual([['identity_confirmed'], ['licence_confirmed']]);
  const appealed = await makeAppealInReview(service, review);
  expect((await checkAppeal(service, appealed)).status).toBe(201);
  const claims = [...granting('licence_confirmed'), { type: 'identity_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
  expect(await refusalsOf(service, review)).toEqual([]);
  const changes = (await service.emitted(claimChanged)).filter(({ claimId }) => claimId === first.identity);
  expect(changes.at(-1)).toMatchObject({ state: 'revoked', changeReason: 'not_confirmed_by_review' });
});

test('T1 refusals for good about a person are listed until an appeal sets the decision aside', async () => {
  const refuse = (key: string, granted: string, reasonCode: string) =>
    decideCase(service, { results: { [key]: 'failed' }, claims: granting(granted), reasonCodes: [reasonCode] });
  const made = await refuse('identity', 'licence_confirmed', 'document_not_authentic');
  const at = service.clock.now.toISOString();
  expect(await refusalsOf(service, made)).toEqual([
    {
      ...{ claimType: 'identity_confirmed', isAboutPerson: true, categoryKey: made.categoryKey },
      ...{ firstRefusedAt: at, refusedAt: at },
    },
  ]);
  expect(await typesOf(await refuse('identity', 'licence_confirmed', 'document_expired'), true)).toEqual([]);
  expect(await refusalsOf(service, await refuse('licence', 'identity_confirmed', 'document_not_authentic'))).toEqual(
    [],
  );

  service.advanceClock(60);
  const appealed = await makeAppealInReview(service, made);
  const claims = [...granting('licence_confirmed'), { type: 'identity_confirmed', result: 'refused' }];
  const body = { outcome: 'partly_overturned', claims, caseOutcome: 'verified', reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, body)).toMatchObject({ status: 201 });
  expect(await typesOf(made, true)).toEqual([]);
});

test('an appeal that refuses it again says so, and since when', async () => {
  const made = await decideCase(service, {
    ...{ results: { identity: 'failed', licence: 'consider' }, claims: [], outcome: 'not_verified' },
    reasonCodes: ['requirement_not_met'],
  });
  const firstRefusedAt = service.clock.now.toISOString();
  service.advanceClock(60);
  const appealed = await makeAppealInReview(service, made);
  const claims = [...granting('licence_confirmed'), { type: 'identity_confirmed', result: 'refused' }];
  const body = { outcome: 'partly_overturned', claims, caseOutcome: 'verified', reasonCodes: ['requirement_not_met'] };
  expect(await overturnAppeal(service, appealed, body)).toMatchObject({ status: 201 });
  expect(await refusalsOf(service, made)).toMatchObject([
    { firstRefusedAt, refusedAt: service.clock.now.toISOString() },
  ]);
});

test('a decision that changes nothing of it is not announced, and no final mark of a case without one', async () => {
  const first = await decideCase(service);
  const made = await makeAssigned(service);
  await requestCorrection(service, made, ['licence', ['identity', 'document_not_authentic']]);
  expect(await findStandingRefusals(service.db, made.providerId)).toEqual([]);
  const announced = (await service.emitted(refusalsChanged)).filter(({ refusals }) => refusals.length > 0);
  const ids = announced.map(({ providerId }) => providerId);
  expect(ids).not.toContain(first.providerId);
  expect(ids).not.toContain(made.providerId);
});

test('T1 a forged identity is listed against every claim about the person, another refusal of it is not', async () => {
  const refuse = async (reasonCode: string) =>
    decideCase(service, {
      provider: await makeProvider(service, { licenceAbout: 'person' }),
      ...{ results: { identity: 'failed' }, claims: granting('licence_confirmed'), reasonCodes: [reasonCode] },
    });
  const forged = await typesOf(await refuse('document_not_authentic'), true);
  expect(forged).toEqual(['identity_confirmed', 'licence_confirmed']);
  expect(await typesOf(await refuse('requirement_not_met'), true)).toEqual(['identity_confirmed']);
});
