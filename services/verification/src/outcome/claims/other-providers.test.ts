import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { claimState } from '../../../test/claim-state.ts';
import {
  caseOf,
  decide,
  granting,
  makeProvider,
  makeRecommended,
  openReview,
  type Provider,
} from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { casePayload } from '../../case/effects/case-payload.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const stateOf = (claimId: string) => claimState(service, claimId);
/** What the last event of the case says of categories that the public must not see. */
const hiddenIn = async (caseId: string) => {
  const last = (await service.emitted(caseChanged)).findLast((one) => one.caseId === caseId);
  return last?.refusedElsewhere ?? [];
};

/** Claims of two providers that one person answers for, and a renewal of the first, by documents that they sent, whose identity fails. */
async function makeTwoOfOnePerson({ isSender = true, isOnePerson = false } = {}) {
  const owned = await makeProvider(service);
  const personId = isSender ? owned.owner.userId : randomUUID();
  const ofPerson = async (provider: Provider) => {
    await endSubject(service, provider.providerId, 'person');
    await nameSubject(service, provider.providerId, 'person', { personId, isOnePerson });
    const made = await makeRecommended(service, { provider });
    return { ...made, claims: (await decide(service, made.caseId)).body.claims };
  };
  const [first, other, stranger] = [
    await ofPerson(owned),
    await ofPerson(await makeProvider(service)),
    await makeRecommended(service),
  ];
  const unrelated = (await decide(service, stranger.caseId)).body.claims[0].claimId;
  service.advanceClock(60);
  await openReview(service, first, 'renewal');
  const renewal = await makeRecommended(service, { provider: first, results: { identity: 'failed' } });
  const [identity, licence] = other.claims.map(({ claimId }: { claimId: string }) => claimId);
  return { renewal, other, identity, licence, unrelated };
}
const notMet = { claims: granting('licence_confirmed'), reasonCodes: ['requirement_not_met'] };

test('T1 what is refused for good about a person is suspended and reviewed in each provider of that person', async () => {
  const { renewal, other, identity, licence, unrelated } = await makeTwoOfOnePerson();
  const decider = operator('decider');
  const { status, body } = await decide(service, renewal.caseId, { actor: decider, ...notMet });
  expect(status).toBe(201);
  expect(await stateOf(identity)).toBe('suspended conditions_changed');
  expect([await stateOf(licence), await stateOf(unrelated)]).toEqual(['active', 'active']);
  expect(await caseOf(service, other)).toMatchObject({ kind: 'review', requirements: [{ key: 'identity' }] });
  const refusedAt = service.clock.now.toISOString();
  expect(await hiddenIn(other.caseId)).toEqual([{ claimType: 'identity_confirmed', refusedAt }]);
  const told = (await service.emitted(notificationRequested.verification)).filter(
    ({ data }) => data.claimId === identity,
  );
  expect(told.at(-1)).toMatchObject({ providerId: other.providerId, data: { caseId: other.caseId } });
  const appealed = await makeAppealInReview(service, { ...renewal, decider, decisionId: body.id });
  const claims = [...granting('licence_confirmed'), { type: 'identity_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
  expect(await stateOf(identity)).toBe('active decision_overturned');
  expect(await hiddenIn(other.caseId)).toEqual([]);
});

test('T1 a document that a colleague sent opens a review in another provider of its person, no more', async () => {
  const { renewal, other, identity } = await makeTwoOfOnePerson({ isSender: false });
  expect((await decide(service, renewal.caseId, notMet)).status).toBe(201);
  expect(await stateOf(identity)).toBe('active');
  expect(await hiddenIn(other.caseId)).toEqual([]);
  const opened = await caseOf(service, other);
  expect(opened).toMatchObject({ kind: 'review', requirements: [{ key: 'identity' }] });
  const seen = await service.get(`/verification-cases/${opened.id}`, { actor: operator('triage') });
  expect(seen.body.requirements[0].earlierRefusals).toMatchObject([
    { caseId: renewal.caseId, isOfThisProvider: false },
  ]);
});

test('T1 of a provider that is one person every document counts in their other providers, whoever sent it', async () => {
  const { renewal, other, identity } = await makeTwoOfOnePerson({ isSender: false, isOnePerson: true });
  expect((await decide(service, renewal.caseId, notMet)).status).toBe(201);
  expect(await stateOf(identity)).toBe('suspended conditions_changed');
  expect(await hiddenIn(other.caseId)).toMatchObject([{ claimType: 'identity_confirmed' }]);
});

test('a claim that was granted after the refusal elsewhere hides no category', async () => {
  const { renewal, other } = await makeTwoOfOnePerson();
  expect((await decide(service, renewal.caseId, notMet)).status).toBe(201);
  service.advanceClock(60);
  const review = await makeRecommended(service, { provider: other, of: ['identity'] });
  expect((await decide(service, review.caseId, { claims: granting('identity_confirmed') })).status).toBe(201);
  expect(await hiddenIn(review.caseId)).toEqual([]);
});

test('a refusal about a person that another document cures suspends nothing in their other provider', async () => {
  const { renewal, identity } = await makeTwoOfOnePerson();
  const cured = { ...notMet, reasonCodes: ['document_expired'] };
  expect((await decide(service, renewal.caseId, cured)).status).toBe(201);
  expect(await stateOf(identity)).toBe('active');
});

test('T1 each decided case says what was refused elsewhere, also if a later one asks for less', async () => {
  const { renewal, other } = await makeTwoOfOnePerson();
  await openReview(service, other, 'review', ['licence']);
  const later = await makeRecommended(service, { provider: other, of: ['licence'] });
  expect((await decide(service, later.caseId, { claims: granting('licence_confirmed') })).status).toBe(201);
  service.advanceClock(60);
  const decider = operator('decider');
  const { body } = await decide(service, renewal.caseId, { actor: decider, ...notMet });
  expect(await hiddenIn(other.caseId)).toMatchObject([{ claimType: 'identity_confirmed' }]);
  const appealed = await makeAppealInReview(service, { ...renewal, decider, decisionId: body.id });
  const claims = [...granting('licence_confirmed'), { type: 'identity_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
  expect(await hiddenIn(other.caseId)).toEqual([]);
});

test('a claim that was granted in another category since hides the own one all the same', async () => {
  const { renewal, other } = await makeTwoOfOnePerson();
  expect((await decide(service, renewal.caseId, notMet)).status).toBe(201);
  service.advanceClock(15 * 86_400);
  const another = await makeRecommended(service, { provider: await addCategory(service, other) });
  expect((await decide(service, another.caseId)).status).toBe(201);
  const found = service.db.selectFrom('verification_case').selectAll().where('id', '=', other.caseId);
  const payload = await service.db.transact(async (trx) =>
    casePayload(trx, await found.executeTakeFirstOrThrow(), service.clock.now),
  );
  expect(payload.refusedElsewhere).toMatchObject([{ claimType: 'identity_confirmed' }]);
});

test('T1 who was refused for good hides the categories of a provider that names them, until they leave', async () => {
  const { renewal } = await makeTwoOfOnePerson();
  expect((await decide(service, renewal.caseId, notMet)).status).toBe(201);
  const named = await makeRecommended(service, { provider: await makeProvider(service) });
  service.advanceClock(60);
  expect((await decide(service, named.caseId)).status).toBe(201);
  const answersFor = async (personId: string) => {
    service.advanceClock(60);
    await endSubject(service, named.providerId, 'person');
    await nameSubject(service, named.providerId, 'person', { personId });
  };
  await answersFor(renewal.owner.userId);
  expect(await hiddenIn(named.caseId)).toMatchObject([{ claimType: 'identity_confirmed' }]);
  await answersFor(randomUUID());
  expect(await hiddenIn(named.caseId)).toEqual([]);
});
