import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { stepUpHeld } from '@trust/contracts/events/evidence';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, makeAssigned, makeRecommended, makeReviewable, reason, recommend } from '../../../test/make.ts';
import { keys } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const refused = { status: 401, body: { type: 'http://trust.test/problems/step-up-required' } };
const stale = (actor: Actor, sessionId = actor.sessionId): Actor => ({
  ...actor,
  sessionId,
  authenticatedAt: Math.floor(service.clock.now.getTime() / 1000) - 300,
});

/** As evidence announces it with a grant. */
function hold({ sessionId, userId: reviewerId }: Actor, caseId: string, seconds = 1800) {
  const [now, endsAt] = [service.clock.now, new Date(service.clock.now.getTime() + seconds * 1000)];
  const times = { endsAt: endsAt.toISOString(), occurredAt: now.toISOString() };
  return service.deliver(stepUpHeld, { sessionId, caseId, reviewerId, ...times });
}

test('Z4 a check or recommendation needs a sign-in of five minutes or the step-up of its case and session', async () => {
  const made = await makeAssigned(service);
  const other = await makeAssigned(service, undefined, made.reviewer);
  const inSession = { ...made, reviewer: stale(made.reviewer) };
  const body = { requirementKey: 'licence' };
  expect(await check(service, inSession, body)).toMatchObject(refused);
  await hold(made.reviewer, other.caseId);
  await hold({ ...made.reviewer, sessionId: randomUUID() }, made.caseId);
  expect(await check(service, inSession, body)).toMatchObject(refused);
  await hold(made.reviewer, made.caseId);
  for (const requirementKey of keys) expect((await check(service, inSession, { requirementKey })).status).toBe(201);
  expect(await recommend(service, { ...made, reviewer: stale(made.reviewer, randomUUID()) })).toMatchObject(refused);
  expect((await recommend(service, inSession)).status).toBe(201);
});

test('Z4 the step-up of a case ends after its time; of two in any order, the one that ends last counts', async () => {
  const made = await makeAssigned(service);
  await hold(made.reviewer, made.caseId, 1800);
  await hold(made.reviewer, made.caseId, 600);
  const later = (seconds: number) => {
    service.advanceClock(seconds);
    return check(service, { ...made, reviewer: stale(made.reviewer) }, { requirementKey: 'licence' });
  };
  expect((await later(1799)).status).toBe(201);
  expect(await later(1)).toMatchObject(refused);
});

test('Z4 a decision needs its own step-up, whatever was opened', async () => {
  const { caseId } = await makeRecommended(service);
  const decider = await service.known(operator('decider'));
  await hold(decider, caseId);
  const decided = (actor: Actor) => decide(service, caseId, { actor });
  expect(await decided(stale(decider))).toMatchObject(refused);
});

test('Z1 assigning a duty to somebody else needs a sign-in of the last five minutes, claiming it does not', async () => {
  const { caseId } = await makeReviewable(service);
  const [triage, reviewer] = [operator('triage'), await service.known(operator('reviewer'))];
  const assign = (actor: Actor, assigneeId?: string) =>
    service.post(`/verification-cases/${caseId}/assign`, { actor, body: { reason, assigneeId, duty: 'review' } });
  expect(await assign(stale(triage), reviewer.userId)).toMatchObject(refused);
  expect((await assign(stale(reviewer))).status).toBe(200);
  const supervisor = operator('supervisor');
  const next = await service.known(operator('reviewer'));
  expect((await assign(supervisor, next.userId)).status).toBe(200);
});
