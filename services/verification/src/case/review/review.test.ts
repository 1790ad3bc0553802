import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { caseChanged } from '@trust/contracts/events/verification';
import { operatorPermissions } from '@trust/contracts/permissions';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  check,
  currentVersions,
  makeAssigned,
  makeProvider,
  makeRecommended,
  makeReviewable,
  read as readDocuments,
  reason,
  recommend,
} from '../../../test/make.ts';
import { subjectOf } from '../../../test/make-subjects.ts';
import { keys } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
let unassigned: Awaited<ReturnType<typeof makeReviewable>>;
let assigned: Awaited<ReturnType<typeof makeAssigned>>;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
  unassigned = await makeReviewable(service);
  assigned = await makeAssigned(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const assign = (caseId: string, actor: Actor, body: object = {}) =>
  service.post(`/verification-cases/${caseId}/assign`, { actor, body: { reason, ...body } });
const read = (caseId: string, actor: Actor) => service.get(`/verification-cases/${caseId}`, { actor });
const auditsOf = async (caseId: string) =>
  (await service.emitted(auditRecorded.verification)).filter(({ objectId }) => objectId === caseId);
const comparableParts = ({
  status,
  body: { requestId: _id, instance: _path, ...rest },
}: Awaited<ReturnType<typeof read>>) => ({
  status,
  ...rest,
});

test('a reviewer claims an unassigned case, with one audit entry and one event', async () => {
  const { caseId } = await makeReviewable(service);
  const reviewer = operator('reviewer');
  const answer = await assign(caseId, reviewer);
  expect(answer).toMatchObject({
    status: 200,
    body: { id: caseId, state: 'in_review', assignments: [{ duty: 'review', assigneeId: reviewer.userId }] },
  });
  expect(await auditsOf(caseId)).toMatchObject([
    { action: 'assignVerificationCase', permission: 'verification.cases.review', actorId: reviewer.userId, reason },
  ]);
  expect((await service.emitted(caseChanged)).at(-1)).toMatchObject({
    caseId,
    duties: [{ duty: 'review', assigneeId: reviewer.userId }],
  });
});

test('an assigner can assign a case to a reviewer and reassign it to another', async () => {
  const { caseId } = await makeReviewable(service);
  for (const { userId: assigneeId } of [
    await service.known(operator('reviewer')),
    await service.known(operator('reviewer')),
  ]) {
    const { body } = await assign(caseId, operator('triage'), { assigneeId });
    expect(body.assignments).toMatchObject([{ duty: 'review', assigneeId }]);
  }
  const permissions = (await auditsOf(caseId)).map(({ permission }) => permission);
  expect(permissions).toEqual(['verification.cases.assign', 'verification.cases.assign']);
});

test.each([
  ['a reviewer for another', operator('reviewer'), { assigneeId: randomUUID() }],
  ['an assigner for themselves', operator('triage'), {}],
  ['a decider for the duty `review`', operator('decider'), { duty: 'review' }],
  ['a reviewer for the duty `decide`', operator('reviewer'), { duty: 'decide' }],
  ['a decider for another', operator('decider'), { assigneeId: randomUUID() }],
  ['a person without permissions', person(), {}],
])('Z1 assigning returns 403 to %s', async (_who, actor, body) => {
  const { caseId } = unassigned;
  expect((await assign(caseId, actor, body)).status).toBe(403);
  expect((await assign(randomUUID(), actor, body)).status).toBe(403);
});

test('returns 400 when a case that awaits evidence is assigned', async () => {
  const provider = await makeProvider(service);
  const { body } = await service.get(`/providers/${provider.providerId}/verification-cases`, { actor: provider.owner });
  expect((await assign(body.items[0].id, operator('reviewer'))).status).toBe(400);
});

test('Z3 returns 409 when a representative or uploader would become the reviewer', async () => {
  const made = await makeReviewable(service);
  const { providerId, owner, caseId } = made;
  const rejected = { status: 409, body: { title: 'Separation of duties' } };

  const colleague = operator('reviewer', { assignments: owner.assignments });
  expect(await assign(caseId, colleague)).toMatchObject(rejected);
  await service.announce(owner, operatorPermissions.reviewer);
  expect(await assign(caseId, operator('triage'), { assigneeId: owner.userId })).toMatchObject(rejected);

  const former = operator('reviewer');
  const assignment = { assignmentId: randomUUID(), providerId, userId: former.userId };
  await service.deliver(representativeAssigned, { ...assignment, role: 'contributor' });
  expect(await assign(caseId, former)).toMatchObject(rejected);
  service.advanceClock(1);
  await service.deliver(representativeEnded, assignment);
  expect(await assign(caseId, former)).toMatchObject(rejected);
  expect(await auditsOf(caseId)).toEqual([]);
});

test('D2 an assigned case returns the same 404 to another reviewer as an unknown case', async () => {
  const { caseId } = await makeAssigned(service);
  const other = operator('reviewer');
  const absent = comparableParts(await read(randomUUID(), other));
  expect(absent.status).toBe(404);
  expect(comparableParts(await read(caseId, other))).toEqual(absent);
  expect(comparableParts(await assign(caseId, other))).toEqual(absent);
  expect(comparableParts(await check(service, { caseId, reviewer: other }, { requirementKey: 'identity' }))).toEqual(
    absent,
  );
  expect(comparableParts(await recommend(service, { caseId, reviewer: other }))).toEqual(absent);
});

test('assigners, the reviewer and, once recommended, deciders can read a case', async () => {
  const inReview = await makeAssigned(service);
  expect((await read(inReview.caseId, operator('triage'))).status).toBe(200);
  expect((await read(inReview.caseId, inReview.reviewer)).status).toBe(200);
  expect((await read(inReview.caseId, operator('decider'))).status).toBe(404);
  // As to a representative whose assignment has not arrived.
  expect((await read(inReview.caseId, person())).status).toBe(404);

  const { caseId } = await makeRecommended(service);
  const { body } = await read(caseId, operator('decider'));
  expect(body).toMatchObject({
    state: 'recommended',
    recommendation: { outcome: 'verified', reasonCodes: ['documents_consistent'] },
    requirements: [
      {
        key: 'identity',
        evidence: { state: 'available' },
        check: { result: 'clear' },
        claim: { type: 'identity_confirmed' },
      },
      { key: 'licence' },
    ],
    decision: null,
    claims: [],
  });
});

test('returns 409 for a recommendation while a requirement has no check', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity' });
  expect(await recommend(service, made)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'requirements.licence', code: 'check_missing' }] },
  });
  await check(service, made, { requirementKey: 'licence' });
  expect((await recommend(service, made)).status).toBe(201);
  expect((await recommend(service, made)).status).toBe(400);
  expect((await check(service, made, { requirementKey: 'licence' })).status).toBe(400);
  const actions = (await auditsOf(made.caseId)).map(({ action }) => action);
  expect(actions).toEqual(['assignVerificationCase', 'createCheck', 'createCheck', 'createRecommendation']);
});

test('a later check of the same evidence replaces the earlier one', async () => {
  const made = await makeAssigned(service);
  for (const key of keys) await check(service, made, { requirementKey: key, result: 'failed' });
  await check(service, made, { requirementKey: 'identity', result: 'consider', observations: 'On a second look.' });
  const { body } = await read(made.caseId, made.reviewer);
  expect(body.requirements.map((one: { check: { result: string } }) => one.check.result)).toEqual([
    'consider',
    'failed',
  ]);
});

test.each([
  ['an unknown requirement', { requirementKey: 'nothing' }, 'requirementKey', 'unknown_requirement'],
  ['a reason that is too short', { requirementKey: 'identity', reason: 'ok' }, 'reason', 'too_small'],
  ['an unknown field', { requirementKey: 'identity', score: 7 }, 'score', 'unknown_field'],
])('returns 400 for a check with %s', async (_what, body, field, code) => {
  const made = assigned;
  expect(await check(service, made, body)).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
});

test('C1 a check that is retried with its idempotency key is recorded once', async () => {
  const made = await makeAssigned(service);
  const evidenceVersionId = (await currentVersions(service, made.caseId)).get('identity') ?? '';
  await readDocuments(service, made.reviewer, made.caseId, [evidenceVersionId]);
  const subjectId = await subjectOf(service, made.caseId, 'identity');
  const send = () =>
    service.post(`/verification-cases/${made.caseId}/checks`, {
      actor: made.reviewer,
      headers: { 'idempotency-key': 'again' },
      body: {
        requirementKey: 'identity',
        evidenceVersionId,
        subjectId,
        method: 'document_review',
        result: 'clear',
        reason,
      },
    });
  const first = await send();
  const second = await send();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.body).toEqual(first.body);
  const rows = await service.db.selectFrom('case_check').select('id').where('case_id', '=', made.caseId).execute();
  expect(rows).toHaveLength(1);
});
