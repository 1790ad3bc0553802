import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { freeCasesSeen, workNotificationRequested } from '@trust/contracts/events/any';
import { operatorChanged } from '@trust/contracts/events/identity';
import { caseClaimChanged } from '@trust/contracts/events/operations';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import type { OperatorRole } from '@trust/contracts/permissions';
import type { LostWorkReason } from '@trust/contracts/reasons/lost-work';
import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, changeCase, dutiesOf, makeCase } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import { forgottenHoldings } from './queries.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 8 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'The provider answers on Thursday.';
const at = (seconds = 0) => new Date(operations.clock.now.getTime() + seconds * 1000).toISOString();
const act = (actor: Actor, caseId: string, action = 'claim', body?: object) =>
  operations.post(`/operations/triage/verification_case/${caseId}/${action}`, { actor, ...(body && { body }) });
const read = (actor: Actor, caseId: string) => operations.get(`/operations/verification-cases/${caseId}`, { actor });
const taken = (fields?: object) => ({
  status: 409,
  body: { type: 'http://trust.test/problems/taken', ...(fields && { taken: fields }) },
});

async function named(workName: string, role: OperatorRole = 'reviewer'): Promise<Actor> {
  const actor = operations.operator(role);
  const { userId, permissions } = actor;
  await operations.deliver(operatorChanged, { userId, permissions: [...permissions], workName, occurredAt: at() });
  return actor;
}
const claims = async (caseId: string) =>
  (await operations.emitted(caseClaimChanged)).filter((claim) => claim.caseId === caseId);
const told = async (caseId: string) =>
  (await operations.emitted(workNotificationRequested.operations))
    .filter(({ subjectId, template }) => subjectId === caseId && template === 'work_lost')
    .map(({ userId }) => userId);
const assigned = (found: Case, { userId }: Actor, to: Partial<Case> = {}) =>
  changeCase(operations, found, { duties: dutiesOf({ review: userId }), ...to });
const lost = (operatorId: string, because: LostWorkReason): Partial<Case> => ({
  lostDuties: [{ assignmentId: randomUUID(), operatorId, lostAt: at(), because }],
});

async function bytesOf(actor: Actor, caseId: string) {
  const answers = [
    await read(actor, caseId),
    await act(actor, caseId),
    await act(actor, caseId, 'release'),
    await act(actor, caseId, 'notes', { text: 'Hello' }),
    await act(actor, caseId, 'snooze', { endsAt: at(3600), reason }),
  ];
  return JSON.stringify(
    answers.map(({ status, body, headers }) => [
      status,
      JSON.stringify(body).replaceAll(caseId, 'id').replace(body.requestId, 'request'),
      [...headers.keys()].sort(),
      headers.get('content-length'),
    ]),
  );
}

async function expectStranger(actor: Actor, caseId: string) {
  expect((await act(actor, caseId)).status).toBe(404);
  expect(await bytesOf(actor, caseId)).toBe(await bytesOf(actor, randomUUID()));
}

test('T9 a claim of a case is announced with its end, as are its renewal and release, and of nothing else', async () => {
  const actor = await named('Lark');
  const { caseId } = await makeCase(operations);
  await act(actor, caseId);
  const first = { caseId, operatorId: actor.userId, claimedAt: at(), endsAt: at(15 * 60), endedBecause: null };
  expect(await claims(caseId)).toEqual([{ claimId: expect.any(String), ...first }]);
  operations.advanceClock(60);
  await act(actor, caseId);
  await act(actor, caseId, 'release');
  await act(actor, caseId);
  await act(actor, caseId, 'snooze', { endsAt: at(3600), reason });
  const [made, renewed, released, again, snoozed] = await claims(caseId);
  expect(renewed).toEqual({ ...first, claimId: made?.claimId, endsAt: at(15 * 60) });
  expect(released).toEqual({ ...renewed, endsAt: at(), endedBecause: 'released' });
  expect(again).toMatchObject({ claimedAt: at(), endedBecause: null });
  expect(again?.claimId).not.toBe(made?.claimId);
  expect(snoozed).toEqual({ ...again, endsAt: at(), endedBecause: 'released' });
  expect(await told(caseId)).toEqual([]);

  const triage = operations.operator('triage');
  const body = { subject: { type: 'verification_case', id: caseId }, reasonCode: 'second_opinion', reason };
  const { id } = (await operations.post('/operations/escalations', { actor: triage, body })).body;
  const before = (await operations.emitted(caseClaimChanged)).length;
  expect((await operations.post(`/operations/triage/escalation/${id}/claim`, { actor: triage })).status).toBe(200);
  expect(await operations.emitted(caseClaimChanged)).toHaveLength(before);
});

test('T9 the first assignment ends the claim of somebody else, who is told, and keeps one’s own', async () => {
  const [claimer, holder, third] = [await named('Lark'), await named('Finch'), await named('Robin')];
  const found = await makeCase(operations);
  await act(claimer, found.caseId);
  await assigned(found, holder);
  expect((await claims(found.caseId)).at(-1)).toMatchObject({ endsAt: at(), endedBecause: 'assigned' });
  expect(await told(found.caseId)).toEqual([claimer.userId]);
  for (const answer of [await act(claimer, found.caseId), await read(claimer, found.caseId)])
    expect(answer).toMatchObject(taken({ holder: 'Finch', reasonCode: 'assigned', takenAt: at() }));
  await expectStranger(third, found.caseId);

  const own = await makeCase(operations);
  await act(claimer, own.caseId);
  await assigned(own, claimer);
  expect(await claims(own.caseId)).toHaveLength(1);
  expect(await act(claimer, own.caseId, 'release')).toMatchObject({ status: 200 });
});

test('T9 whose claim ended with its time is told once another operator has claimed the case', async () => {
  const [first, second, third] = [await named('Lark'), await named('Finch'), await named('Robin')];
  const { caseId } = await makeCase(operations);
  await act(first, caseId);
  operations.advanceClock(15 * 60);
  expect((await act(second, caseId)).status).toBe(200);
  expect(await told(caseId)).toEqual([first.userId]);
  const refusal = taken({ holder: 'Finch', reasonCode: 'claimed', takenAt: at(), endsAt: at(15 * 60) });
  for (const actor of [first, third]) expect(await act(actor, caseId)).toMatchObject(refusal);
  await act(second, caseId);
  expect(await told(caseId)).toEqual([first.userId]);
});

test('T9 a claim that has ended holds nothing, and who claims a case again has lost nothing', async () => {
  const [first, second] = [await named('Lark'), await named('Finch')];
  const found = await makeCase(operations);
  for (const actor of [first, first, second]) {
    expect((await act(actor, found.caseId)).status).toBe(200);
    operations.advanceClock(15 * 60);
    if (actor === first) expect(await told(found.caseId)).toEqual([]);
  }
  await changeCase(operations, found, { state: 'withdrawn' });
  expect(await act(first, found.caseId)).toMatchObject(taken({ holder: null, reasonCode: 'expired' }));
});

test('T9 claims end when the case ends or needs other work; who did the work is not told', async () => {
  const [worker, other] = [await named('Lark'), await named('Finch')];
  const moved = await makeCase(operations);
  await act(worker, moved.caseId);
  const duties = dutiesOf({ review: worker.userId });
  await changeCase(operations, moved, { duties, state: 'recommended', recommenderId: worker.userId });
  expect((await claims(moved.caseId)).at(-1)).toMatchObject({ endedBecause: 'moved_on' });
  expect(await told(moved.caseId)).toEqual([]);
  expect((await act(await named('Swift', 'decider'), moved.caseId)).status).toBe(200);

  const ended = await makeCase(operations);
  await act(other, ended.caseId);
  await changeCase(operations, ended, { state: 'withdrawn' });
  expect((await claims(ended.caseId)).at(-1)).toMatchObject({ endedBecause: 'moved_on' });
  expect(await told(ended.caseId)).toEqual([other.userId]);
  expect(await act(other, ended.caseId)).toMatchObject(taken({ holder: null, reasonCode: 'moved_on', takenAt: at() }));
});

test('T9 the end of the permissions for cases ends the claims, and they are told', async () => {
  const [leaver, other] = [await named('Lark'), await named('Finch')];
  const { caseId } = await makeCase(operations);
  await act(leaver, caseId);
  const permissions = ['operations.triage.read'];
  await operations.deliver(operatorChanged, {
    ...{ userId: leaver.userId, permissions, workName: 'Lark', occurredAt: at() },
  });
  expect((await claims(caseId)).at(-1)).toMatchObject({ endedBecause: 'permission_ended' });
  expect(await told(caseId)).toEqual([leaver.userId]);
  expect((await act(other, caseId)).status).toBe(200);
  expect(await act({ ...leaver, permissions } as Actor, caseId)).toMatchObject(
    taken({ holder: 'Finch', reasonCode: 'permission_ended', takenAt: at() }),
  );
});

const reasons: LostWorkReason[] = ['assigned', 'released', 'withdrawn', 'permission_ended'];
test.each(reasons)('T9 who lost a duty is told for 24 hours, others get the 404 of no case: %s', async (because) => {
  const [loser, holder, third] = [await named('Lark'), await named('Finch'), await named('Robin')];
  const found = await makeCase(operations);
  const lostAt = at();
  await assigned(found, holder, lost(loser.userId, because));
  const refusal = taken({ holder: 'Finch', reasonCode: because, takenAt: lostAt });
  for (const action of ['claim', 'release']) expect(await act(loser, found.caseId, action)).toMatchObject(refusal);
  expect(await read(loser, found.caseId)).toMatchObject(refusal);
  await expectStranger(third, found.caseId);
  operations.advanceClock(24 * 3600);
  expect(await read(loser, found.caseId)).toMatchObject(refusal);
  operations.advanceClock(1);
  await expectStranger(loser, found.caseId);
});

test('T9 who saw a case free 59 seconds ago learns that it is taken and no more, 61 seconds ago nothing', async () => {
  const seers = [
    (actor: Actor) => operations.get('/operations/triage?limit=100', { actor }),
    (actor: Actor) => operations.get('/operations/verification-queue?limit=100', { actor }),
    read,
    ({ userId }: Actor, caseId: string) =>
      operations.deliver(freeCasesSeen.verification, { operatorId: userId, caseIds: [caseId], seenAt: at() }),
  ];
  for (const see of seers) {
    const [reader, third] = [await named('Robin'), await named('Wren')];
    const found = await makeCase(operations);
    await see(reader, found.caseId);
    await assigned(found, await named('Finch'));
    operations.advanceClock(59);
    for (const answer of [await act(reader, found.caseId), await read(reader, found.caseId)]) {
      expect(answer).toMatchObject(taken());
      expect(answer.body).not.toHaveProperty('taken');
    }
    await expectStranger(third, found.caseId);
    operations.advanceClock(2);
    await expectStranger(reader, found.caseId);
  }
});

test('T9 a list announces the cases that it showed as free, and none that are claimed, held or one’s own', async () => {
  const [reader, other] = [await named('Robin'), await named('Finch')];
  const [free, claimed, own, waiting] = [
    await makeCase(operations),
    await makeCase(operations),
    await makeCase(operations),
    await makeCase(operations, { state: 'recommended', duties: dutiesOf({ review: reader.userId }) }),
  ];
  await act(other, claimed.caseId);
  await assigned(own, reader);
  for (const path of ['triage', 'verification-queue'])
    await operations.get(`/operations/${path}?limit=100`, { actor: reader });
  const triage = operations.operator('triage');
  await operations.get('/operations/triage?limit=100', { actor: triage });
  const seen = await operations.emitted(freeCasesSeen.operations);
  const mine = seen.filter(({ operatorId }) => operatorId === reader.userId).flatMap(({ caseIds }) => caseIds);
  expect(mine).toContain(free.caseId);
  for (const { caseId } of [claimed, own, waiting]) expect(mine).not.toContain(caseId);
  expect(seen.map(({ operatorId }) => operatorId)).not.toContain(triage.userId);
});

test('T9 who stands with the provider, or judged the reviewed case, is told nothing', async () => {
  const [assertion, event, judge] = [await named('Lark'), await named('Wren'), await named('Teal')];
  const found = await makeCase(operations);
  for (const actor of [assertion, event, judge]) {
    await read(actor, found.caseId);
    await act(actor, found.caseId);
    await act(actor, found.caseId, 'release');
  }
  await operations.deliver(representativeAssigned, {
    ...{ assignmentId: randomUUID(), providerId: found.providerId, userId: event.userId, role: 'manager' as const },
  });
  await assigned(found, await named('Finch'), { excludedIds: [judge.userId] });
  const { assignments } = representative(found.providerId);
  for (const actor of [{ ...assertion, assignments }, event, judge]) await expectStranger(actor, found.caseId);
  expect(await act(assertion, found.caseId)).toMatchObject(
    taken({ reasonCode: 'released', holder: 'Finch', takenAt: at() }),
  );
});

test('T9 of claims and an assignment at the same time, no claim outlasts the assignment of somebody else', async () => {
  for (let round = 0; round < 10; round++) {
    const [one, two, holder] = [await named('Lark'), await named('Robin'), await named('Finch')];
    const found = await makeCase(operations);
    await Promise.all([act(one, found.caseId), assigned(found, holder), act(two, found.caseId)]);
    const inForce = await operations.db
      .selectFrom('triage_claim')
      .selectAll()
      .where('subject_id', '=', found.caseId)
      .execute();
    expect(inForce).toEqual([]);
    const open = new Map((await claims(found.caseId)).map(({ claimId, endedBecause }) => [claimId, endedBecause]));
    expect([...open.values()]).not.toContain(null);
  }
});

test('T9 what nobody is told any more is deleted', async () => {
  const { db, clock } = operations;
  const [loser, holder] = [await named('Lark'), await named('Finch')];
  const found = await makeCase(operations);
  await act(loser, found.caseId);
  await assigned(found, holder, lost(loser.userId, 'assigned'));
  const now = new Date(clock.now.getTime() + 25 * 3_600_000);
  await prune({ db, log: openLog('operations', 'silent'), tasks: forgottenHoldings, now });
  for (const table of ['case_claim', 'lost_duty', 'free_sighting'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});
