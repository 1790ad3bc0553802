import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { caseClaimChanged } from '@trust/contracts/events/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, changeCase, dutiesOf, makeCase } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import { takeClaim } from './queries.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 3 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const judged = (): Partial<Case> => ({ recommenderId: randomUUID(), duties: dutiesOf({ review: randomUUID() }) });
const free = [
  { role: 'reviewer', state: 'in_review', changes: {} },
  { role: 'reviewer', state: 'awaiting_correction', changes: {} },
  { role: 'decider', state: 'recommended', changes: judged() },
  {
    role: 'decider',
    state: 'under_appeal',
    changes: { duties: dutiesOf({ review: randomUUID(), decide: randomUUID() }) },
  },
] as const;

const act = (actor: Actor, { caseId }: Case, action = 'claim') =>
  operations.post(`/operations/triage/verification_case/${caseId}/${action}`, { actor });
const next = async (actor: Actor) => (await operations.post('/operations/triage/next', { actor })).body.items[0];

/** Everywhere that an operator can find the case. */
async function seen(actor: Actor, { caseId, state }: Case) {
  const [triage, queue, read] = [
    await operations.get(`/operations/triage?limit=100&state=${state}`, { actor }),
    await operations.get('/operations/verification-queue?limit=100', { actor }),
    await operations.get(`/operations/verification-cases/${caseId}`, { actor }),
  ];
  return {
    triage: triage.body.items.some((item: { caseId: string }) => item.caseId === caseId),
    queue: queue.body.items.some(({ id }: { id: string }) => id === caseId),
    read: read.status,
  };
}

test.each(free)(
  'Z3 a $role who may not hold its duty finds no case that is $state',
  async ({ role, state, changes }) => {
    const [excluded, colleague] = [operations.operator(role), operations.operator(role)];
    const found = await makeCase(operations, { state, ...changes, excludedIds: [excluded.userId] });
    expect(await seen(colleague, found)).toEqual({ triage: true, queue: true, read: 200 });
    expect(await seen(excluded, found)).toEqual({ triage: false, queue: false, read: 404 });
    expect((await act(excluded, found)).status).toBe(404);
    await changeCase(operations, found, { excludedIds: [] });
    expect(await seen(excluded, found)).toEqual({ triage: true, queue: true, read: 200 });
  },
);

test('Z3 the next item is none whose duty the operator may not hold; who assigns still sees it', async () => {
  await using alone = await startOperations();
  const ask = async (actor: Actor) => (await alone.post('/operations/triage/next', { actor })).body.items;
  const both = { ...alone.operator('triage'), permissions: [...alone.operator('triage').permissions] };
  const reviewer = alone.operator('reviewer');
  const found = await makeCase(alone, { excludedIds: [both.userId, reviewer.userId] });
  for (const actor of [both, reviewer]) expect(await ask(actor)).toEqual([]);
  const path = `/operations/triage/verification_case/${found.caseId}/claim`;
  expect(await alone.post(path, { actor: both })).toMatchObject({
    ...{ status: 409, body: { type: 'http://trust.test/problems/state-conflict' } },
  });
  expect((await alone.get('/operations/triage', { actor: both })).body.items).toHaveLength(1);
  await changeCase(alone, found, { excludedIds: [reviewer.userId] });
  expect(await ask(both)).toMatchObject([{ caseId: found.caseId }]);
});

test('Z3 who holds the duty of a case that comes to exclude them sees it, and gets it by no claim', async () => {
  const holder = operations.operator('reviewer');
  const duties = dutiesOf({ review: holder.userId });
  const found = await makeCase(operations, { duties, excludedIds: [holder.userId] });
  expect(await seen(holder, found)).toEqual({ triage: true, queue: true, read: 200 });
  expect((await act(holder, found)).status).toBe(409);
  for (let item = await next(holder); item; item = await next(holder)) expect(item.caseId).not.toBe(found.caseId);
});

test('Z3 the claim of an operator whom the case comes to exclude ends, and none begins', async () => {
  const holder = operations.operator('reviewer');
  const found = await makeCase(operations);
  expect((await act(holder, found)).status).toBe(200);
  await changeCase(operations, found, { excludedIds: [holder.userId] });
  const claims = (await operations.emitted(caseClaimChanged)).filter(({ caseId }) => caseId === found.caseId);
  expect(claims.at(-1)).toMatchObject({ operatorId: holder.userId, endedBecause: 'moved_on' });
  const subject = { subject_id: found.caseId, subject_type: 'verification_case' } as const;
  const take = ({ userId: operatorId }: Actor) =>
    operations.db.transact((trx) => takeClaim(trx, subject, { operatorId, now: operations.clock.now }));
  expect(await take(holder)).toBe(false);
  expect(await take(operations.operator('reviewer'))).toBe(true);
});

test('T9 who had a duty of the case that excludes them now is told who has it; a stranger is not', async () => {
  const [reviewer, former, stranger] = [
    operations.operator('reviewer'),
    operations.operator('reviewer'),
    operations.operator('reviewer'),
  ];
  const found = await makeCase(operations);
  for (const actor of [reviewer, former, stranger]) {
    expect((await act(actor, found)).status).toBe(200);
    await act(actor, found, 'release');
  }
  const lostAt = operations.clock.now.toISOString();
  await changeCase(operations, found, {
    ...{ state: 'recommended', recommenderId: reviewer.userId, duties: dutiesOf({ review: reviewer.userId }) },
    excludedIds: [reviewer.userId, former.userId, stranger.userId],
    lostDuties: [{ assignmentId: randomUUID(), operatorId: former.userId, lostAt, because: 'assigned' }],
  });
  for (const actor of [reviewer, former])
    expect(await act(actor, found)).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/taken' } });
  expect((await act(stranger, found)).status).toBe(404);
});
