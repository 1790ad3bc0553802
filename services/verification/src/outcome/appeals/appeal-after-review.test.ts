import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appeal,
  type Decided,
  decideAppeal,
  makeAppeal,
  makeAppealInReview,
  makeDecided,
  makeReviewed,
  overturnAppeal,
  recommendAppeal,
} from '../../../test/appeals.ts';
import { claimState } from '../../../test/claim-state.ts';
import { decideCase } from '../../../test/decide-case.ts';
import { loseEvidence } from '../../../test/earlier-evidence.ts';
import {
  caseOf,
  check,
  decide,
  granting,
  makeRecommended,
  makeReviewable,
  openReview,
  reason,
  recommend,
} from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { refusalsOf } from '../../../test/refusals-of.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { revokeDueClaims } from '../claims/unconfirmed-claims.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const identityOnly = granting('identity_confirmed');
const licenceOnly = granting('licence_confirmed');
const overturned = { claims: licenceOnly };
const refused = (field: string, code: string) => ({ status: 409, body: { errors: [{ field, code }] } });

/** A later review of one requirement. */
async function review(provider: Decided, key: 'identity' | 'licence', isGranted = true) {
  service.advanceClock(60);
  await openReview(service, provider, 'review', [key]);
  const given = isGranted
    ? { claims: key === 'identity' ? identityOnly : licenceOnly }
    : { claims: [], outcome: 'not_verified' };
  const made = await decideCase(service, { provider, of: [key], ...given });
  service.advanceClock(60);
  return { ...made, claimId: made.identity };
}

/** A later review of everything, started without a document of the licence. */
async function reviewWithoutLicence(provider: Decided, meanwhile?: () => Promise<unknown>) {
  service.advanceClock(60);
  await openReview(service, provider);
  const reviewable = await makeReviewable(service, provider, ['identity']);
  const reviewer = await service.known(operator('reviewer'));
  const started = { actor: reviewer, body: { reason } };
  expect((await service.post(`/verification-cases/${reviewable.caseId}/start-review`, started)).status).toBe(200);
  const made = { ...reviewable, reviewer };
  expect((await check(service, made, { requirementKey: 'identity' })).status).toBe(201);
  expect((await recommend(service, made)).status).toBe(201);
  await meanwhile?.();
  service.advanceClock(60);
  const decider = operator('decider');
  const decided = await decide(service, made.caseId, { actor: decider, claims: identityOnly });
  expect(decided.status).toBe(201);
  return { ...made, decider, decisionId: decided.body.id as string };
}

const statusOf = async ({ caseId, decisionId, owner }: Decided) => {
  const path = `/verification-cases/${caseId}/decisions/${decisionId}/receipt`;
  const { body } = await service.get(path, { actor: owner });
  return { status: body.status, isPossible: body.appeal.isPossible };
};

const revokeDue = () => service.db.transact((trx) => revokeDueClaims(trx, service.app));

test('M3 a review of something else takes no appeal away, and the appeal judges what the review did not', async () => {
  const made = await makeDecided(service);
  const later = await review(made, 'identity');
  expect(await statusOf(made)).toEqual({ status: 'in_force', isPossible: true });
  expect(await appeal(service, made, { grounds: ['new_evidence'], newEvidenceFor: ['identity'] })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'newEvidenceFor.0', code: 'unknown_requirement' }] },
  });
  const appealed = await makeAppealInReview(service, made);
  const read = `/verification-cases/${made.caseId}/appeals/${appealed.appealId}`;
  expect((await service.get(read, { actor: appealed.assignee })).body.claimTypes).toEqual(['licence_confirmed']);
  await service.known(operator('decider'));
  expect(await recommendAppeal(service, appealed)).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'unknown_claim_type' }] },
  });
  expect(await overturnAppeal(service, appealed, overturned)).toMatchObject({ status: 201 });
  expect(await claimState(service, later.claimId)).toBe('active');
  expect(await statusOf(made)).toEqual({ status: 'set_aside', isPossible: false });
  expect(await statusOf(later)).toEqual({ status: 'in_force', isPossible: false });
});

test('M3 an appeal makes no claim active again that a later review did not confirm', async () => {
  const made = await makeReviewed(service);
  const identity = await claimOf(made.providerId, 'identity_confirmed');
  const later = await review(made, 'identity', false);
  expect(await claimState(service, identity)).toBe('suspended not_confirmed_by_review');
  const appealed = await makeAppealInReview(service, made);
  expect(await claimState(service, made.licenceId)).toBe('active appeal_pending');
  expect(await overturnAppeal(service, appealed, overturned)).toMatchObject({ status: 201 });
  expect(await claimState(service, identity)).toBe('suspended not_confirmed_by_review');
  expect(await appeal(service, later)).toMatchObject({ status: 201 });
  expect(await claimState(service, identity)).toBe('active appeal_pending');
});

test('T1 an appeal about something else takes no refusal for good back that a later review did not cure', async () => {
  const made = await decideCase(service, {
    ...{ results: { identity: 'failed', licence: 'consider' }, claims: [], outcome: 'not_verified' },
    reasonCodes: ['requirement_not_met'],
  });
  service.advanceClock(60);
  await openReview(service, made, 'review', ['identity']);
  await decideCase(service, {
    ...{ provider: made, of: ['identity'], results: { identity: 'consider' }, claims: [], outcome: 'not_verified' },
    reasonCodes: ['document_incomplete'],
  });
  service.advanceClock(60);
  const appealed = await makeAppealInReview(service, made);
  expect(await overturnAppeal(service, appealed, overturned)).toMatchObject({ status: 201 });
  expect(await refusalsOf(service, made)).toMatchObject([{ claimType: 'identity_confirmed' }]);
});

test('T1 a refusal that an appeal set aside stays so after later decisions', async () => {
  const made = await decideCase(service, {
    ...{ results: { identity: 'failed', licence: 'consider' }, claims: [], outcome: 'not_verified' },
    reasonCodes: ['requirement_not_met'],
  });
  service.advanceClock(60);
  const appealed = await makeAppealInReview(service, made);
  const claims = [...licenceOnly, { type: 'identity_confirmed', result: 'refused' }];
  const curable = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, curable)).toMatchObject({ status: 201 });
  expect(await refusalsOf(service, made)).toEqual([]);
  await review(made, 'identity', false);
  expect(await refusalsOf(service, made)).toEqual([]);
});

test('M3 a review that had no document of the refused claim takes no appeal away', async () => {
  const made = await makeDecided(service);
  await reviewWithoutLicence(made);
  expect(await statusOf(made)).toEqual({ status: 'in_force', isPossible: true });
  expect(await appeal(service, made)).toMatchObject({ status: 201 });
});

test('M3 nobody appeals a decision whose granted claim a later review did not confirm', async () => {
  const made = await makeDecided(service, licenceOnly);
  await loseEvidence(service, made);
  await reviewWithoutLicence(made);
  expect(await statusOf(made)).toEqual({ status: 'superseded', isPossible: false });
});

test('M3 once later decisions judged everything again, nobody appeals the first one', async () => {
  const made = await makeDecided(service);
  await review(made, 'identity');
  await review(made, 'licence', false);
  expect(await statusOf(made)).toEqual({ status: 'superseded', isPossible: false });
  expect(await appeal(service, made)).toMatchObject(refused('decisionId', 'decision_replaced'));
});

test('M3 what a later review granted is no ground to appeal the decision before it', async () => {
  const made = await makeDecided(service);
  await review(made, 'licence');
  expect(await appeal(service, made)).toMatchObject(refused('decisionId', 'nothing_to_appeal'));
});

test('two appeals of one category judge different claims, and no case is decided beside either', async () => {
  const made = await makeDecided(service);
  const later = await review(made, 'identity', false);
  await openReview(service, made, 'review', ['identity']);
  const appealed = await makeAppealInReview(service, made);
  const other = await makeAppealInReview(service, later);
  const third = await makeRecommended(service, { provider: made, of: ['identity'] });
  expect(await decide(service, third.caseId, { claims: identityOnly })).toMatchObject(
    refused('caseId', 'appeal_pending'),
  );
  expect(await overturnAppeal(service, appealed, overturned)).toMatchObject({ status: 201 });
  expect(await decide(service, third.caseId, { claims: identityOnly })).toMatchObject(
    refused('caseId', 'appeal_pending'),
  );
  expect(await decideAppeal(service, other)).toMatchObject({ status: 201 });
  expect(await statusOf(later)).toEqual({ status: 'in_force', isPossible: false });
});

test('an upheld refusal revokes no claim that a later review left to be appealed', async () => {
  const made = await makeReviewed(service, { claims: [], outcome: 'not_verified' });
  const identity = await claimOf(made.providerId, 'identity_confirmed');
  const later = await review(made, 'identity', false);
  expect(await decideAppeal(service, await makeAppealInReview(service, made))).toMatchObject({ status: 201 });
  expect(await claimState(service, made.licenceId)).toBe('revoked not_confirmed_by_review');
  expect(await claimState(service, identity)).toBe('suspended not_confirmed_by_review');
  expect(await appeal(service, later)).toMatchObject({ status: 201 });
  // The first review did not confirm it either.
  expect(await claimState(service, identity)).toBe('suspended not_confirmed_by_review');
});

test.each(['conditions_not_met', 'safety_concern'])(
  'T1 a later review without a document of the claim leaves it to the one that ended it: %s',
  async (claimEndReason) => {
    const made = await makeReviewed(service, { claimEndReason });
    const suspended = await claimState(service, made.licenceId);
    const later = await reviewWithoutLicence(made);
    expect((await appeal(service, later)).status).toBe(201);
    expect(await claimState(service, made.licenceId)).toBe(suspended);
    expect(await appeal(service, made)).toMatchObject({ status: 201 });
  },
);

test('T2 a review without a document of the claim leaves what an appeal granted meanwhile', async () => {
  const made = await makeDecided(service);
  const overturn = async () => {
    service.advanceClock(60);
    const appealed = await makeAppealInReview(service, made);
    expect(await overturnAppeal(service, appealed, {})).toMatchObject({ status: 201 });
  };
  await reviewWithoutLicence(made, overturn);
  expect(await claimState(service, await claimOf(made.providerId, 'licence_confirmed'))).toBe('active');
});

test('T1 an appeal grants no claim on a check from before another category ended it for safety', async () => {
  const first = await decideCase(service, { results: { identity: 'consider' }, claims: licenceOnly });
  const other = await decideCase(service, { provider: await addCategory(service, first) });
  service.advanceClock(60);
  await openReview(service, other, 'review', ['licence']);
  const ended = { claims: [], outcome: 'not_verified', claimEndReason: 'safety_concern' };
  await decideCase(service, { provider: other, of: ['licence'], results: { licence: 'consider' }, ...ended });
  service.advanceClock(60);
  const appealed = await makeAppealInReview(service, first);
  expect(await overturnAppeal(service, appealed, {})).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'refused_in_another_case' }] },
  });
});

test('a claim is revoked when nobody can appeal the review that judged it last', async () => {
  const made = await makeReviewed(service, { claims: [], outcome: 'not_verified' });
  const identity = await claimOf(made.providerId, 'identity_confirmed');
  service.advanceClock(86_400 * 7);
  await review(made, 'identity', false);
  service.advanceClock(86_400 * 20);
  await revokeDue();
  expect(await claimState(service, made.licenceId)).toBe('revoked not_confirmed_by_review');
  expect(await claimState(service, identity)).toBe('suspended not_confirmed_by_review');
});

test('M3 the database rejects an appeal of a decision that was judged again as a whole', async () => {
  const made = await makeDecided(service);
  await review(made, 'identity');
  await review(made, 'licence');
  const raw = sql`
    insert into appeal (id, case_id, decision_id, appealed_decider_id, grounds, statement, submitted_by, submitted_at)
    select gen_random_uuid(), case_id, id, decider_id, '{evidence_misjudged}', 'A statement of twenty letters.', decider_id, decided_at
    from decision where id = ${made.decisionId}`;
  await expect(raw.execute(service.db)).rejects.toThrow(/only a decision in force can be appealed/);
});

async function claimOf(providerId: string, type: string): Promise<string> {
  const claims = service.db.selectFrom('claim').select('id').where('provider_id', '=', providerId);
  const current = claims.where('claim_type', '=', type).where('state', 'in', ['active', 'suspended']);
  return (await current.executeTakeFirstOrThrow()).id;
}

test('the case of an appeal that is pending says so, and that of the review beside it does not', async () => {
  const made = await makeDecided(service);
  await review(made, 'identity');
  await makeAppeal(service, made);
  expect(await statusOf(made)).toEqual({ status: 'under_appeal', isPossible: false });
  expect((await caseOf(service, made)).state).not.toBe('under_appeal');
});
