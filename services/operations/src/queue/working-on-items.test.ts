import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import type { OperatorRole } from '@trust/contracts/permissions';
import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutiesOf, makeCase } from '../../test/make.ts';
import { type Operations, startOperations } from '../../test/service.ts';
import { endedClaims } from './item-claims/queries.ts';
import { endedSnoozes } from './item-snoozes/queries.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 8 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'The provider answers on Thursday.';
const base = '/operations/triage';
const taken = { status: 409, body: { type: 'http://trust.test/problems/taken' } };
const conflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const minutes = (count: number) => new Date(operations.clock.now.getTime() + count * 60_000).toISOString();

type Subject = { type: string; id: string };
const ofCase = (caseId: string): Subject => ({ type: 'verification_case', id: caseId });

function act(actor: Actor, { type, id }: Subject, action: string, body?: object, service = operations) {
  return service.post(`${base}/${type}/${id}/${action}`, { actor, ...(body && { body }) });
}
const next = async (actor: Actor, service = operations) =>
  (await service.post(`${base}/next`, { actor })).body.items[0];
const listed = async (actor: Actor, query = '', service = operations) =>
  (await service.get(`${base}?limit=100${query}`, { actor })).body.items as ({ subject: Subject } & Record<
    string,
    unknown
  >)[];
const itemOf = async (actor: Actor, { id }: Subject, query = '') =>
  (await listed(actor, query)).find(({ subject }) => subject.id === id);

async function escalate(
  caseId: string,
  reasonCode = 'second_opinion',
  actor = operations.operator('triage'),
): Promise<Subject> {
  const body = { subject: ofCase(caseId), reasonCode, reason };
  const answer = await operations.post('/operations/escalations', { actor, body });
  return { type: 'escalation', id: answer.body.id };
}

test('a claim locks an item for 15 minutes, is renewed by its holder, and ends when it is read', async () => {
  const subject = ofCase((await makeCase(operations)).caseId);
  const [holder, other] = [operations.operator('reviewer'), operations.operator('reviewer')];
  expect(await act(holder, subject, 'claim')).toMatchObject({
    status: 200,
    body: { subject, claim: { holder: 'mine', expiresAt: minutes(15) }, assignment: 'unassigned' },
  });
  expect(await itemOf(other, subject)).toMatchObject({ claim: { holder: 'other', expiresAt: minutes(15) } });
  expect(await act(other, subject, 'claim')).toMatchObject(taken);
  expect(await act(other, subject, 'release')).toMatchObject(conflict);
  operations.advanceClock(10 * 60);
  expect(await act(holder, subject, 'claim')).toMatchObject({ body: { claim: { expiresAt: minutes(15) } } });
  operations.advanceClock(15 * 60 - 1);
  expect(await act(other, subject, 'claim')).toMatchObject(taken);
  operations.advanceClock(1);
  expect(await itemOf(other, subject)).toMatchObject({ claim: null });
  expect(await act(holder, subject, 'release')).toMatchObject(conflict);
  expect(await act(other, subject, 'claim')).toMatchObject({ status: 200 });
  expect(await act(other, subject, 'release')).toMatchObject({ status: 200, body: { claim: null } });
  expect((await operations.audited('claimTriageItem')).at(-1)).toMatchObject({
    actorId: other.userId,
    objectType: 'verification_case',
    objectId: subject.id,
    before: { claimed: false },
    after: { claimed: true },
  });
});

test('returns 404 for an item that the queue does not show, 409 for one that the operator may not work on', async () => {
  const reviewer = operations.operator('reviewer');
  const taken = await makeCase(operations, { duties: dutiesOf({ review: randomUUID() }) });
  const waiting = await makeCase(operations, { state: 'awaiting_evidence' });
  const own = { ...operations.operator('triage'), assignments: representative(waiting.providerId).assignments };
  const hidden = [
    [reviewer, ofCase(taken.caseId)],
    [reviewer, { type: 'escalation', id: waiting.caseId }],
    [own, ofCase(waiting.caseId)],
  ] as const;
  for (const [actor, subject] of hidden) {
    for (const action of ['claim', 'release']) expect((await act(actor, subject, action)).status).toBe(404);
    expect((await act(actor, subject, 'notes', { text: 'Hello' })).status).toBe(404);
  }
  const supervisor = operations.operator('supervisor');
  for (const { caseId } of [taken, waiting])
    expect(await act(supervisor, ofCase(caseId), 'claim')).toMatchObject(conflict);
});

test('an operator holds 10 items at most', async () => {
  await using alone = await startOperations();
  const actor = alone.operator('reviewer');
  const ids: string[] = [];
  for (let index = 0; index < 11; index++) ids.push((await makeCase(alone)).caseId);
  for (const id of ids.slice(0, 10)) expect((await act(actor, ofCase(id), 'claim', undefined, alone)).status).toBe(200);
  for (const path of [`verification_case/${ids[10]}/claim`, 'next'])
    expect(await alone.post(`${base}/${path}`, { actor })).toMatchObject(conflict);
  expect((await act(actor, ofCase(ids[0] ?? ''), 'claim', undefined, alone)).status).toBe(200);
});

test('Z3 16 operators who ask for the next item at once get 16 items, the most urgent', async () => {
  await using alone = await startOperations({ connections: 16 });
  const operatorsOf = (role: OperatorRole) => Array.from({ length: 16 }, () => alone.operator(role));
  const made: string[] = [];
  for (let index = 0; index < 20; index++) {
    made.push((await makeCase(alone)).caseId);
    alone.advanceClock(60);
  }
  const items = await Promise.all(operatorsOf('reviewer').map((actor) => next({ ...actor }, alone)));
  const ids = items.map(({ subject }) => subject.id);
  expect(new Set(ids).size).toBe(16);
  expect(ids.sort()).toEqual(made.slice(0, 16).sort());
  const left = await Promise.all(operatorsOf('reviewer').map((actor) => next({ ...actor }, alone)));
  expect(left.filter((item) => item !== undefined).map(({ subject }) => subject.id)).toHaveLength(4);
  expect(await alone.db.selectFrom('triage_claim').selectAll().execute()).toHaveLength(20);
});

test('the next item is one that the operator may work on, free and not snoozed', async () => {
  await using alone = await startOperations();
  const decider = alone.operator('decider');
  const judged = { recommenderId: randomUUID(), duties: dutiesOf({ review: randomUUID() }) };
  await makeCase(alone, { state: 'recommended', recommenderId: decider.userId, duties: judged.duties });
  await makeCase(alone, {
    state: 'recommended',
    recommenderId: randomUUID(),
    duties: dutiesOf({ review: decider.userId }),
  });
  await makeCase(alone, { state: 'recommended', ...judged, excludedIds: [decider.userId] });
  const elsewhere = { review: randomUUID(), decide: randomUUID() };
  await makeCase(alone, { state: 'recommended', ...judged, duties: dutiesOf(elsewhere) });
  await makeCase(alone);
  expect(await next(decider, alone)).toBeUndefined();
  const snoozed = await makeCase(alone, { state: 'recommended', ...judged });
  alone.advanceClock(60);
  const free = await makeCase(alone, { state: 'recommended', ...judged });
  const until = new Date(alone.clock.now.getTime() + 3_600_000).toISOString();
  const subject = ofCase(snoozed.caseId);
  expect(await act(decider, subject, 'snooze', { endsAt: until, reason }, alone)).toMatchObject({
    status: 200,
    body: { snooze: { endsAt: until, reason } },
  });
  expect(await next(decider, alone)).toMatchObject({ subject: ofCase(free.caseId), claim: { holder: 'mine' } });
  expect(await next(decider, alone)).toBeUndefined();
  alone.advanceClock(3600);
  expect(await next(decider, alone)).toMatchObject({ subject, claim: { holder: 'mine' } });
});

test('Z3 who took an emergency action does not get its review as the next item', async () => {
  await using alone = await startOperations();
  const [actor, other] = [alone.operator('security'), alone.operator('security')];
  const { caseId } = await makeCase(alone);
  const body = { kind: 'freeze_case', targetId: caseId, expiresInHours: 1, reason };
  const { body: action } = await alone.post('/operations/emergency-actions', { actor, body });
  expect(await next(other, alone)).toBeUndefined();
  alone.advanceClock(3600);
  expect(await next(actor, alone)).toBeUndefined();
  expect(await next(other, alone)).toMatchObject({ subject: { type: 'emergency_action', id: action.id } });
});

test('a snooze hides an item until its time; past the due time and for safety it hides nothing', async () => {
  const actor = operations.operator('supervisor');
  const { caseId } = await makeCase(operations);
  const escalation = await escalate(caseId);
  const until = minutes(60);
  expect(await act(actor, escalation, 'snooze', { endsAt: minutes(0), reason })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'endsAt', code: 'must_be_future' }] },
  });
  expect(await act(actor, escalation, 'snooze', { endsAt: minutes(15 * 24 * 60), reason })).toMatchObject({
    status: 400,
    body: { detail: 'Must be within 14 days.', errors: [{ field: 'endsAt', code: 'too_big' }] },
  });
  expect(await act(actor, escalation, 'snooze', { endsAt: minutes(3 * 24 * 60), reason })).toMatchObject(conflict);
  await act(actor, escalation, 'claim');
  expect(await act(actor, escalation, 'snooze', { endsAt: until, reason })).toMatchObject({
    status: 200,
    body: { snooze: { endsAt: until, reason }, claim: null },
  });
  expect(await itemOf(actor, escalation)).toBeUndefined();
  expect(await itemOf(actor, escalation, '&snoozed=only')).toMatchObject({ snooze: { endsAt: until } });
  const other = await makeCase(operations);
  await act(actor, ofCase(other.caseId), 'snooze', { endsAt: until, reason });
  expect(await act(actor, escalation, 'lift-snooze', { reason })).toMatchObject({
    status: 200,
    body: { snooze: null },
  });
  expect(await act(actor, escalation, 'lift-snooze', { reason })).toMatchObject({ status: 400 });
  expect(await itemOf(actor, ofCase(other.caseId))).toBeUndefined();
  expect(await itemOf(actor, escalation)).toBeDefined();
  await act(actor, escalation, 'snooze', { endsAt: until, reason });
  operations.advanceClock(3600);
  expect(await itemOf(actor, escalation)).toMatchObject({ snooze: null });

  const dangerous = await makeCase(operations);
  const safety = await escalate(dangerous.caseId, 'safety_concern');
  for (const subject of [safety, ofCase(dangerous.caseId)])
    expect(await act(actor, subject, 'snooze', { endsAt: minutes(10), reason })).toMatchObject(conflict);

  const calm = await makeCase(operations);
  await act(actor, ofCase(calm.caseId), 'snooze', { endsAt: minutes(10), reason });
  expect(await itemOf(actor, ofCase(calm.caseId))).toBeUndefined();
  await escalate(calm.caseId, 'safety_concern');
  expect(await itemOf(actor, ofCase(calm.caseId))).toMatchObject({ snooze: { reason } });

  // The due time of a case comes forward after the snooze.
  const late = await makeCase(operations);
  await act(actor, ofCase(late.caseId), 'snooze', { endsAt: minutes(20 * 60), reason });
  expect(await itemOf(actor, ofCase(late.caseId))).toBeUndefined();
  await operations.db
    .updateTable('triage_case')
    .set({ due_at: operations.clock.now })
    .where('case_id', '=', late.caseId)
    .execute();
  expect(await itemOf(actor, ofCase(late.caseId))).toMatchObject({ slaStatus: 'breached' });
  expect(await act(actor, ofCase(late.caseId), 'snooze', { endsAt: minutes(10), reason })).toMatchObject(conflict);
});

test('notes are plain text, bounded, newest first, and nobody changes them', async () => {
  const [actor, reader] = [operations.operator('reviewer'), operations.operator('triage')];
  const subject = ofCase((await makeCase(operations)).caseId);
  const add = (text: string) => act(actor, subject, 'notes', { text });
  const first = await add(' Asked the registry.\nNo answer yet. ');
  expect(first).toMatchObject({
    status: 201,
    body: { authorId: actor.userId, text: 'Asked the registry.\nNo answer yet.', writtenAt: minutes(0) },
  });
  for (const text of ['', 'x'.repeat(2001), 'bell \u0007']) expect(await add(text)).toMatchObject({ status: 400 });
  const second = await add('The registry answered.');
  const { body } = await operations.get(`${base}/${subject.type}/${subject.id}/notes?limit=1`, { actor: reader });
  expect(body).toMatchObject({ items: [second.body] });
  const rest = `${base}/${subject.type}/${subject.id}/notes?limit=1&cursor=${body.nextCursor}`;
  expect((await operations.get(rest, { actor: reader })).body).toEqual({ items: [first.body], nextCursor: null });
  expect((await operations.audited('createTriageNote')).at(-1)).toMatchObject({
    objectId: subject.id,
    after: { noteId: second.body.id, length: 22 },
  });
  for (const change of [
    operations.db.updateTable('triage_note').set({ text: 'another' }),
    operations.db.deleteFrom('triage_note'),
  ])
    await expect(change.execute()).rejects.toThrow(/permission denied|immutable/);
});

test('an item accepts 200 notes', async () => {
  const actor = operations.operator('triage');
  const subject = ofCase((await makeCase(operations)).caseId);
  const rows = Array.from({ length: 199 }, () => ({
    id: randomUUID(),
    subject_id: subject.id,
    subject_type: subject.type,
    author_id: actor.userId,
    text: 'A note.',
    written_at: operations.clock.now,
  }));
  await operations.db.insertInto('triage_note').values(rows).execute();
  expect(await act(actor, subject, 'notes', { text: 'The last.' })).toMatchObject({ status: 201 });
  expect(await act(actor, subject, 'notes', { text: 'One more.' })).toMatchObject(conflict);
});

test('deletes claims and snoozes that have ended', async () => {
  const actor = operations.operator('triage');
  const [claimed, snoozed] = [await makeCase(operations), await makeCase(operations)];
  await act(actor, ofCase(claimed.caseId), 'claim');
  await act(actor, ofCase(snoozed.caseId), 'snooze', { endsAt: minutes(30), reason });
  const { db, clock } = operations;
  await prune({
    db,
    log: openLog('operations', 'silent'),
    now: new Date(clock.now.getTime() + 15 * 86_400_000),
    tasks: [endedClaims, endedSnoozes],
  });
  expect(await db.selectFrom('triage_claim').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('triage_snooze').selectAll().execute()).toEqual([]);
});

test('P1 the audit entry of every write of the desk has a reason', async () => {
  const entries = await operations.emitted(auditRecorded.operations);
  const actions = entries
    .filter(({ outcome }) => outcome === 'done')
    .map(({ action, reason: why }) => ({ action, why }));
  expect(new Set(actions.map(({ action }) => action)).size).toBeGreaterThan(5);
  expect(actions.filter(({ why }) => why === null)).toEqual([]);
});
