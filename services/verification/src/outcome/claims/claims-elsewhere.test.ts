import { claimChanged } from '@trust/contracts/events/claims';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addCategory,
  caseOf,
  decide,
  granting,
  makeProvider,
  makeRecommended,
  openReview,
} from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const claimState = async (claimId: string) => {
  const last = (await service.emitted(claimChanged)).filter((payload) => payload.claimId === claimId).at(-1);
  return `${last?.state} ${last?.changeReason ?? ''}`.trim();
};

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
  expect(await claimState(licence)).toBe(`suspended ${reason}`);
  expect(await claimState(identity)).toBe('active');
  const opened = await caseOf(service, other);
  expect(opened).toMatchObject({ kind: 'review', categoryKey: other.categoryKey });
  const seen = await service.get(`/verification-cases/${opened.id}`, { actor: operator('triage') });
  expect(seen.body.requirements.map(({ key }: { key: string }) => key)).toEqual(['licence']);
});

test('a claim that lapses for another reason doubts no other category', async () => {
  const { review, licence } = await makeReviewedElsewhere();
  const lapsed = { claimEndReason: 'conditions_not_met', reasonCodes: ['document_expired'] };
  const refused = { outcome: 'verified', claims: granting('identity_confirmed'), ...lapsed };
  expect(await decide(service, review.caseId, refused)).toMatchObject({ status: 201 });
  expect(await claimState(licence)).toBe('active');
});
