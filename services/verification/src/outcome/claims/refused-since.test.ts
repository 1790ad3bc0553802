import { claimChanged } from '@trust/contracts/events/claims';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { decide, granting, makeProvider, makeRecommended, openReview, type Provider } from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const stateOf = async (claimId: string) => {
  const last = (await service.emitted(claimChanged)).filter((payload) => payload.claimId === claimId).at(-1);
  return `${last?.state} ${last?.changeReason ?? ''}`.trim();
};

type Results = Partial<Record<string, 'clear' | 'consider' | 'failed'>>;

type Decision = { claims?: unknown; outcome?: string; reasonCodes?: readonly string[]; claimEndReason?: string };

async function decideCase(
  provider: Provider,
  { results = {}, of, ...decision }: { results?: Results; of?: readonly string[] } & Decision = {},
) {
  service.advanceClock(60);
  const made = await makeRecommended(service, { provider, results, ...(of && { of }) });
  const decider = operator('decider');
  service.advanceClock(60);
  const { status, body } = await decide(service, made.caseId, { actor: decider, ...decision });
  expect(status).toBe(201);
  const [identity, licence] = body.claims.map(({ claimId }: { claimId: string }) => claimId);
  return { ...made, decider, decisionId: body.id as string, identity: identity as string, licence: licence as string };
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

test('T1 an appeal about a missing page publishes nothing that another category found untrue since', async () => {
  const first = await decideCase(await makeProvider(service));
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
  await decideCase(await addCategory(service, first), convicted);
  expect((await appeal(service, { ...review, decisionId: body.id })).status).toBe(201);
  expect(await stateOf(first.identity)).toBe('suspended not_confirmed_by_review');
});

test('an appeal about a missing page makes its claim active again while nothing else speaks against it', async () => {
  const first = await decideCase(await makeProvider(service));
  await openReview(service, first);
  const review = await decideCase(first, unfinished);
  await decideCase(await addCategory(service, first), unfinished);
  expect((await appeal(service, review)).status).toBe(201);
  expect(await stateOf(first.identity)).toBe('active appeal_pending');
});

test.each([
  ['the decision of the appeal refuses it again', 'requirement_not_met', 'conditions_changed'],
  ['the identity is found forged again', 'document_not_authentic', 'evidence_in_doubt'],
])('T1 an appeal about another document restores no doubted claim: %s', async (_title, reasonCode, reason) => {
  const first = await decideCase(await makeProvider(service));
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
  const first = await decideCase(await makeProvider(service));
  const made = await decideCase(await addCategory(service, first), convicted);
  expect(await stateOf(first.identity)).toBe('suspended conditions_changed');
  const appealed = await makeAppealInReview(service, made);
  const claims = [...licenceOnly, { type: 'identity_confirmed', result: 'refused' }];
  const curable = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, curable)).toMatchObject({ status: 201 });
  expect(await stateOf(first.identity)).toBe('active decision_overturned');
});

const ofPerson = { licenceAbout: 'person' } as const;
const forged = (key: 'identity' | 'licence') => ({
  results: { [key]: 'failed' } as Results,
  claims: granting(key === 'licence' ? 'identity_confirmed' : 'licence_confirmed'),
  reasonCodes: ['document_not_authentic'],
});

/** Its decision suspended the licence of another category; an appeal takes back what it said of the licence. */
async function appealForged(made: Awaited<ReturnType<typeof decideCase>>, reasonCode: string) {
  const appealed = await makeAppealInReview(service, made);
  const claims = [...granting('identity_confirmed'), { type: 'licence_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: [reasonCode] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
}

test('a licence of a business that is refused, but not as forged, is doubted in no other category', async () => {
  const first = await decideCase(await makeProvider(service));
  const made = await decideCase(await addCategory(service, first), forged('licence'));
  expect(await stateOf(first.licence)).toBe('suspended evidence_in_doubt');
  await appealForged(made, 'requirement_not_met');
  expect(await stateOf(first.licence)).toBe('active decision_overturned');
});

test.each([
  ['forged', { reasonCodes: ['document_not_authentic'] }],
  ['a danger', { reasonCodes: ['document_expired'], claimEndReason: 'safety_concern' }],
])('T1 a document that a review finds %s keeps the claims of other categories suspended', async (_title, decision) => {
  const first = await decideCase(await makeProvider(service));
  const second = await decideCase(await addCategory(service, first));
  const third = await decideCase(await addCategory(service, first), forged('licence'));
  expect(await stateOf(first.licence)).toBe('suspended evidence_in_doubt');
  const found = { results: { licence: 'failed' } as Results, of: ['licence'], claims: [], outcome: 'not_verified' };
  await decideCase(second, { ...found, ...decision });
  await appealForged(third, 'document_incomplete');
  expect(await stateOf(first.licence)).toBe('suspended evidence_in_doubt');
});

test('T1 a forged identity keeps all claims about the person suspended, another refusal its own type', async () => {
  for (const [made, state] of [
    [forged('identity'), 'suspended not_confirmed_by_review'],
    [convicted, 'active appeal_pending'],
  ] as const) {
    const first = await decideCase(await makeProvider(service, ofPerson));
    await openReview(service, first);
    const review = await decideCase(first, {
      results: { licence: 'consider' },
      ...{ claims: granting('identity_confirmed'), reasonCodes: ['document_incomplete'] },
    });
    await decideCase(await addCategory(service, first, ofPerson), { ...made });
    expect((await appeal(service, review)).status).toBe(201);
    expect(await stateOf(first.licence)).toBe(state);
  }
});

test('a claim that was granted after the refusal, on another document, is not refused by it', async () => {
  const made = await decideCase(await makeProvider(service), convicted);
  service.advanceClock(15 * 86_400);
  const first = await decideCase(await addCategory(service, made));
  await openReview(service, first);
  const review = await decideCase(first, unfinished);
  expect((await appeal(service, review)).status).toBe(201);
  expect(await stateOf(first.identity)).toBe('active appeal_pending');
});
