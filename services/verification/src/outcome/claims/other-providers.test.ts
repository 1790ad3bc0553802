import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { claimState } from '../../../test/claim-state.ts';
import { decideCase } from '../../../test/decide-case.ts';
import {
  caseOf,
  decide,
  granting,
  makeProvider,
  makeRecommended,
  openReview,
  type Provider,
} from '../../../test/make.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { refusalsOf } from '../../../test/refusals-of.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const stateOf = (claimId: string) => claimState(service, claimId);
/** What hides categories of the provider because it was refused in another one. */
const elsewhereOf = async (provider: Pick<Provider, 'providerId'>) =>
  (await refusalsOf(service, provider)).filter(({ categoryKey }) => categoryKey === undefined);
const identityElsewhere = [{ claimType: 'identity_confirmed', isAboutPerson: true }];

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
/** An appeal that grants the licence, and refuses the identity for this reason. */
async function appealTo(made: Parameters<typeof makeAppealInReview>[1], reasonCode: string) {
  const appealed = await makeAppealInReview(service, made);
  const claims = [...granting('licence_confirmed'), { type: 'identity_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: [reasonCode] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
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
  expect(await elsewhereOf(other)).toMatchObject([{ ...identityElsewhere[0], firstRefusedAt: refusedAt, refusedAt }]);
  const told = (await service.emitted(notificationRequested.verification)).filter(
    ({ data }) => data.claimId === identity,
  );
  expect(told.at(-1)).toMatchObject({ providerId: other.providerId, data: { caseId: other.caseId } });
  await appealTo({ ...renewal, decider, decisionId: body.id }, 'document_incomplete');
  expect(await stateOf(identity)).toBe('active decision_overturned');
  expect(await elsewhereOf(other)).toEqual([]);
});

test('T1 a document that a colleague sent opens a review in another provider of its person, no more', async () => {
  const { renewal, other, identity } = await makeTwoOfOnePerson({ isSender: false });
  expect((await decide(service, renewal.caseId, notMet)).status).toBe(201);
  expect(await stateOf(identity)).toBe('active');
  expect(await elsewhereOf(other)).toEqual([]);
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
  expect(await elsewhereOf(other)).toMatchObject(identityElsewhere);
});

test('a refusal about a person that another document cures suspends nothing in their other provider', async () => {
  const { renewal, identity } = await makeTwoOfOnePerson();
  const cured = { ...notMet, reasonCodes: ['document_expired'] };
  expect((await decide(service, renewal.caseId, cured)).status).toBe(201);
  expect(await stateOf(identity)).toBe('active');
});

test('T1 who was refused for good before a provider names them hides its categories until they leave', async () => {
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
  expect(await elsewhereOf(named)).toMatchObject(identityElsewhere);
  await answersFor(randomUUID());
  expect(await elsewhereOf(named)).toEqual([]);
});

test('T1 who answered when they were refused hides the categories of a provider that names somebody else', async () => {
  const { renewal, other } = await makeTwoOfOnePerson();
  const decider = operator('decider');
  const { body } = await decide(service, renewal.caseId, { actor: decider, ...notMet });
  service.advanceClock(60);
  await endSubject(service, other.providerId, 'person');
  await nameSubject(service, other.providerId, 'person', { personId: randomUUID() });
  expect(await elsewhereOf(other)).toMatchObject(identityElsewhere);
  service.advanceClock(60);
  await appealTo({ ...renewal, decider, decisionId: body.id }, 'document_incomplete');
  expect(await elsewhereOf(other)).toEqual([]);
});

test('T1 an appeal that refuses it again after they left hides the categories all the same', async () => {
  const { renewal, other } = await makeTwoOfOnePerson();
  const decider = operator('decider');
  const refused = { claims: [], outcome: 'not_verified', reasonCodes: ['requirement_not_met'] };
  const { body } = await decide(service, renewal.caseId, { actor: decider, ...refused });
  service.advanceClock(60);
  await endSubject(service, other.providerId, 'person');
  service.advanceClock(60);
  await appealTo({ ...renewal, decider, decisionId: body.id }, 'requirement_not_met');
  const refusedAt = service.clock.now.toISOString();
  expect(await elsewhereOf(other)).toMatchObject([{ ...identityElsewhere[0], refusedAt }]);
});

test('T1 a grant where the person was refused shows their other providers, until a review takes it back', async () => {
  const { renewal, other } = await makeTwoOfOnePerson();
  expect((await decide(service, renewal.caseId, notMet)).status).toBe(201);
  const review = async (result: 'clear' | 'consider', decision: object) => {
    await decideCase(service, { provider: renewal, of: ['identity'], results: { identity: result }, ...decision });
    return elsewhereOf(other);
  };
  const granted = { claims: granting('identity_confirmed') };
  // The refusal opened a review.
  service.advanceClock(60);
  expect(await review('clear', granted)).toEqual([]);
  service.advanceClock(60);
  await openReview(service, renewal, 'review', ['identity']);
  const taken = { claims: [], outcome: 'not_verified', claimEndReason: 'granted_in_error' };
  expect(await review('consider', taken)).toMatchObject(identityElsewhere);
});

test('T1 a later grant about a colleague leaves the other providers of who was refused hidden', async () => {
  const { renewal, other } = await makeTwoOfOnePerson();
  expect((await decide(service, renewal.caseId, notMet)).status).toBe(201);
  service.advanceClock(60);
  await endSubject(service, renewal.providerId, 'person');
  await nameSubject(service, renewal.providerId, 'person', { personId: randomUUID() });
  await decideCase(service, { provider: renewal, of: ['identity'], claims: granting('identity_confirmed') });
  expect(await elsewhereOf(other)).toMatchObject(identityElsewhere);
});

test('who left before they were refused hides nothing of the provider that they left', async () => {
  const { renewal, other } = await makeTwoOfOnePerson();
  await endSubject(service, other.providerId, 'person');
  service.advanceClock(60);
  expect((await decide(service, renewal.caseId, notMet)).status).toBe(201);
  expect(await elsewhereOf(other)).toEqual([]);
});

test('T1 a refusal in a provider without a named person opens a review at its sender; naming them hides it', async () => {
  const { renewal, other, identity } = await makeTwoOfOnePerson();
  const unnamed = await makeProvider(service, {}, renewal.owner.userId);
  service.advanceClock(60);
  const made = await makeRecommended(service, { provider: unnamed, results: { identity: 'failed' } });
  expect((await decide(service, made.caseId, notMet)).status).toBe(201);
  expect(await stateOf(identity)).toBe('active');
  expect(await elsewhereOf(other)).toEqual([]);
  expect(await caseOf(service, other)).toMatchObject({ kind: 'review', requirements: [{ key: 'identity' }] });
  await nameSubject(service, made.providerId, 'person', { personId: renewal.owner.userId });
  expect(await elsewhereOf(other)).toMatchObject(identityElsewhere);
});

test('T1 an end for safety after an unclear check hides the other providers of the person at once', async () => {
  const { renewal, other } = await makeTwoOfOnePerson();
  expect((await decide(service, renewal.caseId, { ...notMet, reasonCodes: ['document_expired'] })).status).toBe(201);
  expect(await elsewhereOf(other)).toEqual([]);
  service.advanceClock(60);
  await openReview(service, renewal, 'review', ['identity']);
  const review = await makeRecommended(service, {
    provider: renewal,
    of: ['identity'],
    results: { identity: 'consider' },
  });
  const ended = { claims: [], outcome: 'not_verified', claimEndReason: 'safety_concern' };
  expect((await decide(service, review.caseId, ended)).status).toBe(201);
  expect(await elsewhereOf(other)).toMatchObject(identityElsewhere);
});
