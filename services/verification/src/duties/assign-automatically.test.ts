import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { operatorPresent } from '@trust/contracts/events/identity';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import { operator } from '@trust/service-testing/actors';
import { expect, test } from 'vitest';
import { makeRecommended, makeReviewable, reason } from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';

const conflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };

async function present(service: Verification, actor: Actor, minutes = 10): Promise<Actor> {
  const now = service.clock.now.getTime();
  const endsAt = new Date(now + minutes * 60_000).toISOString();
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(operatorPresent, { userId: actor.userId, endsAt, occurredAt });
  return service.known(actor);
}

const assign = (service: Verification, caseId: string, body: object = {}) =>
  service.post(`/operations/verification-cases/${caseId}/assign`, {
    actor: operator('triage'),
    body: { reason, ...body },
  });
const assignees = async (service: Verification, cases: string[]) => {
  const answers = await Promise.all(cases.map((caseId) => assign(service, caseId)));
  return answers.map(({ body }) => body.assignments?.at(-1)?.assigneeId as string | undefined);
};

test('gives a free duty to the present operator with the least load, up to the cap', async () => {
  await using service = await startVerification({ connections: 8 });
  service.app.casesPerOperator = 3;
  const cases: string[] = [];
  for (let index = 0; index < 7; index++) cases.push((await makeReviewable(service)).caseId);
  await service.known(operator('reviewer'));
  const [first, second] = [operator('reviewer'), operator('reviewer')];
  const [one = '', two = '', three = '', four = '', ...rest] = cases;
  expect(await assign(service, one)).toMatchObject(conflict);
  await present(service, first);
  expect(await assign(service, one)).toMatchObject({
    status: 200,
    body: { assignments: [{ duty: 'review', assigneeId: first.userId }] },
  });
  expect(await assign(service, one)).toMatchObject(conflict);
  expect(await assignees(service, [two])).toEqual([first.userId]);
  service.advanceClock(1);
  await present(service, second);
  expect(await assignees(service, [three])).toEqual([second.userId]);
  // The load comes before the time of the last assignment.
  expect(await assignees(service, [four])).toEqual([second.userId]);
  // All at once: the load of each counts for the next.
  const got = await assignees(service, rest);
  expect(got.sort()).toEqual([first.userId, second.userId, undefined].sort());
});

test('M4 an operator is present until the announced time, without a job', async () => {
  await using service = await startVerification();
  const { caseId } = await makeReviewable(service);
  const actor = await present(service, operator('reviewer'));
  service.advanceClock(600);
  expect(await assign(service, caseId)).toMatchObject(conflict);
  await present(service, actor);
  await present(service, actor, 0);
  expect(await assign(service, caseId)).toMatchObject(conflict);
  await present(service, actor, 1);
  expect(await assign(service, caseId)).toMatchObject({ status: 200 });
});

test('Z3 nobody gets a duty that they may not hold, however small their load', async () => {
  await using service = await startVerification();
  const both = { permissions: [...operator('reviewer').permissions, ...operator('decider').permissions] };
  const { caseId, reviewer } = await makeRecommended(service);
  await present(service, { ...reviewer, ...both });
  expect(await assign(service, caseId)).toMatchObject(conflict);
  const rows = await service.db.selectFrom('case_assignment').select('duty').where('case_id', '=', caseId).execute();
  expect(rows).toEqual([{ duty: 'review' }]);
  const decider = await present(service, operator('decider'));
  expect(await assign(service, caseId)).toMatchObject({
    status: 200,
    body: { assignments: [{ duty: 'review' }, { duty: 'decide', assigneeId: decider.userId }] },
  });
  const made = await makeReviewable(service);
  const owner = await present(service, operator('reviewer'));
  await service.deliver(representativeAssigned, {
    assignmentId: randomUUID(),
    providerId: made.providerId,
    userId: owner.userId,
    role: 'manager',
  });
  const other = await present(service, operator('reviewer'));
  expect(await assign(service, made.caseId)).toMatchObject({
    body: { assignments: [{ duty: 'review', assigneeId: other.userId }] },
  });
  expect(await assign(service, '01920000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
});
