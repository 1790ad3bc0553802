import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { answered } from '@trust/service-testing/answered';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, makeAssigned, makeRecommended, makeReviewable, reason } from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const triage = operator('triage');
const assign = (caseId: string, actor: Actor, body: object = {}) =>
  service.post(`/verification-cases/${caseId}/assign`, { actor, body: { reason, ...body } });
const release = (caseId: string, actor: Actor, duty = 'review') =>
  service.post(`/verification-cases/${caseId}/release`, { actor, body: { duty, reason } });
const dutiesOf = async (caseId: string) =>
  (await service.emitted(caseChanged)).findLast((payload) => payload.caseId === caseId)?.duties;
const conflict = (error: object) => ({
  status: 409,
  body: { type: 'http://trust.test/problems/state-conflict', errors: [error] },
});

test('the assignee or an assigner can release a duty, and others can claim it', async () => {
  const { caseId, reviewer } = await makeAssigned(service);
  expect(await release(caseId, reviewer)).toMatchObject({ status: 200, body: { assignments: [] } });
  expect(await dutiesOf(caseId)).toEqual([]);
  expect((await service.emitted(auditRecorded.verification)).at(-1)).toMatchObject({
    action: 'releaseVerificationCase',
    permission: 'verification.cases.review',
    reason,
    before: { duty: 'review', assigneeId: reviewer.userId },
    after: { duty: 'review', assigneeId: null },
  });
  const other = operator('reviewer');
  expect((await assign(caseId, other)).status).toBe(200);
  expect((await release(caseId, triage)).status).toBe(200);
  expect((await service.emitted(auditRecorded.verification)).at(-1)?.permission).toBe('verification.cases.assign');
  expect((await assign(caseId, reviewer)).status).toBe(200);
});

test('returns 400 for a free duty and for a decided case', async () => {
  const { caseId, reviewer } = await makeRecommended(service);
  expect((await release(caseId, triage, 'decide')).status).toBe(400);
  const decider = operator('decider');
  expect((await decide(service, caseId, { actor: decider })).status).toBe(201);
  for (const [person, duty] of [
    [decider, 'decide'],
    [reviewer, 'review'],
  ] as const)
    expect((await release(caseId, person, duty)).status).toBe(400);
});

test('D2 somebody else’s duty and an unknown case return the same 404; no permission returns 403', async () => {
  const { caseId } = await makeAssigned(service);
  const stranger = operator('reviewer');
  const masked = ({ status, body }: Awaited<ReturnType<typeof release>>) => [
    status,
    { ...body, requestId: '', instance: '' },
  ];
  const foreign = await release(caseId, stranger);
  expect(foreign.status).toBe(404);
  expect(masked(foreign)).toEqual(masked(await release(randomUUID(), stranger)));
  expect((await release(caseId, operator('auditor'))).status).toBe(403);
});

test('Z3 who released the review of a case still cannot decide it', async () => {
  const both = operator('reviewer', {
    permissions: [...operator('reviewer').permissions, ...operator('decider').permissions],
  });
  const made = await makeReviewable(service);
  expect((await assign(made.caseId, both, { duty: 'review' })).status).toBe(200);
  expect((await release(made.caseId, both)).status).toBe(200);
  const { caseId } = await makeRecommended(service, { provider: made });
  expect(await assign(caseId, triage, { assigneeId: both.userId, duty: 'decide' })).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/separation-of-duties' },
  });
});

test('Z3 16 concurrent claims and releases leave at most one assignee; each release ends one assignment', async () => {
  const { caseId, reviewer } = await makeAssigned(service);
  const others = await Promise.all(Array.from({ length: 8 }, () => service.known(operator('reviewer'))));
  const attempts = others.flatMap((other) => [() => release(caseId, triage), () => assign(caseId, other)]);
  const statuses = (await Promise.all(attempts.map((attempt) => answered(attempt)))).map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 400, 404, 409].includes(status))).toEqual([]);
  const rows = await service.db
    .selectFrom('case_assignment')
    .select(['assignee_id', 'ended_at'])
    .where('case_id', '=', caseId)
    .execute();
  const released = statuses.filter((status, index) => index % 2 === 0 && status === 200).length;
  const claimed = statuses.filter((status, index) => index % 2 === 1 && status === 200).length;
  expect(rows).toHaveLength(1 + claimed);
  expect(rows.filter(({ ended_at }) => ended_at !== null)).toHaveLength(released);
  expect(1 + claimed - released).toBeLessThanOrEqual(1);
  expect(rows.some(({ assignee_id }) => assignee_id === reviewer.userId)).toBe(true);
});

test('Z3 of 16 concurrent assignments to one operator as many succeed as the workload cap allows', async () => {
  const cases = [];
  for (let index = 0; index < 16; index++) cases.push((await makeReviewable(service)).caseId);
  const reviewer = await service.known(operator('reviewer'));
  const attempts = cases.map((caseId, index) =>
    answered(() =>
      index % 2 ? assign(caseId, reviewer) : assign(caseId, triage, { assigneeId: reviewer.userId, duty: 'review' }),
    ),
  );
  const answers = await Promise.all(attempts);
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(6).fill(409)]);
  const full = conflict({ field: 'assigneeId', code: 'workload_full', maximum: 10 });
  expect(answers.find(({ status }) => status === 409)).toMatchObject(full);

  const free = cases[answers.findIndex(({ status }) => status === 409)] ?? '';
  const held = cases[answers.findIndex(({ status }) => status === 200)] ?? '';
  expect((await release(held, reviewer)).status).toBe(200);
  expect((await assign(free, reviewer)).status).toBe(200);
  expect(await assign(held, reviewer)).toMatchObject(full);
});
