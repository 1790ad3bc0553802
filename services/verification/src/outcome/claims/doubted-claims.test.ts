import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { claimState } from '../../../test/claim-state.ts';
import {
  caseOf,
  decide,
  granting,
  makeProvider,
  makeRecommended,
  makeReviewable,
  openReview,
  type Provider,
} from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import type { VersionOptions } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const stateOf = (claimId: string) => claimState(service, claimId);

/** Claims in two categories, and a review of the first, whose licence fails. */
async function makeReviewedElsewhere() {
  const first = await makeRecommended(service, { provider: await makeProvider(service) });
  expect((await decide(service, first.caseId)).status).toBe(201);
  const other = await makeRecommended(service, { provider: await addCategory(service, first) });
  const elsewhere = await decide(service, other.caseId);
  const [identity, licence] = elsewhere.body.claims.map(({ claimId }: { claimId: string }) => claimId);
  await openReview(service, first);
  const review = await makeRecommended(service, { provider: first, results: { licence: 'failed' } });
  return { review, other, identity, licence };
}

test.each([
  ['safety_concern', { claimEndReason: 'safety_concern', reasonCodes: ['document_expired'] }],
  ['evidence_in_doubt', { claimEndReason: 'evidence_not_authentic', reasonCodes: ['document_not_authentic'] }],
  ['evidence_in_doubt', { reasonCodes: ['document_not_authentic'] }],
])('the same claim of another category is suspended as %s, and its review opens: %o', async (reason, decision) => {
  const { review, other, identity, licence } = await makeReviewedElsewhere();
  const refused = { outcome: 'verified', claims: granting('identity_confirmed'), ...decision };
  expect(await decide(service, review.caseId, refused)).toMatchObject({ status: 201 });
  expect(await stateOf(licence)).toBe(`suspended ${reason}`);
  expect(await stateOf(identity)).toBe('active');
  const opened = await caseOf(service, other);
  expect(opened).toMatchObject({ kind: 'review', categoryKey: other.categoryKey });
  const seen = await service.get(`/verification-cases/${opened.id}`, { actor: operator('triage') });
  expect(seen.body.requirements.map(({ key }: { key: string }) => key)).toEqual(['licence']);
});

test('a case of the other category that waits makes way for the review, and its audit says so', async () => {
  const { review, other } = await makeReviewedElsewhere();
  await openReview(service, other, 'renewal');
  const { id: waitingId } = await caseOf(service, other);
  const refused = { claims: granting('identity_confirmed'), reasonCodes: ['document_not_authentic'] };
  expect(await decide(service, review.caseId, refused)).toMatchObject({ status: 201 });
  expect(await caseOf(service, other)).toMatchObject({ kind: 'review', state: 'awaiting_evidence' });
  const events = (await service.emitted(caseChanged)).filter(({ caseId }) => caseId === waitingId);
  expect(events.at(-1)).toMatchObject({ state: 'withdrawn' });
  const audited = (await service.emitted(auditRecorded.verification)).findLast(
    ({ objectId }) => objectId === waitingId,
  );
  expect(audited).toMatchObject({
    ...{ action: 'makeWayForReview', permission: 'event', actorId: null },
    after: { because: 'review_opened', actingAs: 'platform' },
  });
  const told = (await service.emitted(notificationRequested.verification)).filter(
    ({ data }) => data.caseId === waitingId,
  );
  expect(told.map(({ template }) => template)).toEqual(['case_opened', 'case_replaced_by_review']);
});

test('while an appeal of the other category is pending, its claim is suspended and no review opens', async () => {
  const first = await makeRecommended(service, { provider: await makeProvider(service) });
  const other = await makeRecommended(service, { provider: await addCategory(service, first) });
  const { body } = await decide(service, other.caseId, { claims: granting('licence_confirmed') });
  expect((await appeal(service, { ...other, decisionId: body.id })).status).toBe(201);
  const refused = { claims: granting('identity_confirmed'), reasonCodes: ['document_not_authentic'] };
  await decide(service, first.caseId);
  await openReview(service, first);
  const review = await makeRecommended(service, { provider: first, results: { licence: 'failed' } });
  expect((await decide(service, review.caseId, refused)).status).toBe(201);
  const { items } = (await service.get(`/providers/${other.providerId}/verification-cases`, { actor: other.owner }))
    .body;
  const ofOther = items.filter(({ categoryKey }: { categoryKey: string }) => categoryKey === other.categoryKey);
  expect(ofOther).toMatchObject([{ id: other.caseId, state: 'under_appeal' }]);
  expect(await stateOf(body.claims[1].claimId)).toBe('suspended evidence_in_doubt');
});

test('a frozen case keeps its place, so no review opens beside it', async () => {
  const { review, other } = await makeReviewedElsewhere();
  await openReview(service, other, 'renewal');
  const { id: targetId } = await caseOf(service, other);
  const startedAt = service.clock.now.toISOString();
  const endsAt = new Date(service.clock.now.getTime() + 86_400_000).toISOString();
  const freeze = { actionId: randomUUID(), kind: 'freeze_case', targetId } as const;
  await service.deliver(emergencyActionChanged, { ...freeze, startedAt, endsAt, occurredAt: startedAt });
  const refused = { claims: granting('identity_confirmed'), reasonCodes: ['document_not_authentic'] };
  expect(await decide(service, review.caseId, refused)).toMatchObject({ status: 201 });
  expect(await caseOf(service, other)).toMatchObject({ id: targetId, state: 'awaiting_evidence' });
});

test('a claim that lapses for another reason doubts no other category', async () => {
  const { review, licence } = await makeReviewedElsewhere();
  const lapsed = { claimEndReason: 'conditions_not_met', reasonCodes: ['document_expired'] };
  const refused = { outcome: 'verified', claims: granting('identity_confirmed'), ...lapsed };
  expect(await decide(service, review.caseId, refused)).toMatchObject({ status: 201 });
  expect(await stateOf(licence)).toBe('active');
});

const forged = { claims: granting('identity_confirmed'), reasonCodes: ['document_not_authentic'] };

test('a renewal that finds a document not authentic doubts the current claim of its own category', async () => {
  const first = await makeRecommended(service, { provider: await makeProvider(service) });
  const { body } = await decide(service, first.caseId);
  service.advanceClock(1);
  await openReview(service, first, 'renewal');
  const renewal = await makeRecommended(service, { provider: first, results: { licence: 'failed' } });
  expect((await decide(service, renewal.caseId, forged)).status).toBe(201);
  expect(await stateOf(body.claims[1].claimId)).toBe('suspended evidence_in_doubt');
  expect(await caseOf(service, first)).toMatchObject({ kind: 'review' });
});

test('T1 a renewal that refuses a claim about a person for good doubts it in each category, and only that', async () => {
  const first = await makeRecommended(service, { provider: await makeProvider(service) });
  expect((await decide(service, first.caseId)).status).toBe(201);
  const other = await makeRecommended(service, { provider: await addCategory(service, first) });
  const elsewhere = (await decide(service, other.caseId)).body.claims;
  const refuse = async (key: string, granted: string, reasonCodes: string[]) => {
    service.advanceClock(60);
    await openReview(service, first, 'renewal');
    const renewal = await makeRecommended(service, { provider: first, results: { [key]: 'failed' } });
    const { status, body } = await decide(service, renewal.caseId, { claims: granting(granted), reasonCodes });
    expect(status).toBe(201);
    return body.claims;
  };
  const own = await refuse('licence', 'identity_confirmed', ['requirement_not_met']);
  expect(await stateOf(elsewhere[1].claimId)).toBe('active');
  await refuse('identity', 'licence_confirmed', ['document_expired']);
  expect(await stateOf(elsewhere[0].claimId)).toBe('active');
  await refuse('identity', 'licence_confirmed', ['requirement_not_met']);
  expect(await stateOf(elsewhere[0].claimId)).toBe('suspended conditions_changed');
  expect(await stateOf(own[0].claimId)).toBe('suspended conditions_changed');
  const { items } = (await service.get(`/providers/${first.providerId}/verification-cases`, { actor: first.owner }))
    .body;
  const reviewed = items.filter(({ kind }: { kind: string }) => kind === 'review');
  expect(reviewed.map((one: Provider) => one.categoryKey).sort()).toEqual(
    [first.categoryKey, other.categoryKey].sort(),
  );
});

test('T1 an identity that is not authentic doubts each claim about the person, of every type', async () => {
  const first = await makeRecommended(service, { results: { identity: 'failed' } });
  const claimOf = async (of: VersionOptions) => {
    const { caseId } = await makeRecommended(service, { provider: await addCategory(service, first, of) });
    return (await decide(service, caseId)).body.claims[1].claimId;
  };
  const [ofPerson, ofBusiness] = [await claimOf({ licenceAbout: 'person' }), await claimOf({})];
  service.advanceClock(60);
  const refused = { claims: granting('licence_confirmed'), reasonCodes: ['document_not_authentic'] };
  expect((await decide(service, first.caseId, refused)).status).toBe(201);
  expect(await stateOf(ofPerson)).toBe('suspended evidence_in_doubt');
  expect(await stateOf(ofBusiness)).toBe('active');
});

test('a case that was checked before the refusal in another case grants that claim no more', async () => {
  const first = await makeRecommended(service, { results: { licence: 'failed' } });
  const other = await makeRecommended(service, { provider: await addCategory(service, first) });
  service.advanceClock(60);
  expect((await decide(service, first.caseId, forged)).status).toBe(201);
  expect(await decide(service, other.caseId)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'claims.1.result', code: 'refused_in_another_case' }] },
  });
  const onlyIdentity = { claims: granting('identity_confirmed') };
  expect((await decide(service, other.caseId, onlyIdentity)).status).toBe(201);
});

test('an appeal grants no claim on a check from before the refusal in another case', async () => {
  const first = await makeRecommended(service, { results: { licence: 'failed' } });
  const other = await makeRecommended(service, { provider: await addCategory(service, first) });
  const decider = operator('decider');
  const { body } = await decide(service, other.caseId, { actor: decider, claims: granting('identity_confirmed') });
  const appealed = await makeAppealInReview(service, { ...other, decider, decisionId: body.id });
  service.advanceClock(60);
  expect((await decide(service, first.caseId, forged)).status).toBe(201);
  expect(await overturnAppeal(service, appealed)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'claims.1.result', code: 'refused_in_another_case' }] },
  });
});

test('a refusal that another document cures stops no grant of another case', async () => {
  const first = await makeRecommended(service, { results: { licence: 'failed' } });
  const other = await makeRecommended(service, { provider: await addCategory(service, first) });
  service.advanceClock(60);
  const expired = { claims: granting('identity_confirmed'), reasonCodes: ['document_expired'] };
  expect((await decide(service, first.caseId, expired)).status).toBe(201);
  expect((await decide(service, other.caseId)).status).toBe(201);
});

test('an appeal that sets the decision aside makes the doubted claims of other categories active again', async () => {
  const { review, identity, licence } = await makeReviewedElsewhere();
  const decider = operator('decider');
  const grave = { claimEndReason: 'safety_concern', claims: granting('identity_confirmed') };
  const { body } = await decide(service, review.caseId, { actor: decider, ...grave });
  expect(await stateOf(licence)).toBe('suspended safety_concern');
  const appealed = await makeAppealInReview(service, { ...review, decider, decisionId: body.id });
  const claims = [...granting('identity_confirmed'), { type: 'licence_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
  expect([await stateOf(identity), await stateOf(licence)]).toEqual(['active', 'active decision_overturned']);
});

const openInitial = ({ providerId, categoryKey, owner }: Provider) =>
  service.post(`/providers/${providerId}/verification-cases`, { actor: owner, body: { categoryKey, kind: 'initial' } });

test('a doubted claim whose review could not open is for a new case to confirm', async () => {
  const { review, other, licence } = await makeReviewedElsewhere();
  await openReview(service, other, 'renewal');
  const renewal = await makeReviewable(service, other);
  const grave = { claimEndReason: 'evidence_not_authentic', claims: granting('identity_confirmed') };
  expect((await decide(service, review.caseId, { ...grave })).status).toBe(201);
  expect(await stateOf(licence)).toBe('suspended evidence_in_doubt');
  const withdrawal = `/verification-cases/${renewal.caseId}/withdraw`;
  expect((await service.post(withdrawal, { actor: other.owner, body: {} })).status).toBe(200);
  service.advanceClock(15 * 86_400);
  expect((await openInitial(other)).status).toBe(201);
});
