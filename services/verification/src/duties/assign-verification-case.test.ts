import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded, workNotificationRequested } from '@trust/contracts/events/any';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import { caseChanged } from '@trust/contracts/events/verification';
import { operatorPermissions } from '@trust/contracts/permissions';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  check,
  decide,
  grantAll,
  ifMatch,
  makeAssigned,
  makeRecommended,
  makeReviewable,
  reason,
} from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const both = [...operatorPermissions.reviewer, ...operatorPermissions.decider];
const assign = (caseId: string, actor: Actor, body: object = {}) =>
  service.post(`/verification-cases/${caseId}/assign`, { actor, body: { reason, ...body } });
/** Without the ids of the assignments. */
const dutiesOf = async (caseId: string) =>
  (await service.emitted(caseChanged))
    .filter((payload) => payload.caseId === caseId)
    .at(-1)
    ?.duties.map(({ duty, assigneeId }) => ({ duty, assigneeId }));
const why = { reasonCodes: ['documents_consistent'], reason };
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const unpermitted = {
  status: 409,
  body: {
    type: 'http://trust.test/problems/state-conflict',
    errors: [{ field: 'assigneeId', code: 'permission_missing' }],
  },
};

test('Z3 returns 409 for an assignee without the permission of the duty', async () => {
  const { caseId, providerId } = await makeReviewable(service);
  const triage = operator('triage');
  const decider = await service.known(operator('decider'));
  for (const assigneeId of [providerId, randomUUID(), (await service.known(operator('auditor'))).userId])
    expect(await assign(caseId, triage, { assigneeId })).toMatchObject(unpermitted);
  expect(await assign(caseId, triage, { assigneeId: decider.userId, duty: 'review' })).toMatchObject(unpermitted);
  const rows = await service.db.selectFrom('case_assignment').select('id').where('case_id', '=', caseId).execute();
  expect(rows).toEqual([]);
});

test('tells an operator which case another operator gave them, and nobody what they took themselves', async () => {
  const { caseId } = await makeReviewable(service);
  const sent = async () =>
    (await service.emitted(workNotificationRequested.verification)).filter(({ subjectId }) => subjectId === caseId);
  const [taker, given] = [await service.known(operator('reviewer')), await service.known(operator('reviewer'))];
  expect((await assign(caseId, taker)).status).toBe(200);
  expect(await sent()).toEqual([]);
  expect((await assign(caseId, operator('triage'), { assigneeId: given.userId })).status).toBe(200);
  const work = { subjectType: 'verification_case', subjectId: caseId };
  expect(await sent()).toEqual([
    { userId: given.userId, template: 'work_assigned', ...work },
    { userId: taker.userId, template: 'work_lost', ...work },
  ]);
});

test('without `duty` the assignee’s permission selects it, or with both permissions the state of the case', async () => {
  const inReview = await makeReviewable(service);
  const [first, second] = [await service.known(operator('reviewer', { permissions: both })), operator('decider')];
  const triage = operator('triage');
  expect((await assign(inReview.caseId, triage, { assigneeId: first.userId })).body.assignments).toMatchObject([
    { duty: 'review', assigneeId: first.userId },
  ]);
  const { caseId, reviewer } = await makeRecommended(service);
  expect((await assign(caseId, second)).body.assignments).toMatchObject([
    { duty: 'review', assigneeId: reviewer.userId },
    { duty: 'decide', assigneeId: second.userId },
  ]);
  expect((await assign(caseId, triage, { assigneeId: first.userId })).body.assignments).toMatchObject([
    { duty: 'review', assigneeId: reviewer.userId },
    { duty: 'decide', assigneeId: first.userId },
  ]);
  expect(await dutiesOf(caseId)).toEqual([
    { duty: 'review', assigneeId: reviewer.userId },
    { duty: 'decide', assigneeId: first.userId },
  ]);
  const entry = (await service.emitted(auditRecorded.verification)).at(-1);
  expect(entry).toMatchObject({
    permission: 'verification.cases.assign',
    before: { duty: 'decide', assigneeId: second.userId },
    after: { duty: 'decide', assigneeId: first.userId },
  });
});

test('returns 400 for a duty that the state of the case does not need', async () => {
  const { caseId } = await makeReviewable(service);
  const [reviewer, decider] = [await service.known(operator('reviewer')), await service.known(operator('decider'))];
  const triage = operator('triage');
  expect((await assign(caseId, triage, { assigneeId: decider.userId })).status).toBe(400);
  const recommended = await makeRecommended(service);
  expect((await assign(recommended.caseId, triage, { assigneeId: reviewer.userId })).status).toBe(400);
});

test('Z3 returns 409 when a present or former reviewer would get the duty `decide`', async () => {
  const made = await makeReviewable(service);
  const former = await service.known(operator('reviewer', { permissions: both }));
  expect((await assign(made.caseId, former, { duty: 'review' })).status).toBe(200);
  const { caseId, reviewer } = await makeRecommended(service, {
    provider: made,
    reviewer: await service.known(operator('reviewer', { permissions: both })),
  });
  const triage = operator('triage');
  for (const person of [former, reviewer])
    expect(await assign(caseId, triage, { assigneeId: person.userId, duty: 'decide' })).toMatchObject(separation);
  expect(await assign(caseId, reviewer, { duty: 'decide' })).toMatchObject(separation);
  expect(await decide(service, caseId, { actor: former })).toMatchObject(separation);
});

test('D2 an assigned decision returns 404 to other deciders', async () => {
  const { caseId } = await makeRecommended(service);
  const [holder, other] = [operator('decider'), operator('decider')];
  expect((await assign(caseId, holder)).status).toBe(200);
  expect((await service.get(`/verification-cases/${caseId}`, { actor: holder })).status).toBe(200);
  expect((await service.get(`/verification-cases/${caseId}`, { actor: other })).status).toBe(404);
  expect((await assign(caseId, other)).status).toBe(404);
  expect((await decide(service, caseId, { actor: other })).status).toBe(404);
  expect((await decide(service, caseId, { actor: holder })).status).toBe(201);
});

test.each([
  ['reviewers', () => makeReviewable(service), () => operator('reviewer')],
  ['deciders', () => makeRecommended(service), () => operator('decider')],
])('M3 of 16 %s who claim a case at once one gets it and the others get 404', async (_who, make, newOperator) => {
  const { caseId } = await make();
  const answers = await Promise.all(Array.from({ length: 16 }, () => assign(caseId, newOperator())));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(404)]);
});

test('a decision needs its duty and claims none', async () => {
  const { caseId } = await makeRecommended(service);
  const decision = async () =>
    service.post(`/verification-cases/${caseId}/decisions`, {
      actor: operator('decider'),
      headers: { 'idempotency-key': randomUUID(), ...(await ifMatch(service, caseId)) },
      body: { outcome: 'verified', claims: grantAll.map((one) => ({ ...one, evidenceVersionId: null })), ...why },
    });
  expect(await decision()).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/duty-not-held', detail: expect.stringContaining('Claim the duty') },
  });
  expect((await dutiesOf(caseId))?.map(({ duty }) => duty)).toEqual(['review']);
  expect((await decide(service, caseId)).status).toBe(201);
  expect((await dutiesOf(caseId))?.map(({ duty }) => duty)).toEqual(['review', 'decide']);
});

test('Z3 losing the permission ends the duty, and another operator can claim it', async () => {
  const made = await makeAssigned(service);
  const { caseId, reviewer } = made;
  await service.announce(reviewer, operatorPermissions.decider);
  expect(await dutiesOf(caseId)).toEqual([]);
  expect((await check(service, made, { requirementKey: 'identity' })).status).toBe(409);
  expect((await service.emitted(auditRecorded.verification)).at(-1)).toMatchObject({
    action: 'endAssignment',
    actorId: null,
    before: { duty: 'review', assigneeId: reviewer.userId },
  });
  expect((await assign(caseId, operator('reviewer'))).status).toBe(200);

  const recommended = await makeRecommended(service);
  const decider = operator('decider');
  await assign(recommended.caseId, decider);
  await service.announce(decider, []);
  expect((await decide(service, recommended.caseId, { actor: decider })).status).toBe(409);
  expect((await decide(service, recommended.caseId)).status).toBe(201);
});

test('Z3 losing the permission of an ended duty leaves the duty of the present assignee', async () => {
  const { caseId, reviewer } = await makeAssigned(service);
  const present = await service.known(operator('reviewer'));
  expect((await assign(caseId, operator('triage'), { assigneeId: present.userId })).status).toBe(200);
  await service.announce(reviewer, []);
  expect(await dutiesOf(caseId)).toEqual([{ duty: 'review', assigneeId: present.userId }]);
});

test('D2 returns 404 to the decider who claims the assigned review', async () => {
  const { caseId } = await makeRecommended(service);
  const decider = operator('decider', { permissions: both });
  expect((await assign(caseId, decider, { duty: 'decide' })).status).toBe(200);
  expect((await assign(caseId, decider, { duty: 'review' })).status).toBe(404);
});

test('losing a permission does not change a decided case', async () => {
  const { caseId, reviewer } = await makeRecommended(service);
  await decide(service, caseId);
  const before = await dutiesOf(caseId);
  await service.announce(reviewer, []);
  expect(await dutiesOf(caseId)).toEqual(before);
});

test('ignores an operator event that is older than the last one', async () => {
  const made = await makeReviewable(service);
  const reviewer = await service.known(operator('reviewer'));
  const start = service.clock.now;
  service.advanceClock(60);
  await service.announce(reviewer, []);
  service.clock.now = start;
  await service.announce(reviewer, reviewer.permissions);
  expect(await assign(made.caseId, reviewer)).toMatchObject({ status: 409 });
});

test('returns 409 with `Retry-After` while the event with the operator’s permission has not arrived', async () => {
  const { caseId } = await makeReviewable(service);
  const reviewer = operator('reviewer');
  await service.announce(reviewer, []);
  const early = await assign(caseId, reviewer);
  const retrySoon = [409, '1', [{ field: 'permission', code: 'not_yet_known' }]];
  const comparableParts = ({ status, headers, body }: typeof early) => [
    status,
    headers.get('retry-after'),
    body.errors.map(({ field, code }: { field: string; code: string }) => ({ field, code })),
  ];
  expect(comparableParts(early)).toEqual(retrySoon);
  await service.announce(reviewer, reviewer.permissions);
  expect((await assign(caseId, reviewer)).status).toBe(200);

  const recommended = await makeRecommended(service);
  const decider = operator('decider');
  await service.announce(decider, []);
  expect(comparableParts(await assign(recommended.caseId, decider))).toEqual(retrySoon);
  await service.announce(decider, decider.permissions);
  expect((await decide(service, recommended.caseId, { actor: decider })).status).toBe(201);
});

test('Z3 claiming a duty while its permission ends leaves no active assignment', async () => {
  for (let round = 0; round < 8; round++) {
    const { caseId } = await makeReviewable(service);
    const reviewer = await service.known(operator('reviewer'));
    await Promise.all([assign(caseId, reviewer), service.announce(reviewer, [])]);
    const { body } = await service.get(`/verification-cases/${caseId}`, { actor: operator('triage') });
    expect(body.assignments).toEqual([]);
  }
});

test('Z3 an assignee who becomes a representative of the provider loses the duty', async () => {
  const made = await makeAssigned(service);
  const assignment = { assignmentId: randomUUID(), providerId: made.providerId, userId: made.reviewer.userId };
  await service.deliver(representativeAssigned, { ...assignment, role: 'manager' });
  expect(await dutiesOf(made.caseId)).toEqual([]);
  expect((await check(service, made, { requirementKey: 'identity' })).status).toBe(404);
});

test('Z3 operations assigns by the same rules, and the response shows nothing but duties', async () => {
  const { caseId, providerId } = await makeReviewable(service);
  const assignForDesk = (actor: Actor, body: object, id = caseId) =>
    service.post(`/operations/verification-cases/${id}/assign`, { actor, body: { reason, ...body } });
  const [triage, reviewer, next] = [operator('triage'), await makeKnown(), await makeKnown()];
  const own = operator('triage', { assignments: [{ assignmentId: randomUUID(), providerId, role: 'owner' }] });
  expect(await assignForDesk(own, { assigneeId: reviewer.userId })).toMatchObject(separation);
  expect((await assignForDesk(triage, { assigneeId: reviewer.userId }, randomUUID())).status).toBe(404);
  expect((await assignForDesk(reviewer, { assigneeId: next.userId })).status).toBe(403);
  expect(await assignForDesk(triage, { assigneeId: triage.userId })).toMatchObject({ status: 403 });
  expect(await assignForDesk(triage, { assigneeId: randomUUID() })).toMatchObject(unpermitted);
  for (const { userId: assigneeId } of [reviewer, next])
    expect((await assignForDesk(triage, { assigneeId })).body).toEqual({
      ...{ id: caseId, state: 'in_review' },
      assignments: [
        { duty: 'review', assigneeId, assigneeName: 'former operator', assignedAt: service.clock.now.toISOString() },
      ],
    });
  expect(await assignForDesk(triage, { assigneeId: reviewer.userId, duty: 'decide' })).toMatchObject(unpermitted);
  expect((await service.emitted(auditRecorded.verification)).at(-1)).toMatchObject({
    ...{ action: 'assignOperationsCase', permission: 'verification.cases.assign', reason },
    before: { duty: 'review', assigneeId: reviewer.userId },
    after: { duty: 'review', assigneeId: next.userId },
  });
});

const makeKnown = () => service.known(operator('reviewer'));
