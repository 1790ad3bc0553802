import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { claimState } from '../../../test/claim-state.ts';
import { decideCase } from '../../../test/decide-case.ts';
import { decide, granting, makeProvider, makeRecommended } from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const stateOf = (claimId: string) => claimState(service, claimId);
const licenceOnly = granting('licence_confirmed');
const forged = { claims: licenceOnly, reasonCodes: ['document_not_authentic'] };
const failedIdentity = { results: { identity: 'failed' } } as const;

type Decided = { caseId: string; decider: ReturnType<typeof operator>; decisionId: string };

/** Takes back that the identity is forged: a page was missing. */
async function overturn(made: Parameters<typeof makeAppealInReview>[1]) {
  service.advanceClock(60);
  const appealed = await makeAppealInReview(service, made);
  const claims = [...licenceOnly, { type: 'identity_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
}

test('T1 an appeal that ends a doubt restores no claim that a review did not confirm meanwhile', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  service.advanceClock(60);
  const doubting = await decideCase(service, {
    provider: await addCategory(service, first),
    ...failedIdentity,
    ...forged,
  });
  expect(await stateOf(first.identity)).toBe('suspended evidence_in_doubt');
  service.advanceClock(60);
  const refused = { claims: [], outcome: 'not_verified', reasonCodes: ['document_illegible'] };
  const review = await decideCase(service, {
    ...{ provider: first, of: ['identity'], results: { identity: 'consider' } },
    ...refused,
  });
  await overturn(doubting);
  expect(await stateOf(first.identity)).toBe('suspended evidence_in_doubt');
  expect((await appeal(service, review)).status).toBe(201);
  expect(await stateOf(first.identity)).toBe('active appeal_pending');
});

test('T1 a claim that two decisions doubt is active again once an appeal set both aside', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  const recommended = [];
  for (const _ of ['first', 'second'])
    recommended.push(
      await makeRecommended(service, { provider: await addCategory(service, first), ...failedIdentity }),
    );
  const doubting: (Decided & (typeof recommended)[number])[] = [];
  for (const made of recommended) {
    service.advanceClock(60);
    const decider = operator('decider');
    const { status, body } = await decide(service, made.caseId, { actor: decider, ...forged });
    expect(status).toBe(201);
    doubting.push({ ...made, decider, decisionId: body.id });
  }
  const states = [];
  for (const made of doubting) {
    await overturn(made);
    states.push(await stateOf(first.identity));
  }
  expect(states).toEqual(['suspended evidence_in_doubt', 'active decision_overturned']);
});

test('T1 a forged identity stops each claim about the person that was checked before it', async () => {
  const ofPerson = { licenceAbout: 'person' } as const;
  const first = await makeRecommended(service, { provider: await makeProvider(service), ...failedIdentity });
  const other = await makeRecommended(service, { provider: await addCategory(service, first, ofPerson) });
  const business = await makeRecommended(service, { provider: await addCategory(service, first) });
  service.advanceClock(60);
  expect((await decide(service, first.caseId, forged)).status).toBe(201);
  expect(await decide(service, other.caseId, { claims: licenceOnly })).toMatchObject({
    ...{ status: 409, body: { errors: [{ field: 'claims.0.result', code: 'refused_in_another_case' }] } },
  });
  const seen = await service.get(`/verification-cases/${other.caseId}`, { actor: operator('triage') });
  expect(seen.body.requirements).toMatchObject([
    { earlierRefusals: [{ caseId: first.caseId }] },
    { earlierRefusals: [{ caseId: first.caseId, reasonCodes: ['document_not_authentic'] }] },
  ]);
  expect((await decide(service, business.caseId, { claims: licenceOnly })).status).toBe(201);
});

test('an identity that is refused, but not as forged, stops no other claim about the person', async () => {
  const first = await makeRecommended(service, { provider: await makeProvider(service), ...failedIdentity });
  const other = await makeRecommended(service, {
    provider: await addCategory(service, first, { licenceAbout: 'person' }),
  });
  service.advanceClock(60);
  const notMet = { claims: licenceOnly, reasonCodes: ['requirement_not_met'] };
  expect((await decide(service, first.caseId, notMet)).status).toBe(201);
  expect((await decide(service, other.caseId, { claims: licenceOnly })).status).toBe(201);
});
