import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assignAppeal,
  checkAppeal,
  decideAppeal,
  makeAppealInReview,
  makeDecided,
  makeRecommendedAppeal,
  overturning,
  recommendAppeal,
} from '../../../test/appeals.ts';
import { reason } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const code = (errorCode: string, field?: string) => ({
  status: 409,
  body: { errors: [{ code: errorCode, ...(field && { field }) }] },
});
const inReview = async () => makeAppealInReview(service, await makeDecided(service));
const recommended = async (body: Record<string, unknown> = {}) =>
  makeRecommendedAppeal(service, await inReview(), body);
const claimsOf = (caseId: string) =>
  sql<{ claim_type: string; limitations: string[]; valid_until: Date }>`
    select c.claim_type, c.limitations, c.valid_until from claim c join decision d on d.id = c.decision_id
    where d.case_id = ${caseId} and d.relation = 'sets_aside' order by c.claim_type`
    .execute(service.db)
    .then(({ rows }) => rows);

test('Z3 nobody overturns a decision alone, and whoever heard the appeal does not decide it', async () => {
  const made = await inReview();
  expect((await checkAppeal(service, made)).status).toBe(201);
  expect(await decideAppeal(service, made, overturning)).toMatchObject(code('recommendation_missing', 'outcome'));
  const other = await service.known(operator('decider'));
  const answer = await recommendAppeal(service, made);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      state: 'in_review',
      assigneeId: null,
      recommendation: { outcome: 'overturned', caseOutcome: 'verified', recommenderId: made.assignee.userId, reason },
    },
  });
  expect((await decideAppeal(service, made, overturning)).status).toBe(404);
  expect(await assignAppeal(service, made.caseId, made.assignee)).toMatchObject({
    status: 409,
    body: { title: 'Separation of duties' },
  });
  const last = (await service.emitted(caseChanged)).filter(({ caseId }) => caseId === made.caseId).at(-1);
  expect(last?.excludedIds).toContain(made.assignee.userId);
  expect(last?.duties.map(({ duty }) => duty)).not.toContain('appeal');
  expect(await claimsOf(made.caseId)).toEqual([]);

  expect((await assignAppeal(service, made.caseId, other)).status).toBe(200);
  expect((await decideAppeal(service, { ...made, assignee: other }, overturning)).status).toBe(201);
  expect((await claimsOf(made.caseId)).map(({ claim_type }) => claim_type)).toEqual([
    'identity_confirmed',
    'licence_confirmed',
  ]);
  const [, audited] = (await service.emitted(auditRecorded.verification))
    .filter(({ objectId }) => objectId === made.appealId)
    .slice(-2);
  expect(audited).toMatchObject({ action: 'createAppealDecision', actorId: other.userId });
});

test('Z3 whoever held the duty before the recommendation does not decide, also after a colleague took it', async () => {
  const made = await inReview();
  expect((await checkAppeal(service, made)).status).toBe(201);
  const second = operator('decider');
  const assign = { actor: operator('triage'), body: { duty: 'appeal', assigneeId: second.userId, reason } };
  await service.known(second);
  expect((await service.post(`/verification-cases/${made.caseId}/assign`, assign)).status).toBe(200);
  expect((await recommendAppeal(service, { ...made, assignee: second })).status).toBe(201);
  for (const actor of [made.assignee, second])
    expect((await assignAppeal(service, made.caseId, actor)).status).toBe(409);
});

test('the decider grants what was recommended at most, with its limitations, and not for longer', async () => {
  const [identity, licence] = overturning.claims;
  const until = new Date(service.clock.now.getTime() + 30 * 86_400_000).toISOString();
  const later = new Date(Date.parse(until) + 1).toISOString();
  const limits = ['Covers work in private homes only.'];
  const onlyIdentity = await recommended({
    outcome: 'partly_overturned',
    claims: [identity, { ...licence, result: 'refused' }],
  });
  expect(await decideAppeal(service, onlyIdentity, overturning)).toMatchObject(
    code('not_recommended', 'claims.1.result'),
  );
  const made = await recommended({
    caseOutcome: 'verified_with_limitations',
    claims: [identity, { ...licence, limitations: limits, validUntil: until }],
  });
  const tooLong = { ...overturning, claims: [identity, { ...licence, validUntil: later }] };
  expect(await decideAppeal(service, made, tooLong)).toMatchObject(code('not_recommended', 'claims.1.validUntil'));
  const limited = { ...overturning, caseOutcome: 'verified_with_limitations' };
  const own = [identity, { ...licence, limitations: [...limits, 'The best of all.'] }];
  expect(await decideAppeal(service, made, { ...limited, claims: own })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'claims.1.limitations.1', code: 'limitation_not_recommended' }] },
  });
  expect((await decideAppeal(service, made, limited)).status).toBe(201);
  const granted = await claimsOf(made.caseId);
  expect(granted[1]?.limitations).toEqual(expect.arrayContaining(limits));
  expect(granted[1]?.valid_until.toISOString()).toBe(until);
});

test('the decider of a recommended appeal can uphold the decision, and neither checks nor recommends', async () => {
  const made = await recommended();
  expect(await checkAppeal(service, made)).toMatchObject(code('already_recommended'));
  expect(await recommendAppeal(service, made)).toMatchObject(code('already_recommended'));
  expect(await decideAppeal(service, made)).toMatchObject({ status: 201, body: { state: 'upheld' } });
  expect(await claimsOf(made.caseId)).toEqual([]);
});

test('D1 the provider does not read the recommendation of a pending appeal', async () => {
  const made = await recommended();
  const path = `/verification-cases/${made.caseId}/appeals`;
  const own = await service.get(`${path}/${made.appealId}`, { actor: made.owner });
  expect(own.body).toMatchObject({ state: 'in_review', result: null });
  const receipt = await service.get(`${path}/${made.appealId}/receipt`, { actor: made.owner });
  const listed = await service.get(path, { actor: made.owner });
  const timeline = await service.get('/provider-workspace/me/verification-timeline', { actor: made.owner });
  for (const { body } of [own, receipt, listed, timeline]) {
    const text = JSON.stringify(body);
    for (const secret of ['recommendation', 'overturned', made.recommender.userId]) expect(text).not.toContain(secret);
  }
});

test('Z3 the database rejects an overturning decision of one person, or beyond the recommendation', async () => {
  const alone = await inReview();
  await expect(decideRaw(alone.caseId, alone.appealId, alone.assignee.userId)).rejects.toThrow(
    /on the recommendation of another operator/,
  );
  const narrow = await recommended({
    outcome: 'partly_overturned',
    claims: [overturning.claims[0], { type: 'licence_confirmed', result: 'refused' }],
  });
  await expect(decideRaw(narrow.caseId, narrow.appealId, narrow.recommender.userId)).rejects.toMatchObject({
    constraint: 'separation_of_duties',
  });
  await expect(decideRaw(narrow.caseId, narrow.appealId, narrow.assignee.userId)).rejects.toThrow(
    /grants what was recommended/,
  );
  const until = new Date(service.clock.now.getTime() + 86_400_000).toISOString();
  for (const bound of [{ limitations: ['Covers work in private homes only.'] }, { validUntil: until }]) {
    const claims = overturning.claims.map((one, index) => (index === 1 ? { ...one, ...bound } : one));
    const bounded = await recommended({ caseOutcome: 'verified', claims });
    const decided = decideRaw(bounded.caseId, bounded.appealId, bounded.assignee.userId);
    await expect(decided, JSON.stringify(bound)).rejects.toThrow(/grants what was recommended/);
  }
  const unlimited = await recommended({ caseOutcome: 'verified' });
  const own = decideRaw(unlimited.caseId, unlimited.appealId, unlimited.assignee.userId, ['The best of all.']);
  await expect(own).rejects.toThrow(/grants what was recommended/);
  const stranger = await service.known(operator('decider'));
  const byStranger = sql`insert into appeal_recommendation (appeal_id, outcome, case_outcome, claims, reason_codes, reason,
      recommender_id, audit_entry_id, recommended_at)
    values (${alone.appealId}, 'overturned', 'verified', '[]', '{any}', ${reason}, ${stranger.userId}, ${randomUUID()}, now())`;
  await expect(byStranger.execute(service.db)).rejects.toThrow(/for its assignee/);
  await expect(checkRaw(narrow.caseId, narrow.assignee.userId)).rejects.toThrow(/on the checks that it has/);
});

/** As the app role, by raw SQL: only the database enforces the rules. */
function decideRaw(caseId: string, appealId: string, deciderId: string, limitations: string[] = []): Promise<void> {
  return service.db.transact(async (trx) => {
    const [id, auditEntryId] = [randomUUID(), randomUUID()];
    await sql`
      insert into decision (id, case_id, requirement_version_id, outcome, reason_codes, reason, not_read_reason, recommendation_id,
        recommender_id, decider_id, policy_version, audit_entry_id, decided_at, earlier_id, earlier_decider_id, relation)
      select ${id}, d.case_id, d.requirement_version_id, 'verified', '{any}', ${reason}, ${reason}, d.recommendation_id,
        d.recommender_id, ${deciderId}, d.policy_version, ${auditEntryId}, now(), d.id, d.decider_id, 'sets_aside'
      from decision d join appeal a on a.decision_id = d.id where a.id = ${appealId} and d.case_id = ${caseId}`.execute(
      trx,
    );
    await sql`
      insert into decision_claim (decision_id, case_id, requirement_version_id, requirement_key, claim_type, check_id,
        evidence_version_id, check_result, result, limitations, reason_codes, valid_until)
      select ${id}, l.case_id, l.requirement_version_id, l.requirement_key, l.claim_type, l.check_id, l.evidence_version_id,
        l.check_result, 'granted', ${limitations}, '{}', now() + interval '1 day'
      from decision_claim l join appeal a on a.decision_id = l.decision_id where a.id = ${appealId}`.execute(trx);
    await sql`set constraints decision_within_recommendation immediate`.execute(trx);
  });
}

const checkRaw = (caseId: string, by: string) =>
  sql`insert into case_check (id, case_id, requirement_key, evidence_version_id, requirement_version_id, method, result,
      limitations, reason, checked_by, checked_at)
    select ${randomUUID()}, k.case_id, k.requirement_key, k.evidence_version_id, k.requirement_version_id, 'register_check',
      'failed', '{}', ${reason}, ${by}, now()
    from case_check k where k.case_id = ${caseId} limit 1`.execute(service.db);
