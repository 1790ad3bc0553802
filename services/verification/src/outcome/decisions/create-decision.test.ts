import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { claimChanged } from '@trust/contracts/events/claims';
import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { caseChanged, decisionRecorded } from '@trust/contracts/events/verification';
import { operatorPermissions } from '@trust/contracts/permissions';
import { decisionReasons } from '@trust/contracts/reasons/decision-reasons';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  check,
  decide,
  grantAll,
  granting,
  makeAssigned,
  makeRecommended,
  reason,
  recommend,
} from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
let halfFailed: Awaited<ReturnType<typeof makeRecommended>>;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
  halfFailed = await makeRecommended(service, { results: { licence: 'failed' } });
});
afterAll(() => service[Symbol.asyncDispose]());

const everything = [...new Set([...operatorPermissions.reviewer, ...operatorPermissions.decider])];
const decisionsOf = (caseId: string) =>
  service.db.selectFrom('decision').selectAll().where('case_id', '=', caseId).execute();
const claimEvents = async (providerId: string) =>
  (await service.emitted(claimChanged)).filter((payload) => payload.providerId === providerId);
const days = (count: number) => new Date(service.clock.now.getTime() + count * 86_400_000).toISOString();

test('a decision creates the granted claims, the events, a notification and one audit entry', async () => {
  const made = await makeRecommended(service);
  const decider = operator('decider');
  const answer = await decide(service, made.caseId, { actor: decider });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      caseId: made.caseId,
      outcome: 'verified',
      claims: [
        { type: 'identity_confirmed', requirementKey: 'identity', result: 'granted', validUntil: days(365) },
        { type: 'licence_confirmed', requirementKey: 'licence', result: 'granted', validUntil: days(180) },
      ],
      separationOfDuties: { recommenderId: made.reviewer.userId, deciderId: decider.userId, distinct: true },
      policyVersion: '2026-11',
    },
  });
  expect(await claimEvents(made.providerId)).toMatchObject([
    {
      claimId: answer.body.claims[0].claimId,
      decisionId: answer.body.id,
      categoryKey: made.categoryKey,
      type: 'identity_confirmed',
      statement: { en: 'The identity was seen.', fr: 'La pièce identity a été vue.' },
      method: 'document_review',
      sourceKind: 'original_document',
      state: 'active',
      limitations: ['Says nothing beyond the identity.'],
      checkedOn: service.clock.now.toISOString().slice(0, 10),
      validFrom: service.clock.now.toISOString(),
      validUntil: days(365),
    },
    { type: 'licence_confirmed' },
  ]);
  expect((await service.emitted(decisionRecorded)).at(-1)).toMatchObject({ caseId: made.caseId, outcome: 'verified' });
  expect((await service.emitted(caseChanged)).at(-1)).toMatchObject({ state: 'decided', outcome: 'verified' });
  expect((await service.emitted(notificationRequested.verification)).at(-1)).toMatchObject({
    template: 'case_decided',
  });
  const audits = (await service.emitted(auditRecorded.verification)).filter(
    ({ action }) => action === 'createDecision',
  );
  expect(audits.at(-1)).toMatchObject({ permission: 'verification.cases.decide', actorId: decider.userId, reason });
  const seen = await service.get(`/verification-cases/${made.caseId}`, { actor: decider });
  expect(seen.body.claims).toMatchObject([{ status: 'active' }, { status: 'active' }]);
  service.advanceClock(160 * 86_400);
  const later = await service.get(`/verification-cases/${made.caseId}`, { actor: decider });
  expect(later.body.claims).toMatchObject([{ status: 'active' }, { status: 'expiring' }]);
});

test('a claim type that the decision refuses is not granted', async () => {
  const made = await makeRecommended(service);
  const { body } = await decide(service, made.caseId, { claims: granting('identity_confirmed') });
  expect(body.claims).toMatchObject([
    { result: 'granted' },
    { type: 'licence_confirmed', result: 'refused', claimId: null, validUntil: null },
  ]);
  expect(await claimEvents(made.providerId)).toHaveLength(1);
});

test('a decision `not_verified` creates no claim', async () => {
  const made = await makeRecommended(service, { results: { identity: 'failed', licence: 'failed' } });
  const answer = await decide(service, made.caseId, { outcome: 'not_verified', claims: [] });
  expect(answer).toMatchObject({ status: 201, body: { outcome: 'not_verified' } });
  expect(await claimEvents(made.providerId)).toEqual([]);
});

const known = 'identity_confirmed';
test.each([
  ['verified without a grant', 'verified', [{ type: known, result: 'refused' }], 400, 'claims', 'grant_required'],
  ['not verified with a grant', 'not_verified', granting(known), 400, 'claims', 'grant_not_allowed'],
  [
    'a type of another category',
    'verified',
    granting(known, 'blanket_verified'),
    400,
    'claims.1.type',
    'unknown_claim_type',
  ],
  ['a type twice', 'verified', granting(known, known), 400, 'claims.1.type', 'duplicate'],
  [
    'validity in the past',
    'verified',
    [{ ...granting(known)[0], validUntil: '2020-01-01T00:00:00Z' }],
    400,
    'claims.0.validUntil',
    'must_be_future',
  ],
  [
    'validity of a type that is not granted',
    'verified',
    [...granting(known), { type: 'licence_confirmed', result: 'refused', validUntil: '2099-01-01T00:00:00Z' }],
    400,
    'claims.1.validUntil',
    'not_allowed',
  ],
  ['a grant on a failed check', 'verified', grantAll, 409, 'claims.1.result', 'check_failed'],
])(
  'returns an error for a decision with %s and records nothing',
  async (_what, outcome, claims, status, field, code) => {
    const made = halfFailed;
    expect(await decide(service, made.caseId, { outcome, claims })).toMatchObject({
      status,
      body: { errors: [{ field, code }] },
    });
    expect(await decisionsOf(made.caseId)).toEqual([]);
  },
);

test('returns 409 for a grant on evidence that is not available', async () => {
  const made = await makeRecommended(service);
  await service.db
    .updateTable('evidence_version')
    .set({ state: 'rejected' })
    .where('case_id', '=', made.caseId)
    .execute();
  const answer = await decide(service, made.caseId);
  expect(answer).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'evidence_not_available' }, { field: 'claims.1.result' }] },
  });
});

test('returns an error without idempotency key, permission or a recommended case', async () => {
  const made = await makeAssigned(service);
  const unkeyed = await service.post(`/verification-cases/${made.caseId}/decisions`, {
    actor: operator('decider'),
    body: { outcome: 'verified', claims: grantAll, reasonCodes: ['all_checks_clear'], reason },
  });
  expect(unkeyed).toMatchObject({ status: 400, body: { errors: [{ code: 'idempotency_key_required' }] } });
  expect((await decide(service, made.caseId)).status).toBe(400);
  expect((await decide(service, randomUUID())).status).toBe(404);
  for (const actor of [person(), operator('triage'), operator('supervisor'), operator('reviewer')]) {
    expect((await decide(service, made.caseId, { actor })).status).toBe(403);
    expect((await decide(service, randomUUID(), { actor })).status).toBe(403);
  }
});

test('returns 400 for a reason code outside the closed list', async () => {
  expect(await decide(service, halfFailed.caseId, { reasonCodes: ['all_checks_clear', 'of_my_own'] })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'reasonCodes.1', code: 'invalid_value', allowed: Object.keys(decisionReasons) }] },
  });
});

test('a later decision supersedes the earlier claim, which is kept and names its successor', async () => {
  const made = await makeRecommended(service);
  const first = await decide(service, made.caseId);
  const { providerId, categoryKey, selectionId, requirementVersionId } = made;
  // Within the renewal period of the claims.
  service.advanceClock(120 * 86_400);
  await service.deliver(serviceRemoved, { providerId, categoryKey, selectionId });
  const renewed = { ...made, selectionId: randomUUID() };
  await service.deliver(serviceSelected, {
    providerId,
    categoryKey,
    requirementVersionId,
    selectionId: renewed.selectionId,
  });
  const again = await makeRecommended(service, { provider: renewed });
  expect(again.caseId).not.toBe(made.caseId);
  const second = await decide(service, again.caseId, { claims: granting('identity_confirmed') });

  const events = (await claimEvents(providerId)).map(({ claimId, state: status }) => [claimId, status]);
  expect(events.slice(2)).toEqual([
    [first.body.claims[0].claimId, 'superseded'],
    [second.body.claims[0].claimId, 'active'],
  ]);
  const rows = await service.db.selectFrom('claim').selectAll().where('provider_id', '=', providerId).execute();
  expect(rows.map(({ state }) => state).sort()).toEqual(['active', 'active', 'superseded']);
  expect(rows.find(({ state }) => state === 'superseded')?.superseded_by).toBe(second.body.claims[0].claimId);
});

test('Z3 returns 409 when the recommender decides, whatever their permissions', async () => {
  const made = await makeRecommended(service);
  for (const actor of [made.reviewer, { ...made.reviewer, permissions: everything }]) {
    expect(await decide(service, made.caseId, { actor })).toMatchObject({
      status: 409,
      body: { type: 'http://trust.test/problems/separation-of-duties' },
    });
  }
  const both = { ...made.reviewer, permissions: everything };
  const answers = await Promise.all(Array.from({ length: 16 }, () => decide(service, made.caseId, { actor: both })));
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(409));
  expect(await decisionsOf(made.caseId)).toEqual([]);
});

test('Z3 returns 409 when a former reviewer of the case decides', async () => {
  const made = await makeAssigned(service);
  const successor = operator('reviewer');
  await service.post(`/verification-cases/${made.caseId}/assign`, {
    actor: operator('triage'),
    body: { assigneeId: successor.userId, reason },
  });
  const now = { ...made, reviewer: successor };
  for (const requirementKey of ['identity', 'licence']) await check(service, now, { requirementKey });
  await recommend(service, now, { reasonCodes: ['all_checks_clear'] });
  const actor = { ...made.reviewer, permissions: everything };
  expect((await decide(service, made.caseId, { actor })).body.title).toBe('Separation of duties');
});

test('Z3 returns 409 when a representative or uploader decides', async () => {
  const made = await makeRecommended(service);
  const representative = operator('decider', { assignments: made.owner.assignments });
  const uploader = operator('decider', { userId: made.owner.userId });
  expect((await decide(service, made.caseId, { actor: representative })).body.title).toBe('Separation of duties');
  const duty = { actor: uploader, body: { duty: 'decide', reason } };
  const claimed = await service.post(`/verification-cases/${made.caseId}/assign`, duty);
  expect(claimed.body.title).toBe('Separation of duties');
  expect((await decide(service, made.caseId, { actor: uploader })).body.title).toBe('Duty not held');
});

test('C1 16 concurrent identical decisions have one effect and one response', async () => {
  const made = await makeRecommended(service);
  const actor = operator('decider');
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => decide(service, made.caseId, { actor, key: 'the same' })),
  );
  const done = answers.filter(({ status }) => status === 201);
  const busy = answers.filter(({ status, headers }) => status === 409 && headers.get('retry-after'));
  expect(done.length).toBeGreaterThan(0);
  expect(done.length + busy.length).toBe(16);
  expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await decisionsOf(made.caseId)).toHaveLength(1);
  expect(await claimEvents(made.providerId)).toHaveLength(2);

  const again = await decide(service, made.caseId, { actor, key: 'the same' });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const other = await decide(service, made.caseId, { actor, key: 'the same', outcome: 'inconclusive', claims: [] });
  expect(other).toMatchObject({ status: 409, body: { errors: [{ code: 'idempotency_key_reused' }] } });
});
