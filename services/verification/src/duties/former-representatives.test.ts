import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReviewable, reason } from '../../test/make.ts';
import { assignRaw } from '../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const assign = (caseId: string, actor: Actor, body: object = {}) =>
  service.post(`/verification-cases/${caseId}/assign`, { actor, body: { reason, ...body } });
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };

test('Z3 returns 409 when a former representative assigns the case, and the database rejects it', async () => {
  const { caseId, providerId } = await makeReviewable(service);
  const reviewer = await service.known(operator('reviewer'));
  const former = operator('triage');
  const assignment = { assignmentId: randomUUID(), providerId, userId: former.userId };
  await service.deliver(representativeAssigned, { ...assignment, role: 'manager' });
  service.advanceClock(1);
  await service.deliver(representativeEnded, assignment);

  expect(await assign(caseId, former, { assigneeId: reviewer.userId })).toMatchObject(separation);
  const raw = assignRaw(caseId, reviewer.userId, 'review', former.userId).execute(service.db);
  await expect(raw).rejects.toMatchObject({ constraint: 'separation_of_duties' });
  expect((await assign(caseId, operator('triage'), { assigneeId: reviewer.userId })).status).toBe(200);
});

test('Z3 who represented the provider in the 12 months before the case opened holds no duty of it', async () => {
  const leftBefore = async (days: number) => {
    const { caseId, providerId } = await makeReviewable(service);
    const former = await service.known(operator('reviewer'));
    const assignment = { assignmentId: randomUUID(), providerId, userId: former.userId };
    await service.deliver(representativeAssigned, { ...assignment, role: 'manager' });
    await service.deliver(representativeEnded, assignment);
    const endedAt = new Date(service.clock.now.getTime() - days * 86_400_000);
    await sql`update representative set ended_at = ${endedAt} where assignment_id = ${assignment.assignmentId}`.execute(
      service.db,
    );
    return assign(caseId, former);
  };
  for (const days of [1, 364]) expect(await leftBefore(days)).toMatchObject(separation);
  expect((await leftBefore(367)).status).toBe(200);
});

test('Z3 who represented the provider within 12 months withdraws no case of it', async () => {
  for (const [days, status] of [
    [364, 409],
    [367, 200],
  ] as const) {
    const { caseId, providerId } = await makeReviewable(service);
    const former = operator('triage');
    const assignment = { assignmentId: randomUUID(), providerId, userId: former.userId };
    await service.deliver(representativeAssigned, { ...assignment, role: 'manager' });
    await service.deliver(representativeEnded, assignment);
    const endedAt = new Date(service.clock.now.getTime() - days * 86_400_000);
    await sql`update representative set ended_at = ${endedAt} where assignment_id = ${assignment.assignmentId}`.execute(
      service.db,
    );
    const withdraw = () => service.post(`/verification-cases/${caseId}/withdraw`, { actor: former, body: { reason } });
    expect((await withdraw()).status, `${days}`).toBe(status);
  }
});
