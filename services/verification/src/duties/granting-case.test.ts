import { caseOpened } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideCase } from '../../test/decide-case.ts';
import { granting, makeReviewable, openReview, reason } from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The first case granted both claims, the second only the licence; the review is of the last decided one. */
async function makeTwice() {
  const first = await decideCase(service);
  service.advanceClock(60);
  await openReview(service, first, 'renewal');
  const second = await decideCase(service, {
    ...{ provider: first, results: { identity: 'consider' } },
    ...{ claims: granting('licence_confirmed'), reasonCodes: ['document_incomplete'] },
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

test('the people who granted a claim may judge its renewal', async () => {
  const first = await decideCase(service);
  await openReview(service, first, 'renewal');
  const renewal = await decideCase(service, { provider: first, reviewer: first.reviewer });
  expect(renewal.reviewer).toBe(first.reviewer);
});
