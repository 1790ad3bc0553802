import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appeal,
  checkAppeal,
  type Decided,
  decideAppeal,
  makeAppealInReview,
  makeDecided,
  makeRecommendedAppeal,
  overturnAppeal,
  overturning,
  recommendAppeal,
} from '../../../test/appeals.ts';
import { claimState } from '../../../test/claim-state.ts';
import { decideCase } from '../../../test/decide-case.ts';
import {
  caseOf,
  check,
  decide,
  granting,
  makeAssigned,
  makeProvider,
  makeRecommended,
  openReview,
  pass,
  reason,
  recommend,
  submit,
} from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { requestVisit, workItem } from '../../../test/make-visit.ts';
import { insertDecisionRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const day = 86_400;
const identityOnly = granting('identity_confirmed');
const licenceOnly = granting('licence_confirmed');
const overturned = { claims: licenceOnly };
const conflict = (field: string, code: string) => ({ status: 409, body: { errors: [{ field, code }] } });
const unknownIdentity = { status: 400, body: { errors: [{ field: 'claims.0.type', code: 'unknown_claim_type' }] } };

/** Another person answers for the provider. */
async function replacePerson({ providerId }: Pick<Decided, 'providerId'>) {
  await endSubject(service, providerId, 'person');
  await nameSubject(service, providerId, 'person');
}

/** Its home was visited, which the granted claim says; the licence is refused. */
async function makeVisited() {
  const provider = await makeProvider(service, { fieldVisit: 'identity', visitAbout: 'premises' });
  await nameSubject(service, provider.providerId, 'premises');
  const visited = await requestVisit(service, undefined, await makeAssigned(service, provider));
  await workItem(service, visited).accepted(undefined, {}, service.clock.now.toISOString().slice(0, 10));
  await check(service, visited, { requirementKey: 'identity', method: 'field_visit' });
  await check(service, visited, { requirementKey: 'licence' });
  expect((await recommend(service, visited)).status).toBe(201);
  const decider = operator('decider');
  const { body } = await decide(service, visited.caseId, { actor: decider, claims: identityOnly });
  return { ...visited, decider, decisionId: body.id as string };
}

async function moveHome({ providerId }: Pick<Decided, 'providerId'>) {
  await endSubject(service, providerId, 'premises');
  await nameSubject(service, providerId, 'premises');
}

/** Another category refuses the person of this one for good. */
async function refuseElsewhere(made: Decided) {
  service.advanceClock(60);
  const provider = await addCategory(service, made);
  const refused = {
    results: { identity: 'failed' },
    claims: licenceOnly,
    reasonCodes: ['requirement_not_met'],
  } as const;
  return decideCase(service, { provider, ...refused });
}

async function claimTypesOf({ caseId, appealId }: { caseId: string; appealId: string }) {
  const path = `/verification-cases/${caseId}/appeals/${appealId}`;
  return (await service.get(path, { actor: operator('triage') })).body.claimTypes;
}

const identityOf = async (decisionId: string) => {
  const claims = service.db.selectFrom('claim').select('id').where('decision_id', '=', decisionId);
  return (await claims.where('claim_type', '=', 'identity_confirmed').executeTakeFirstOrThrow()).id;
};

test('M3 an appeal is won without the claim whose person has been replaced, which its own review judges', async () => {
  const made = await makeDecided(service);
  await replacePerson(made);
  expect(await appeal(service, made, { grounds: ['new_evidence'], newEvidenceFor: ['identity'] })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'newEvidenceFor.0', code: 'unknown_requirement' }] },
  });
  const review = await makeRecommended(service, { provider: made, of: ['identity'] });
  const appealed = await makeAppealInReview(service, made);
  expect(await decide(service, review.caseId, { claims: identityOnly })).toMatchObject(
    conflict('caseId', 'appeal_pending'),
  );
  expect(await claimTypesOf(appealed)).toEqual(['licence_confirmed']);
  await service.known(operator('decider'));
  expect(await recommendAppeal(service, appealed)).toMatchObject(unknownIdentity);
  const decided = await overturnAppeal(service, appealed, overturned);
  expect(decided).toMatchObject({ status: 201, body: { claimTypes: ['licence_confirmed'] } });
  const receipt = `/verification-cases/${made.caseId}/decisions/${decided.body.result.newDecisionId}/receipt`;
  const { body } = await service.get(receipt, { actor: made.owner });
  expect(body.claims).toMatchObject([{ type: 'licence_confirmed', result: 'granted' }]);
  expect(await claimState(service, await identityOf(made.decisionId))).toBe('suspended subject_ended');
  expect((await decide(service, review.caseId, { claims: identityOnly })).status).toBe(201);
  expect(await claimState(service, await identityOf(made.decisionId))).toBe('superseded renewed');
});

test('M3 who moves home while the appeal is heard loses the claim about the home alone', async () => {
  const made = await makeVisited();
  const appealed = await makeAppealInReview(service, made);
  expect((await checkAppeal(service, appealed)).status).toBe(201);
  await moveHome(made);
  expect(await overturnAppeal(service, appealed, overturned)).toMatchObject({ status: 201 });
  expect(await claimState(service, await identityOf(made.decisionId))).toBe('suspended subject_ended');
});

test('M3 who moves home after the recommendation is granted the rest of it', async () => {
  const made = await makeVisited();
  const appealed = await makeRecommendedAppeal(service, await makeAppealInReview(service, made));
  await moveHome(made);
  expect(await decideAppeal(service, appealed, overturning)).toMatchObject(unknownIdentity);
  expect(await decideAppeal(service, appealed, { ...overturning, ...overturned })).toMatchObject({ status: 201 });
  expect(await claimState(service, await identityOf(made.decisionId))).toBe('suspended subject_ended');
});

test('M3 an appeal leaves a claim suspended that another category refused for good', async () => {
  const made = await makeDecided(service);
  const identity = await identityOf(made.decisionId);
  await refuseElsewhere(made);
  expect(await claimState(service, identity)).toBe('suspended conditions_changed');
  const appealed = await makeAppealInReview(service, made);
  expect(await overturnAppeal(service, appealed, overturned)).toMatchObject({ status: 201 });
  expect(await claimState(service, identity)).toBe('suspended conditions_changed');
});

test('M3 what the recommendation left out stays out when it is active again before the decision', async () => {
  const made = await makeDecided(service);
  const identity = await identityOf(made.decisionId);
  const elsewhere = await refuseElsewhere(made);
  service.advanceClock(60);
  const appealed = await makeRecommendedAppeal(service, await makeAppealInReview(service, made), overturned);
  const claims = [...licenceOnly, { type: 'identity_confirmed', result: 'refused' }];
  const curable = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  const other = await makeAppealInReview(service, elsewhere);
  expect(await overturnAppeal(service, other, curable)).toMatchObject({ status: 201 });
  expect(await claimState(service, identity)).toBe('active decision_overturned');
  expect(await claimTypesOf(appealed)).toEqual(['licence_confirmed']);
  expect(await decideAppeal(service, appealed, { ...overturning, ...overturned })).toMatchObject({ status: 201 });
  expect(await claimState(service, identity)).toBe('active decision_overturned');
});

/** A review on the documents of claims in their last day, so it grants the identity no longer than that. */
async function makeReviewedInLastDay() {
  const first = await makeRecommended(service);
  const validUntil = new Date(service.clock.now.getTime() + 5 * day * 1000).toISOString();
  const ends = granting('identity_confirmed', 'licence_confirmed').map((claim) => ({ ...claim, validUntil }));
  expect((await decide(service, first.caseId, { claims: ends })).status).toBe(201);
  service.advanceClock(4 * day);
  await openReview(service, first);
  const reviewer = await service.known(operator('reviewer'));
  const made = { ...first, caseId: (await caseOf(service, first)).id as string, reviewer };
  const started = { actor: reviewer, body: { reason } };
  expect((await service.post(`/verification-cases/${made.caseId}/start-review`, started)).status).toBe(200);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  expect((await recommend(service, made)).status).toBe(201);
  const decider = operator('decider');
  const { body } = await decide(service, made.caseId, { actor: decider, claims: identityOnly });
  return { ...made, decider, decisionId: body.id as string };
}

test('M3 an appeal leaves out a claim that has expired', async () => {
  const made = await makeReviewedInLastDay();
  const appealed = await makeAppealInReview(service, made, { grounds: ['new_evidence'], newEvidenceFor: ['licence'] });
  await pass(service, await submit(service, made, appealed.evidenceCaseId ?? '', 'licence'));
  expect((await checkAppeal(service, appealed)).status).toBe(201);
  expect(await claimTypesOf(appealed)).toEqual(['identity_confirmed', 'licence_confirmed']);
  service.advanceClock(2 * day);
  expect(await claimTypesOf(appealed)).toEqual(['licence_confirmed']);
  expect(await overturnAppeal(service, appealed, overturned)).toMatchObject({ status: 201 });
});

test('M3 an appeal still judges a claim that expired because it was shortened', async () => {
  const provider = await makeRecommended(service);
  const validUntil = new Date(service.clock.now.getTime() + day * 1000).toISOString();
  const decider = operator('decider');
  const { body } = await decide(service, provider.caseId, {
    actor: decider,
    claims: [{ ...identityOnly[0], validUntil }],
  });
  const made = { ...provider, decider, decisionId: body.id as string };
  const appealed = await makeAppealInReview(service, made);
  service.advanceClock(2 * day);
  expect(await claimTypesOf(appealed)).toEqual(['identity_confirmed', 'licence_confirmed']);
  expect(await overturnAppeal(service, appealed)).toMatchObject({ status: 201 });
});

test('T1 an appeal about a refused claim whose person left grants it to nobody, and can be upheld', async () => {
  const made = await makeDecided(service, licenceOnly);
  await replacePerson(made);
  const appealed = await makeAppealInReview(service, made);
  expect(await claimTypesOf(appealed)).toEqual(['identity_confirmed', 'licence_confirmed']);
  expect(await recommendAppeal(service, appealed)).toMatchObject(conflict('claims.0.result', 'subject_changed'));
  expect(await decideAppeal(service, appealed)).toMatchObject({ status: 201, body: { state: 'upheld' } });
  service.advanceClock(200 * day);
  expect(await claimTypesOf(appealed)).toEqual(['identity_confirmed', 'licence_confirmed']);
});

test('what a claim lacked whose person left is no ground for an appeal, and the receipt says so', async () => {
  const limited = await makeAssigned(service);
  await check(service, limited, { requirementKey: 'identity', limitations: ['Copy in black and white.'] });
  await check(service, limited, { requirementKey: 'licence' });
  await recommend(service, limited);
  const { body } = await decide(service, limited.caseId, { actor: operator('decider') });
  const receipt = `/verification-cases/${limited.caseId}/decisions/${body.id}/receipt`;
  const isPossible = async () => (await service.get(receipt, { actor: limited.owner })).body.appeal.isPossible;
  expect(await isPossible()).toBe(true);
  await replacePerson(limited);
  expect(await isPossible()).toBe(false);
  expect(await appeal(service, { ...limited, decisionId: body.id })).toMatchObject(
    conflict('decisionId', 'nothing_to_appeal'),
  );
});

test('M3 an appeal that leaves out every granted claim makes the outcome no worse', async () => {
  const made = await makeDecided(service);
  await replacePerson(made);
  const appealed = await makeAppealInReview(service, made);
  const claims = [{ type: 'licence_confirmed', result: 'refused' }];
  const partly = (caseOutcome: string) =>
    overturnAppeal(service, appealed, { outcome: 'partly_overturned', caseOutcome, claims });
  expect(await partly('not_verified')).toMatchObject(conflict('caseOutcome', 'graver_than_appealed'));
  expect(await partly('inconclusive')).toMatchObject({ status: 201 });
});

test('an appeal of a decision that granted nothing can end with the same outcome and other reasons', async () => {
  const made = await decideCase(service, { claims: [], outcome: 'not_verified' });
  const appealed = await makeAppealInReview(service, made);
  const partly = { outcome: 'partly_overturned', caseOutcome: 'not_verified', claims: [] };
  expect(await overturnAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
});

test('M3 the database rejects a recommendation or decision without a claim that stands, and no other', async () => {
  const made = await makeDecided(service);
  const appealed = await makeAppealInReview(service, made);
  const claims = [...licenceOnly, { type: 'identity_confirmed', result: 'refused' }];
  const recommendRaw = sql`insert into appeal_recommendation (appeal_id, outcome, case_outcome, claims, reason_codes, reason, recommender_id,
        audit_entry_id, recommended_at)
      values (${appealed.appealId}, 'overturned', 'verified', ${JSON.stringify(claims)},
        '{any}', ${reason}, ${appealed.assignee.userId}, gen_random_uuid(), now())`;
  await expect(recommendRaw.execute(service.db)).rejects.toThrow(/takes no granted claim away/);
  const decideRaw = (outcome: string, deciderId: string) =>
    service.db.transact(async (trx) => {
      await insertDecisionRaw(trx, made.caseId, deciderId, outcome, reason, 'sets_aside');
      await sql`set constraints appeal_takes_nothing immediate`.execute(trx);
      throw new Error('accepted');
    });
  const recommended = await makeRecommendedAppeal(service, appealed);
  const { userId } = recommended.assignee;
  await expect(decideRaw('verified', userId)).rejects.toThrow(/takes no granted claim away/);
  await replacePerson(made);
  await expect(decideRaw('not_verified', userId)).rejects.toThrow(/makes no outcome worse/);
  await expect(decideRaw('verified', userId)).rejects.toThrow(/accepted/);
});
