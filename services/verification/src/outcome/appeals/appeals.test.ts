import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { appealChanged, appealSnapshot } from '@trust/contracts/events/appeals';
import { claimChanged } from '@trust/contracts/events/claims';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator, person, representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appeal,
  assignAppeal,
  checkAppeal,
  type Decided,
  decideAppeal,
  makeAppeal,
  makeAppealInReview,
  makeDecided,
  makeReviewed,
  overturnAppeal,
  overturning,
  type Reviewed,
  statement,
} from '../../../test/appeals.ts';
import { decide, granting, makeRecommended, openReview, pass, reason, submit } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import { announceCase } from '../../snapshots/announce-case.ts';
import { changeClaim } from '../claims/change-claim.ts';
import { lockClaim } from '../claims/queries.ts';
import { revokeDueClaims } from '../claims/unconfirmed-claims.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const code = (errorCode: string) => ({ status: 409, body: { errors: [{ code: errorCode }] } });
const claimState = async (claimId: string) => {
  const last = (await service.emitted(claimChanged)).filter((payload) => payload.claimId === claimId).at(-1);
  return `${last?.state} ${last?.changeReason ?? ''}`.trim();
};
const readCase = async (caseId: string) =>
  (await service.get(`/verification-cases/${caseId}`, { actor: operator('triage') })).body;
const readDecision = async (caseId: string, id: string) =>
  (await service.get(`/verification-cases/${caseId}/decisions/${id}`, { actor: operator('triage') })).body;

/** One decision in force and one that a review replaced, for tests that change neither before the last. */
let made: Promise<{ decided: Decided; reviewed: Reviewed; replaced: Decided }> | undefined;
const shared = () => {
  made ??= makeShared();
  return made;
};

async function makeShared() {
  const reviewed = await makeReviewed(service);
  const { earlier } = await readDecision(reviewed.caseId, reviewed.decisionId);
  const { case_id } = await service.db
    .selectFrom('decision')
    .select('case_id')
    .where('id', '=', earlier.decisionId)
    .executeTakeFirstOrThrow();
  const replaced = { ...reviewed, caseId: case_id, decisionId: earlier.decisionId };
  return { decided: await makeDecided(service), reviewed, replaced };
}

async function expectRefusedDecisions(made: Awaited<ReturnType<typeof makeAppealInReview>>): Promise<void> {
  const licenceOnly = { ...overturning, claims: [{ type: 'licence_confirmed', result: 'granted' }] };
  expect(await overturnAppeal(service, made, licenceOnly)).toMatchObject(code('grant_taken_away'));
  expect(await decideAppeal(service, made, overturning)).toMatchObject(code('recommendation_missing'));
  const { claims: _claims, ...withoutClaims } = overturning;
  expect((await decideAppeal(service, made, withoutClaims)).status).toBe(400);
  expect((await decideAppeal(service, made, { claims: overturning.claims })).status).toBe(400);
  const [key, body] = ['idempotency-key', { outcome: 'upheld', reasonCodes: ['decision_confirmed'], reason }];
  const path = `/verification-cases/${made.caseId}/appeals/${made.appealId}/decisions`;
  expect((await service.post(path, { actor: made.assignee, body })).body.errors[0].code).toBe(
    `${key.replaceAll('-', '_')}_required`,
  );
  expect(await readCase(made.caseId)).toMatchObject({ state: 'under_appeal' });
}

test('M4 a representative appeals once, in time, and the decision stays visible as under appeal', async () => {
  const decided = await makeDecided(service);
  const answer = await appeal(service, decided);
  expect(answer).toMatchObject({
    status: 201,
    body: { view: 'provider', state: 'submitted', grounds: ['evidence_misjudged'], statement, evidenceCaseId: null },
  });
  expect(await readCase(decided.caseId)).toMatchObject({ state: 'under_appeal', outcome: 'verified' });
  expect((await readDecision(decided.caseId, decided.decisionId)).status).toBe('under_appeal');
  expect((await service.emitted(appealChanged)).at(-1)).toMatchObject({ appealId: answer.body.id, state: 'submitted' });
  expect((await service.emitted(notificationRequested.verification)).at(-1)).toMatchObject({
    providerId: decided.providerId,
    template: 'appeal_received',
    data: { caseId: decided.caseId },
  });
  expect(JSON.stringify(await service.emitted(appealChanged))).not.toContain('trade name');
  expect(await appeal(service, decided)).toMatchObject(code('already_appealed'));

  const late = await makeDecided(service);
  const { appealEndsAt } = await readDecision(late.caseId, late.decisionId);
  const start = service.clock.now;
  service.clock.now = new Date(appealEndsAt);
  expect(await appeal(service, late)).toMatchObject(code('appeal_period_ended'));
  service.clock.now = new Date(Date.parse(appealEndsAt) - 1);
  const assignee = operator('decider');
  const made = await makeAppeal(service, late, { newEvidenceFor: ['licence'] });
  expect((await assignAppeal(service, late.caseId, assignee)).status).toBe(200);
  // An inadmissible appeal waits for no evidence.
  const inadmissible = { outcome: 'inadmissible', reasonCodes: ['appeal_not_substantiated'] };
  expect((await decideAppeal(service, { ...made, assignee }, inadmissible)).status).toBe(201);
  service.clock.now = start;
});

test('returns an error for an appeal by others, of another decision, or with unknown evidence', async () => {
  const { decided, replaced } = await shared();
  const { providerId } = decided;
  for (const actor of [person(), operator('decider'), representative(randomUUID())])
    expect((await appeal(service, { ...decided, owner: actor })).status).toBe(404);
  for (const role of ['contributor', 'manager'] as const)
    expect((await appeal(service, { ...decided, owner: representative(providerId, role) })).status).toBe(403);
  const invalid = [
    [{ decisionId: randomUUID() }, 'decisionId'],
    [{ grounds: ['because'] }, 'grounds.0'],
    [{ grounds: ['new_evidence'] }, 'newEvidenceFor'],
    [{ newEvidenceFor: ['none'] }, 'newEvidenceFor.0'],
  ] as const;
  for (const [body, field] of invalid)
    expect(await appeal(service, decided, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  expect(await appeal(service, replaced)).toMatchObject(code('decision_replaced'));
});

test('an overturned appeal records a decision that sets the appealed one aside, and takes no claim away', async () => {
  const { decided } = await shared();
  const made = await makeAppealInReview(service, decided);
  const before = await readDecision(made.caseId, made.decisionId);
  await expectRefusedDecisions(made);
  const answer = await overturnAppeal(service, made, overturning);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      state: 'overturned',
      recommendation: { recommenderId: made.assignee.userId },
      result: { reason, newDecisionId: expect.any(String) },
    },
  });
  const { newDecisionId, deciderId } = answer.body.result;
  service.advanceClock(3600);
  await service.db.transact((trx) => announceCase(trx, made.caseId));
  expect((await service.emitted(appealSnapshot)).at(-1)).toEqual((await service.emitted(appealChanged)).at(-1));
  expect(await readDecision(made.caseId, newDecisionId)).toMatchObject({
    status: 'in_force',
    earlier: { decisionId: made.decisionId, relation: 'sets_aside' },
    separationOfDuties: { recommenderId: made.assignee.userId, deciderId, distinct: true },
    appealEndsAt: null,
  });
  const after = await readDecision(made.caseId, made.decisionId);
  expect(after).toEqual({ ...before, status: 'set_aside', laterDecisionId: newDecisionId });
  expect(await claimState(before.claims[0].claimId)).toBe('superseded decision_set_aside');
  const seen = await readCase(made.caseId);
  expect(seen).toMatchObject({ state: 'closed', outcome: 'verified', decision: { id: newDecisionId } });
  expect(seen.claims).toMatchObject([{ status: 'active' }, { status: 'active' }]);
  // The old check gives no new validity.
  expect(seen.claims[0].validUntil).toBe(before.claims[0].validUntil);
  const audits = (await service.emitted(auditRecorded.verification)).filter(
    ({ action }) => action === 'createAppealDecision',
  );
  expect(audits.at(-1)).toMatchObject({ objectId: made.appealId, permission: 'verification.appeals.review', reason });
});

test('a pending appeal freezes the revocation of a review, and an upheld one lets it happen', async () => {
  const { reviewed } = await shared();
  expect(await claimState(reviewed.licenceId)).toBe('suspended not_confirmed_by_review');
  const made = await makeAppealInReview(service, reviewed);
  expect(await claimState(reviewed.licenceId)).toBe('active appeal_pending');
  const start = service.clock.now;
  service.advanceClock(60 * 86_400);
  await service.db.transact((trx) => revokeDueClaims(trx, service.app));
  expect(await claimState(reviewed.licenceId)).toBe('active appeal_pending');
  service.clock.now = start;
  expect((await decideAppeal(service, made)).body).toMatchObject({ state: 'upheld', result: { newDecisionId: null } });
  expect(await claimState(reviewed.licenceId)).toBe('revoked not_confirmed_by_review');
  expect(await readDecision(made.caseId, made.decisionId)).toMatchObject({ status: 'in_force' });
});

test('a partly overturned appeal against a review revokes what it does not grant', async () => {
  const reviewed = await makeReviewed(service);
  const made = await makeAppealInReview(service, reviewed);
  const partly = { ...overturning, outcome: 'partly_overturned', claims: overturning.claims.slice(0, 1) };
  expect((await overturnAppeal(service, made, partly)).status).toBe(201);
  expect(await claimState(reviewed.licenceId)).toBe('revoked not_confirmed_by_review');
});

test('new evidence arrives in a review case for the assignee of the appeal, who checks it and decides', async () => {
  const decided = await makeDecided(service);
  const body = { grounds: ['new_evidence'], newEvidenceFor: ['licence'] };
  const made = await makeAppealInReview(service, decided, body);
  const evidenceCaseId = made.evidenceCaseId ?? '';
  const opened = (await service.emitted(caseChanged)).filter(({ caseId }) => caseId === evidenceCaseId).at(-1);
  const duty = { duty: 'appeal', assigneeId: made.assignee.userId };
  expect(opened).toMatchObject({
    kind: 'review',
    requirementKeys: ['licence'],
    state: 'awaiting_evidence',
    duties: [duty],
  });
  expect(await overturnAppeal(service, made, overturning)).toMatchObject(code('evidence_awaited'));

  await pass(service, await submit(service, decided, evidenceCaseId, 'licence'));
  const actor = made.assignee;
  expect((await service.get(`/verification-cases/${evidenceCaseId}`, { actor })).body.state).toBe('in_review');
  expect((await assignAppeal(service, evidenceCaseId, operator('decider'))).status).toBe(404);
  expect(await overturnAppeal(service, made, overturning)).toMatchObject(code('check_missing'));
  const check = () => checkAppeal(service, made, { method: 'register_check' });
  const checked = await check();
  expect(checked.status).toBe(201);
  const answer = await overturnAppeal(service, made, {
    ...overturning,
    reasonCodes: ['new_evidence_accepted'],
  });
  expect(answer).toMatchObject({ status: 201 });
  const decision = await readDecision(made.caseId, answer.body.result.newDecisionId);
  expect(decision.claims[1]).toMatchObject({ method: 'register_check', checkId: checked.body.id, result: 'granted' });
  expect(await readCase(evidenceCaseId)).toMatchObject({ state: 'closed', outcome: 'verified' });
  expect((await check()).status).toBe(404);
});

test('D1 the receipt of an appeal, decided without evidence that never came, names no operator', async () => {
  const decided = await makeDecided(service);
  const made = await makeAppealInReview(service, decided, { newEvidenceFor: ['licence'] });
  const path = `/verification-cases/${made.caseId}/appeals/${made.appealId}`;
  const read = async (actor = made.owner, accept = 'application/json') =>
    service.get(`${path}/receipt`, { actor, headers: { accept, 'accept-language': 'fr' } });
  expect((await read()).body).toMatchObject({
    state: 'in_review',
    grounds: [{ code: 'evidence_misjudged', text: 'Les pièces ont été mal appréciées.' }],
    newEvidence: [{ label: { fr: 'La pièce licence' }, evidenceKind: null }],
    reasons: [],
  });
  const start = service.clock.now;
  service.advanceClock(14 * 86_400);
  expect((await decideAppeal(service, made)).status).toBe(201);
  expect((await readCase(made.evidenceCaseId ?? '')).state).toBe('withdrawn');
  service.clock.now = start;
  const [json, html] = [await read(), await read(made.owner, 'text/html')];
  expect(json.body).toMatchObject({ state: 'upheld', reasons: [{ code: 'decision_confirmed' }] });
  expect(String(html.body)).toMatch(/<html lang="fr">.*Rejeté.*La pièce licence \(non reçue\)/s);
  const own = await service.get(path, { actor: made.owner });
  expect(own.body).toMatchObject({ view: 'provider', state: 'upheld' });
  const listed = await service.get(`/verification-cases/${made.caseId}/appeals`, { actor: made.owner });
  expect(listed.body.items).toEqual([own.body]);
  const operators = [made.assignee, made.decider, made.reviewer].map(({ userId }) => userId);
  for (const text of [json.body, own.body, listed.body].map((body) => JSON.stringify(body)).concat(String(html.body)))
    for (const secret of [...operators, reason]) expect(text).not.toContain(secret);
  for (const actor of [person(), made.assignee, representative(randomUUID())])
    expect((await read(actor)).status).toBe(404);
});

test('a pending appeal stops other decisions, lifts no emergency suspension, and revokes when withdrawn', async () => {
  const first = await makeRecommended(service);
  const validUntil = new Date(service.clock.now.getTime() + 86_400_000 * 100).toISOString();
  const claims = granting('identity_confirmed', 'licence_confirmed').map((claim) => ({ ...claim, validUntil }));
  const { body: granted } = await decide(service, first.caseId, { claims });
  const [, licence] = granted.claims;
  await openReview(service, first);
  const review = await makeRecommended(service, { provider: first });
  const pending = await appeal(service, { ...first, decisionId: granted.id });
  expect(await decide(service, review.caseId)).toMatchObject(code('appeal_pending'));
  expect(await appeal(service, { ...first, decisionId: granted.id })).toMatchObject(code('already_appealed'));
  await withdraw(first, pending.body.id);

  await service.db.transact(async (trx) => {
    const claim = await lockClaim(trx, licence.claimId);
    if (!claim) throw new Error('The claim is missing.');
    const cause = { emergencyActionId: randomUUID() };
    const to = { to: 'suspended', reason: 'emergency_action', cause } as const;
    await applyEffects(trx, service.app, [await changeClaim(trx, service.app, claim, to)]);
  });
  const { body } = await decide(service, review.caseId, { claims: granting('identity_confirmed') });
  const second = await appeal(service, { ...review, decisionId: body.id });
  expect(await claimState(licence.claimId)).toBe('suspended emergency_action');
  await withdraw(review, second.body.id);
  expect(await claimState(licence.claimId)).toBe('revoked not_confirmed_by_review');
});

/** By the owner, once. */
async function withdraw({ caseId, owner }: { caseId: string; owner: Actor }, appealId: string): Promise<void> {
  const path = `/verification-cases/${caseId}/appeals/${appealId}/withdraw`;
  expect((await service.post(path, { actor: operator('decider') })).status).toBe(404);
  const manager = representative(owner.assignments[0]?.providerId ?? '', 'manager');
  expect((await service.post(path, { actor: manager })).status).toBe(403);
  expect((await service.post(path, { actor: owner })).body).toMatchObject({ state: 'withdrawn', result: null });
  expect((await service.post(path, { actor: owner })).status).toBe(400);
}
