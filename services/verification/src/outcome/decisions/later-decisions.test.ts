import { claimChanged } from '@trust/contracts/events/claims';
import { decisionRecorded } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, granting, makeRecommended, openReview } from '../../../test/make.ts';
import { assignDutyRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { revokeDueClaims } from '../claims/unconfirmed-claims.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Made = Awaited<ReturnType<typeof makeRecommended>>;
const statesOf = async (providerId: string) =>
  Object.fromEntries(
    (await service.emitted(claimChanged))
      .filter((payload) => payload.providerId === providerId)
      .map(({ claimId, state, changeReason }) => [claimId, `${state} ${changeReason ?? ''}`.trim()]),
  );
const read = async (caseId: string, id: string) =>
  (await service.get(`/verification-cases/${caseId}/decisions/${id}`, { actor: operator('triage') })).body;
const revokeDue = () => service.db.transact((trx) => revokeDueClaims(trx, service.app));

async function makeReviewed(claims: string[], outcome = 'verified') {
  const first = await makeRecommended(service);
  const decided = await decide(service, first.caseId);
  await openReview(service, first);
  const review: Made = await makeRecommended(service, { provider: first });
  const reviewed = await decide(service, review.caseId, { outcome, claims: granting(...claims) });
  expect(reviewed.status).toBe(201);
  return { first, review, decided: decided.body, reviewed: reviewed.body };
}

test('the decision of a review supersedes the earlier one, which stays as it was recorded', async () => {
  const { first, review, decided, reviewed } = await makeReviewed(['identity_confirmed', 'licence_confirmed']);
  expect(reviewed).toMatchObject({
    status: 'in_force',
    earlier: { decisionId: decided.id, relation: 'supersedes' },
    laterDecisionId: null,
    appealEndsAt: expect.any(String),
  });
  const earlier = await read(first.caseId, decided.id);
  expect(earlier).toEqual({ ...decided, status: 'superseded', laterDecisionId: reviewed.id });
  expect((await service.emitted(decisionRecorded)).at(-1)).toMatchObject({
    caseId: review.caseId,
    relation: 'supersedes',
    earlierDecisionId: decided.id,
  });
  expect(Object.values(await statesOf(first.providerId))).toEqual([
    'superseded renewed',
    'superseded renewed',
    'active',
    'active',
  ]);
});

test('a review suspends a claim that it does not grant again, and revokes it when no appeal can come', async () => {
  const { first, decided, reviewed } = await makeReviewed(['identity_confirmed']);
  const [, licence] = decided.claims;
  const state = async () => (await statesOf(first.providerId))[licence.claimId];
  expect(await state()).toBe('suspended not_confirmed_by_review');
  service.clock.now = new Date(Date.parse(reviewed.appealEndsAt) - 1);
  await revokeDue();
  expect(await state()).toBe('suspended not_confirmed_by_review');
  service.clock.now = new Date(reviewed.appealEndsAt);
  expect(await revokeDue()).toBe(1);
  expect(await state()).toBe('revoked not_confirmed_by_review');
  expect(await revokeDue()).toBe(0);
});

test('a review of one requirement leaves the claims of the others', async () => {
  const first = await makeRecommended(service);
  const { body: decided } = await decide(service, first.caseId);
  await openReview(service, first, 'review', ['licence']);
  const review = await makeRecommended(service, { provider: first, of: ['licence'] });
  const claims: object[] = [];
  expect((await decide(service, review.caseId, { outcome: 'not_verified', claims })).status).toBe(201);
  const states = await statesOf(first.providerId);
  const [identity, licence] = decided.claims.map(({ claimId }: { claimId: string }) => states[claimId]);
  expect([identity, licence]).toEqual(['active', 'suspended not_confirmed_by_review']);
});

test('a renewal leaves a claim that it does not grant again', async () => {
  const first = await makeRecommended(service);
  const { body } = await decide(service, first.caseId);
  await openReview(service, first, 'renewal');
  const renewal = await makeRecommended(service, { provider: first });
  await decide(service, renewal.caseId, { claims: granting('identity_confirmed') });
  expect((await statesOf(first.providerId))[body.claims[1].claimId]).toBe('active');
});

test('M1 M3 the database rejects a second decision of a case and one that skips the last one', async () => {
  const first = await makeRecommended(service);
  await decide(service, first.caseId);
  await openReview(service, first);
  const review = await makeRecommended(service, { provider: first });
  const deciderId = await assignDutyRaw(service, review.caseId);
  const skipping = service.db.transact((trx) =>
    sql`insert into decision (id, case_id, requirement_version_id, outcome, reason_codes, reason, recommendation_id,
        recommender_id, decider_id, policy_version, audit_entry_id, decided_at)
      select gen_random_uuid(), c.id, c.requirement_version_id, 'not_verified', '{any}', 'a reason for it', c.recommendation_id,
        c.recommender_id, ${deciderId}, '2026-11', gen_random_uuid(), now()
      from verification_case c where id = ${review.caseId}`.execute(trx),
  );
  await expect(skipping).rejects.toThrow(/supersedes the last one/);
  const earlier = await service.db
    .selectFrom('decision')
    .selectAll()
    .where('case_id', '=', first.caseId)
    .executeTakeFirstOrThrow();
  const again = (earlierId: string, relation: 'supersedes' | 'sets_aside') =>
    service.db
      .insertInto('decision')
      .values({
        ...earlier,
        id: crypto.randomUUID(),
        audit_entry_id: crypto.randomUUID(),
        earlier_id: earlierId,
        earlier_decider_id: earlier.decider_id,
        relation,
      })
      .execute();
  await expect(again(earlier.id, 'supersedes')).rejects.toThrow(/only a recommended case/);
  await expect(again(earlier.id, 'sets_aside')).rejects.toThrow(/only an appeal/);
});
