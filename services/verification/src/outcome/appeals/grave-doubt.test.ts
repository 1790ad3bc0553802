import { randomUUID } from 'node:crypto';
import { claimChanged } from '@trust/contracts/events/claims';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkAppeal,
  makeAppeal,
  makeAppealInReview,
  makeDecided,
  makeReviewed,
  overturnAppeal,
} from '../../../test/appeals.ts';
import { decide, granting, makeRecommended, openReview } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const claimState = async (claimId: string) => {
  const last = (await service.emitted(claimChanged)).filter((payload) => payload.claimId === claimId).at(-1);
  return `${last?.state} ${last?.changeReason ?? ''}`.trim();
};

test.each([
  { claimEndReason: 'evidence_not_authentic' },
  { claimEndReason: 'safety_concern' },
  { claimEndReason: 'granted_in_error' },
  { reasonCodes: ['document_not_authentic'] },
])('a claim that a review ended so stays suspended while the appeal is pending: %o', async (decision) => {
  const reviewed = await makeReviewed(service, decision);
  const before = await claimState(reviewed.licenceId);
  await makeAppeal(service, reviewed);
  expect(await claimState(reviewed.licenceId)).toBe(before);
  expect(before).toMatch(/^suspended /);
  const restore = sql`insert into claim_change (id, claim_id, from_state, to_state, reason, appeal_id, changed_at)
      select ${randomUUID()}, ${reviewed.licenceId}, 'suspended', 'active', 'appeal_pending', id, now() from appeal
      where case_id = ${reviewed.caseId}`;
  await expect(restore.execute(service.db)).rejects.toThrow(/ended for this reason/);
});

test('T1 a claim about a person that a failed check refused for good stays suspended during the appeal', async () => {
  const refuse = async (reasonCodes: string[]) => {
    const first = await makeRecommended(service);
    const [{ claimId }] = (await decide(service, first.caseId)).body.claims;
    await openReview(service, first);
    const review = await makeRecommended(service, { provider: first, results: { identity: 'failed' } });
    const decision = await decide(service, review.caseId, { claims: granting('licence_confirmed'), reasonCodes });
    await makeAppeal(service, { ...review, decider: operator('decider'), decisionId: decision.body.id });
    return claimState(claimId);
  };
  expect(await refuse(['requirement_not_met'])).toMatch(/^suspended /);
  expect(await refuse(['document_expired'])).toBe('active appeal_pending');
});

test('an overturned appeal grants such a claim anew', async () => {
  const reviewed = await makeReviewed(service, { claimEndReason: 'safety_concern' });
  const made = await makeAppealInReview(service, reviewed);
  const { body } = await overturnAppeal(service, made);
  expect(body).toMatchObject({ state: 'overturned' });
  expect(await claimState(reviewed.licenceId)).toMatch(/^(superseded|revoked) /);
  const active = await sql<{ claim_type: string }>`select claim_type from claim
    where decision_id = ${body.result.newDecisionId} and state = 'active' order by 1`.execute(service.db);
  expect(active.rows.map(({ claim_type }) => claim_type)).toEqual(['identity_confirmed', 'licence_confirmed']);
});

test('an appeal refuses nothing for good that the decision did not', async () => {
  const appealed = await makeAppealInReview(service, await makeDecided(service));
  expect((await checkAppeal(service, appealed, { result: 'failed' })).status).toBe(201);
  const claims = [...granting('identity_confirmed'), { type: 'licence_confirmed', result: 'refused' }];
  const partly = (reasonCode: string) =>
    overturnAppeal(service, appealed, { outcome: 'partly_overturned', claims, reasonCodes: [reasonCode] });
  expect(await partly('requirement_not_met')).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'claims.1.result', code: 'graver_than_appealed' }] },
  });
  expect((await partly('document_expired')).status).toBe(201);
});

test('an appeal neither shortens nor limits a claim that the decision granted', async () => {
  const appealed = await makeAppealInReview(service, await makeDecided(service));
  const validUntil = new Date(service.clock.now.getTime() + 86_400_000).toISOString();
  const worse = { status: 409, body: { errors: [{ field: 'claims', code: 'grant_taken_away' }] } };
  for (const less of [{ validUntil }, { limitations: ['Seen once, and only in a poor copy.'] }]) {
    const claims = granting('identity_confirmed', 'licence_confirmed').map((one, index) =>
      index === 0 ? { ...one, ...less } : one,
    );
    const caseOutcome = 'limitations' in less ? 'verified_with_limitations' : 'verified';
    expect(await overturnAppeal(service, appealed, { claims, caseOutcome })).toMatchObject(worse);
  }
  expect((await overturnAppeal(service, appealed)).status).toBe(201);
});
