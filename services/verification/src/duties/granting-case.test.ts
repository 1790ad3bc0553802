import { caseOpened } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  decide,
  granting,
  makeRecommended,
  makeReviewable,
  openReview,
  type Provider,
  reason,
} from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

async function decideCase(provider?: Provider, of?: object, decision?: object) {
  service.advanceClock(60);
  const made = await makeRecommended(service, { ...(provider && { provider }), ...of });
  const decider = operator('decider');
  expect((await decide(service, made.caseId, { actor: decider, ...decision })).status).toBe(201);
  return { ...made, decider };
}

/** The first case granted both claims, the second only the licence; the review is of the last decided one. */
async function makeTwice() {
  const first = await decideCase();
  await openReview(service, first, 'renewal');
  const unfinished = { results: { identity: 'consider' } };
  const second = await decideCase(first, unfinished, {
    claims: granting('licence_confirmed'),
    reasonCodes: ['document_incomplete'],
  });
  return { first, second };
}

test.each([['identity'], ['licence']])(
  'Z3 who judged the case that granted a claim judges no review of it, also if a later case did not: %s',
  async (key) => {
    const { first, second } = await makeTwice();
    service.advanceClock(60);
    await openReview(service, second, 'review', [key]);
    const judges = key === 'identity' ? [first, second] : [second];
    const excluded = judges.flatMap(({ reviewer, decider }) => [reviewer.userId, decider.userId]).sort();
    expect((await service.emitted(caseOpened)).at(-1)).toMatchObject({ excludedIds: excluded });
    const { caseId } = await makeReviewable(service, second, [key]);
    const assigned = await service.post(`/verification-cases/${caseId}/assign`, {
      actor: operator('triage'),
      body: { assigneeId: first.reviewer.userId, duty: 'review', reason },
    });
    expect(assigned.status).toBe(key === 'identity' ? 409 : 200);
  },
);

test('a renewal asks nobody whether they were right, so the same people may judge it', async () => {
  const first = await decideCase();
  await openReview(service, first, 'renewal');
  const renewal = await decideCase(first, { reviewer: first.reviewer });
  expect(renewal.reviewer).toBe(first.reviewer);
});
