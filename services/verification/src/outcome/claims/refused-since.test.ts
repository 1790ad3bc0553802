import { randomUUID } from 'node:crypto';
import { overrideApproved } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { claimState } from '../../../test/claim-state.ts';
import { decideCase } from '../../../test/decide-case.ts';
import { decide, granting, makeProvider, makeRecommended, openReview, type Provider } from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const stateOf = (claimId: string) => claimState(service, claimId);

type Options = NonNullable<Parameters<typeof decideCase>[1]>;

/** A minute after what came before: refusals count by their time. */
async function decideNext(provider: Provider, options: Options = {}) {
  service.advanceClock(60);
  return decideCase(service, { provider, ...options });
}

const licenceOnly = granting('licence_confirmed');
const unfinished = {
  results: { identity: 'consider' },
  claims: licenceOnly,
  reasonCodes: ['document_incomplete'],
} as const;
const convicted = {
  results: { identity: 'failed' },
  claims: licenceOnly,
  reasonCodes: ['requirement_not_met'],
} as const;

test('T1 an appeal about a missing page restores no claim that another category refused for good', async () => {
  const first = await decideNext(await makeProvider(service));
  await openReview(service, first, 'review', ['identity']);
  const review = await makeRecommended(service, {
    provider: first,
    of: ['identity'],
    results: { identity: 'consider' },
  });
  const decider = operator('decider');
  const { body } = await decide(service, review.caseId, {
    ...{ actor: decider, claims: [], outcome: 'not_verified', reasonCodes: ['document_incomplete'] },
  });
  expect(await stateOf(first.identity)).toBe('suspended not_confirmed_by_review');
  await decideNext(await addCategory(service, first), convicted);
  expect((await appeal(service, { ...review, decisionId: body.id })).status).toBe(201);
  expect(await stateOf(first.identity)).toBe('suspended not_confirmed_by_review');
});

test('an appeal about a missing page makes its claim active again while nothing else speaks against it', async () => {
  const first = await decideNext(await makeProvider(service));
  await openReview(service, first);
  const review = await decideNext(first, unfinished);
  await decideNext(await addCategory(service, first), unfinished);
  expect((await appeal(service, review)).status).toBe(201);
  expect(await stateOf(first.identity)).toBe('active appeal_pending');
});

test.each([
  ['the decision of the appeal refuses it again', 'requirement_not_met', 'conditions_changed'],
  ['the identity is found forged again', 'document_not_authentic', 'evidence_in_doubt'],
])('T1 an appeal about another document restores no doubted claim: %s', async (_title, reasonCode, reason) => {
  const first = await decideNext(await makeProvider(service));
  const results = { identity: 'failed', licence: 'consider' } as const;
  const other = await addCategory(service, first);
  const made = await makeRecommended(service, { provider: other, results });
  const decider = operator('decider');
  const refused = { claims: [], outcome: 'not_verified', reasonCodes: [reasonCode] };
  const { status, body } = await decide(service, made.caseId, { actor: decider, ...refused });
  expect(status).toBe(201);
  expect(await stateOf(first.identity)).toBe(`suspended ${reason}`);
  service.advanceClock(60);
  const appealed = await makeAppealInReview(service, { ...made, decider, decisionId: body.id });
  const claims = [...licenceOnly, { type: 'identity_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: [reasonCode] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
  expect(await stateOf(first.identity)).toBe(`suspended ${reason}`);
});

test('an appeal that finds the document true restores the claims that were doubted for it', async () => {
  const first = await decideNext(await makeProvider(service));
  const made = await decideNext(await addCategory(service, first), convicted);
  expect(await stateOf(first.identity)).toBe('suspended conditions_changed');
  const appealed = await makeAppealInReview(service, made);
  const claims = [...licenceOnly, { type: 'identity_confirmed', result: 'refused' }];
  const curable = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, curable)).toMatchObject({ status: 201 });
  expect(await stateOf(first.identity)).toBe('active decision_overturned');
});

const ofPerson = { licenceAbout: 'person' } as const;
const forged = (key: 'identity' | 'licence') => ({
  results: { [key]: 'failed' } as Options['results'],
  claims: granting(key === 'licence' ? 'identity_confirmed' : 'licence_confirmed'),
  reasonCodes: ['document_not_authentic'],
});

/** Its decision suspended the licence of another category; an appeal takes back what it said of the licence. */
async function appealForged(made: Awaited<ReturnType<typeof decideNext>>, reasonCode: string) {
  const appealed = await makeAppealInReview(service, made);
  const claims = [...granting('identity_confirmed'), { type: 'licence_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: [reasonCode] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
}

test('a licence of a business that is refused, but not as forged, is doubted in no other category', async () => {
  const first = await decideNext(await makeProvider(service));
  const made = await decideNext(await addCategory(service, first), forged('licence'));
  expect(await stateOf(first.licence)).toBe('suspended evidence_in_doubt');
  await appealForged(made, 'requirement_not_met');
  expect(await stateOf(first.licence)).toBe('active decision_overturned');
});

test.each([
  ['forged', { reasonCodes: ['document_not_authentic'] }],
  ['a danger', { reasonCodes: ['document_expired'], claimEndReason: 'safety_concern' }],
])('T1 a document that a review finds %s keeps the claims of other categories suspended', async (_title, decision) => {
  const first = await decideNext(await makeProvider(service));
  const second = await decideNext(await addCategory(service, first));
  const third = await decideNext(await addCategory(service, first), forged('licence'));
  expect(await stateOf(first.licence)).toBe('suspended evidence_in_doubt');
  const found = {
    results: { licence: 'failed' } as Options['results'],
    of: ['licence'],
    claims: [],
    outcome: 'not_verified',
  };
  await decideNext(second, { ...found, ...decision });
  await appealForged(third, 'document_incomplete');
  expect(await stateOf(first.licence)).toBe('suspended evidence_in_doubt');
});

test('T1 a forged identity keeps every claim about the person suspended, other refusals only their type', async () => {
  for (const [made, state] of [
    [forged('identity'), 'suspended not_confirmed_by_review'],
    [convicted, 'active appeal_pending'],
  ] as const) {
    const first = await decideNext(await makeProvider(service, ofPerson));
    await openReview(service, first);
    const review = await decideNext(first, {
      results: { licence: 'consider' },
      ...{ claims: granting('identity_confirmed'), reasonCodes: ['document_incomplete'] },
    });
    await decideNext(await addCategory(service, first, ofPerson), { ...made });
    expect((await appeal(service, review)).status).toBe(201);
    expect(await stateOf(first.licence)).toBe(state);
  }
});

test('a claim that was granted after the refusal, on another document, is not refused by it', async () => {
  const made = await decideNext(await makeProvider(service), convicted);
  service.advanceClock(15 * 86_400);
  const first = await decideNext(await addCategory(service, made));
  await openReview(service, first);
  const review = await decideNext(first, unfinished);
  expect((await appeal(service, review)).status).toBe(201);
  expect(await stateOf(first.identity)).toBe('active appeal_pending');
});

async function lift(claimId: string): Promise<void> {
  const approved = { overrideId: randomUUID(), kind: 'claim-suspension-lift', targetId: claimId, days: null } as const;
  await service.deliver(overrideApproved, { ...approved, occurredAt: service.clock.now.toISOString() });
}

test.each([
  ['the record since: it changes nothing', convicted, 'suspended not_confirmed_by_review'],
  ['nothing for good: the claim is active again', unfinished, 'active suspension_lifted'],
])('T1 a lift of a suspension while another category refused %s', async (_title, next, state) => {
  const first = await decideNext(await makeProvider(service));
  await openReview(service, first);
  await decideNext(first, unfinished);
  expect(await stateOf(first.identity)).toBe('suspended not_confirmed_by_review');
  await decideNext(await addCategory(service, first), next);
  service.advanceClock(60);
  await lift(first.identity);
  expect(await stateOf(first.identity)).toBe(state);
});

test('T1 a lift of the suspension that a refusal caused makes the claim active again', async () => {
  const first = await decideNext(await makeProvider(service));
  await decideNext(await addCategory(service, first), convicted);
  expect(await stateOf(first.identity)).toBe('suspended conditions_changed');
  service.advanceClock(60);
  await lift(first.identity);
  expect(await stateOf(first.identity)).toBe('active suspension_lifted');
});
