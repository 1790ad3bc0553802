import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import {
  invitationAwaitingApproval,
  representativeAssigned,
  representativeEnded,
} from '@trust/contracts/events/representatives';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, makeAssigned, makeProvider, makeReviewable, reason } from '../../test/make.ts';
import { endSubject, nameSubject } from '../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const post = (actor: Actor, caseId: string, verb: string, body: object = {}) =>
  service.post(`/verification-cases/${caseId}/${verb}`, { actor, body: { reason, ...body } });
const dutiesOf = async (caseId: string) =>
  (await service.emitted(caseChanged)).filter((payload) => payload.caseId === caseId).at(-1)?.duties;

async function awaits({ userId }: Actor, providerId: string) {
  const { now } = service.clock;
  const expiresAt = new Date(now.getTime() + 7 * 86_400_000).toISOString();
  const payload = { invitationId: randomUUID(), providerId, userId, expiresAt, occurredAt: now.toISOString() };
  await service.deliver(invitationAwaitingApproval, payload);
  return payload;
}

test('Z3 an assignee whose acceptance awaits approval loses the duty and gets no other', async () => {
  const made = await makeAssigned(service);
  const { caseId, reviewer } = made;
  await awaits(reviewer, made.providerId);
  expect(await dutiesOf(caseId)).toEqual([]);
  expect((await check(service, made, { requirementKey: 'identity' })).status).toBe(404);
  expect(await post(operator('triage'), caseId, 'assign', { assigneeId: reviewer.userId })).toMatchObject(separation);
});

test('Z3 who assigns cases opens, withdraws and releases none while their acceptance awaits approval', async () => {
  const { caseId, providerId } = await makeAssigned(service);
  const triage = operator('triage');
  const waited = await awaits(triage, providerId);
  expect(await post(triage, caseId, 'release', { duty: 'review' })).toMatchObject(separation);
  expect(await post(triage, caseId, 'withdraw')).toMatchObject(separation);
  const open = (actor: Actor) =>
    service.post(`/providers/${providerId}/verification-cases`, {
      actor,
      body: { reason, categoryKey: 'electrician', kind: 'initial' },
    });
  expect(await open(triage)).toMatchObject(separation);
  expect(await post(operator('triage'), caseId, 'withdraw')).toMatchObject({ status: 200 });
  service.clock.now = new Date(waited.expiresAt);
  expect((await open(triage)).body.type).not.toMatch('separation-of-duties');
});

test('Z3 who worked for a provider while a case waited has no part in it, also after the wait', async () => {
  const { caseId, providerId } = await makeReviewable(service);
  const reviewer = await service.known(operator('reviewer'));
  const { expiresAt } = await awaits(reviewer, providerId);
  service.clock.now = new Date(Date.parse(expiresAt) + 1000);
  expect(await post(operator('triage'), caseId, 'assign', { assigneeId: reviewer.userId })).toMatchObject(separation);
});

test('Z3 nobody judges a provider from the side of another one for which its person answers or did', async () => {
  const [{ caseId, providerId, reviewer }, other, stranger] = [
    await makeAssigned(service),
    await makeProvider(service),
    await makeProvider(service),
  ];
  const personId = randomUUID();
  for (const id of [providerId, other.providerId]) {
    await endSubject(service, id, 'person');
    await nameSubject(service, id, 'person', { personId });
  }
  await endSubject(service, other.providerId, 'person');
  await awaits(reviewer, other.providerId);
  expect(await check(service, { caseId, reviewer }, { requirementKey: 'identity' })).toMatchObject(separation);
  expect(await post(operator('triage'), caseId, 'release', { duty: 'review' })).toMatchObject({ status: 200 });
  const assign = ({ userId: assigneeId }: Actor) => post(operator('triage'), caseId, 'assign', { assigneeId });
  expect(await assign(reviewer)).toMatchObject(separation);
  const uninvolved = await service.known(operator('reviewer'));
  await awaits(uninvolved, stranger.providerId);
  expect(await assign(uninvolved)).toMatchObject({ status: 200 });
});

test('Z3 the assignment follows the wait, in either order of events, and its end is final', async () => {
  const { providerId } = await makeReviewable(service);
  const actor = operator('reviewer');
  const rowOf = (id: string) =>
    service.db
      .selectFrom('representative')
      .select(['ended_at', 'is_awaiting'])
      .where('assignment_id', '=', id)
      .executeTakeFirstOrThrow();
  const waited = await awaits(actor, providerId);
  const { invitationId: assignmentId } = waited;
  expect(await rowOf(assignmentId)).toEqual({ ended_at: new Date(waited.expiresAt), is_awaiting: true });
  const assignment = { assignmentId, providerId, userId: actor.userId };
  for (const deliver of [
    () => service.deliver(representativeAssigned, { ...assignment, role: 'manager' }),
    () => service.deliver(invitationAwaitingApproval, waited),
  ]) {
    await deliver();
    expect(await rowOf(assignmentId)).toEqual({ ended_at: null, is_awaiting: false });
  }
  await service.deliver(representativeEnded, assignment);
  const ended = await rowOf(assignmentId);
  expect(ended).toEqual({ ended_at: expect.any(Date), is_awaiting: false });
  await service.deliver(representativeAssigned, { ...assignment, role: 'manager' });
  await service.deliver(invitationAwaitingApproval, waited);
  expect(await rowOf(assignmentId)).toEqual(ended);
});
