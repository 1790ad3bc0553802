import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { claimChanged } from '@trust/contracts/events/claims';
import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appeal,
  checkAppeal,
  makeAppealInReview,
  makeDecided,
  overturnAppeal,
  overturning,
} from '../../../test/appeals.ts';
import { loseEvidence } from '../../../test/earlier-evidence.ts';
import {
  caseOf,
  check,
  decide,
  granting,
  makeAssigned,
  makeProvider,
  makeRecommended,
  openReview,
  pass,
  reason,
  recommend,
  submit,
} from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { revokeDueClaims } from '../../outcome/claims/unconfirmed-claims.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const begin = (caseId: string, actor = operator('reviewer')) =>
  service.post(`/verification-cases/${caseId}/start-review`, { actor, body: { reason } });
const statesOf = async (providerId: string) =>
  Object.fromEntries(
    (await service.emitted(claimChanged))
      .filter((payload) => payload.providerId === providerId)
      .map(({ type, state, changeReason }) => [type, `${state} ${changeReason ?? ''}`.trim()]),
  );
const revokeDue = () => service.db.transact((trx) => revokeDueClaims(trx, service.app));

/** A decided case with both claims and documents that are lost since, and a review that waits for the provider. */
async function makeReview() {
  const first = await makeRecommended(service);
  expect((await decide(service, first.caseId)).status).toBe(201);
  await loseEvidence(service, first);
  await openReview(service, first);
  const { id } = await caseOf(service, first);
  return { ...first, caseId: id as string };
}

async function begun(caseId: string) {
  const reviewer = operator('reviewer');
  const answer = await begin(caseId, reviewer);
  expect(answer.status).toBe(200);
  return { answer, reviewer, caseId };
}

test('a provider without documents that removes the service keeps no claim that a review refutes', async () => {
  const { providerId, selectionId, categoryKey, caseId } = await makeReview();
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  const { answer, reviewer } = await begun(caseId);
  expect(answer.body).toMatchObject({
    state: 'in_review',
    assignments: [{ duty: 'review', assigneeId: reviewer.userId }],
  });
  const announced = (await service.emitted(caseChanged)).findLast((one) => one.caseId === caseId);
  expect(announced).toMatchObject({ state: 'in_review', duties: [{ duty: 'review', assigneeId: reviewer.userId }] });
  expect((await service.emitted(auditRecorded.verification)).at(-1)).toMatchObject({
    action: 'startReview',
    objectId: caseId,
    reason,
    before: { state: 'awaiting_evidence' },
    after: { state: 'in_review', claimed: true },
  });
  expect((await recommend(service, { caseId, reviewer }, { outcome: 'not_verified' })).status).toBe(201);
  const unfounded = await decide(service, caseId, { claims: granting('licence_confirmed') });
  expect(unfounded).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'outcome', code: 'not_recommended' }] },
  });
  const decided = await decide(service, caseId, {
    outcome: 'not_verified',
    claims: [],
    claimEndReason: 'granted_in_error',
  });
  expect(decided).toMatchObject({ status: 201, body: { claims: [], claimEndReason: 'granted_in_error' } });
  const all = (state: string) => ({ identity_confirmed: state, licence_confirmed: state });
  expect(await statesOf(providerId)).toEqual(all('suspended not_confirmed_by_review'));
  service.clock.now = new Date(decided.body.appealEndsAt);
  expect(await revokeDue()).toBe(2);
  expect(await statesOf(providerId)).toEqual(all('revoked granted_in_error'));
});

test.each([
  ['evidence_not_authentic', 'evidence_in_doubt'],
  ['conditions_not_met', 'conditions_changed'],
  ['safety_concern', 'safety_concern'],
] as const)('a decision names why it ends a claim: %s after %s', async (claimEndReason, doubt) => {
  const made = await makeReview();
  await pass(service, await submit(service, made, made.caseId, 'identity'));
  const review = await begun(made.caseId);
  expect((await recommend(service, review)).body.errors).toMatchObject([
    { field: 'requirements.identity', code: 'check_missing' },
  ]);
  await check(service, review, { requirementKey: 'identity' });
  expect((await check(service, review, { requirementKey: 'licence' })).status).toBe(409);
  expect((await recommend(service, review)).status).toBe(201);
  const decided = await decide(service, made.caseId, { claims: granting('identity_confirmed'), claimEndReason });
  expect(decided.body.claims).toMatchObject([{ type: 'identity_confirmed', result: 'granted' }]);
  expect(await statesOf(made.providerId)).toEqual({
    identity_confirmed: 'active',
    licence_confirmed: `suspended ${doubt}`,
  });
  service.clock.now = new Date(decided.body.appealEndsAt);
  await revokeDue();
  expect((await statesOf(made.providerId)).licence_confirmed).toBe(`revoked ${claimEndReason}`);
});

test('an appeal with new evidence grants what a review without evidence ended', async () => {
  const made = await makeReview();
  const review = await begun(made.caseId);
  await recommend(service, review, { outcome: 'not_verified' });
  const decider = operator('decider');
  const answer = await decide(service, made.caseId, { actor: decider, outcome: 'not_verified', claims: [] });
  const decided = { ...made, ...review, decider, decisionId: answer.body.id };
  const appealed = await makeAppealInReview(service, decided, { newEvidenceFor: ['licence'] });
  await pass(service, await submit(service, made, appealed.evidenceCaseId ?? '', 'licence'));
  expect((await checkAppeal(service, appealed)).status).toBe(201);
  const claims = granting('licence_confirmed');
  expect((await overturnAppeal(service, appealed, { ...overturning, claims })).status).toBe(201);
  expect((await statesOf(made.providerId)).licence_confirmed).toBe('active');
});

test('a review goes on while it waits for a correction, with the earlier evidence', async () => {
  const made = await makeReview();
  const assigned = await makeAssigned(service, made);
  await check(service, assigned, { requirementKey: 'licence' });
  expect((await requestCorrection(service, assigned, ['licence'])).status).toBe(201);
  expect((await begin(made.caseId)).status).toBe(404);
  const { body } = await begin(made.caseId, assigned.reviewer);
  expect(body).toMatchObject({
    state: 'in_review',
    corrections: [{ state: 'cancelled' }],
    requirements: [{ check: null }, { key: 'licence', evidence: {}, check: { result: 'clear' } }],
  });
  expect((await begin(made.caseId, assigned.reviewer)).status).toBe(400);
});

test('only a review by operators begins without all evidence', async () => {
  const provider = await makeProvider(service);
  expect((await begin((await caseOf(service, provider)).id)).status).toBe(400);
  const appealed = await appeal(service, await makeDecided(service), { newEvidenceFor: ['licence'] });
  expect((await begin(appealed.body.evidenceCaseId)).status).toBe(400);
  const { caseId } = await makeReview();
  service.advanceClock(100 * 86_400);
  expect((await begin(caseId)).status).toBe(200);
  const recommended = await makeRecommended(service);
  const named = await decide(service, recommended.caseId, { claimEndReason: 'safety_concern' });
  expect(named).toMatchObject({ status: 400, body: { errors: [{ field: 'claimEndReason', code: 'not_allowed' }] } });
});

test('Z3 who judged the reviewed case does not begin its review', async () => {
  const { caseId, reviewer } = await makeReview();
  expect(await begin(caseId, reviewer)).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/separation-of-duties' },
  });
});

test('a newer selection of the service leaves its review open and gets no case beside it', async () => {
  const made = await makeReview();
  const { providerId, categoryKey, requirementVersionId } = made;
  const selected = { providerId, categoryKey, requirementVersionId, selectionId: randomUUID() };
  await service.deliver(serviceSelected, selected);
  expect(await caseOf(service, made)).toMatchObject({ id: made.caseId, state: 'awaiting_evidence', kind: 'review' });
});

test('a provider is told that operators review its claims, and of the case of an appeal as of any other', async () => {
  const { caseId } = await makeReview();
  const told = async (of: string) =>
    (await service.emitted(notificationRequested.verification))
      .filter(({ data }) => data.caseId === of)
      .map(({ template }) => template);
  expect(await told(caseId)).toEqual(['case_review_opened']);
  const { body } = await appeal(service, await makeDecided(service), { newEvidenceFor: ['licence'] });
  expect(await told(body.evidenceCaseId)).toEqual(['case_opened']);
});
