import { randomUUID } from 'node:crypto';
import { fieldVisitCancelled, fieldVisitSnapshot } from '@trust/contracts/events/field-visits';
import {
  fieldWorkAssignmentChanged,
  fieldWorkCancelled,
  fieldWorkCreated,
  fieldWorkNotCompleted,
  fieldWorkScheduled,
} from '@trust/contracts/events/field-work';
import { openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase } from '../../../test/make.ts';
import {
  makeAgent,
  makeStarted,
  makeVisitable,
  move,
  readResults,
  reason,
  requestVisit,
  schedule,
  submit,
  visitOf,
} from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import type { DB } from '../../db/schema.ts';
import { FieldWorkState, fieldWorkTransitions, rules } from '../states.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const items = '/operations/field-work-items';
const stateConflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const invalidTransition = { status: 400, body: { type: 'http://trust.test/problems/invalid-transition' } };

const create = (body: object, actor = operations.operator('triage')) =>
  operations.post(items, { actor, body: { requirementKey: 'identity', reason, ...body } });
const post = (id: string, verb: 'reassign' | 'cancel', body: object, actor = operations.operator('triage')) =>
  operations.post(`${items}/${id}/${verb}`, { actor, body: { reason, ...body } });
const of = <Payload extends { workItemId: string }>(id: string, payloads: Payload[]) =>
  payloads.filter(({ workItemId }) => workItemId === id);

test('a requested visit creates a work item, and verification hears of its schedule', async () => {
  const { id, made, fieldVisitId } = await requestVisit(operations);
  const [manager, agent] = [operations.operator('supervisor'), await makeAgent(operations)];
  const at = operations.clock.now.toISOString();
  const visit = { workItemId: id, fieldVisitId, caseId: made.caseId, occurredAt: at };
  expect(of(id, await operations.emitted(fieldWorkCreated))).toEqual([visit]);
  const { actions: _actions, ...item } = (await operations.get(`${items}/${id}`, { actor: manager })).body;
  expect(item).toEqual({
    ...{ id, caseId: made.caseId, fieldVisitId, state: 'created', startsAt: null, endsAt: null },
    ...{ assigneeId: null, assigneeName: null },
    provider: { displayName: 'Volt & Fils' },
    category: { key: 'electrician', label: { en: 'Electrician', fr: 'Électricien' } },
    requirement: { key: 'identity', label: { en: 'Proof of identity', fr: "Preuve d'identité" } },
    ...{ slaStatus: 'on_track', dueAt: '2026-01-19T09:00:00.000Z', openedAt: at },
    ...{ endedAt: null, endReason: null, instructions: null, returnReason: null, submissions: [] },
  });
  expect(await schedule(operations, manager, id)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'assigneeId', code: 'required' }] },
  });
  expect(await schedule(operations, manager, id, agent.userId)).toMatchObject({
    status: 200,
    body: { state: 'scheduled', assigneeId: agent.userId, startsAt: '2026-01-05T10:00:00.000Z' },
  });
  const times = { startsAt: '2026-01-05T10:00:00.000Z', endsAt: '2026-01-05T12:00:00.000Z' };
  expect(of(id, await operations.emitted(fieldWorkScheduled))).toEqual([{ ...visit, ...times }]);
  expect((await operations.audited('transitionFieldWorkItem')).at(-1)).toMatchObject({
    objectId: id,
    permission: 'operations.field-work.manage',
    reason,
    after: { transition: 'schedule', state: 'scheduled', assigneeId: agent.userId },
  });
  const past = { startsAt: '2026-01-04T09:00:00.000Z', endsAt: '2026-01-04T11:00:00.000Z' };
  expect(await move(operations, manager, id, 'schedule', past)).toMatchObject({
    body: { errors: [{ field: 'endsAt', code: 'must_be_future' }] },
  });
});

test('D2 only the assigned agent reads an item or acts on it; another gets the answer of an absent one', async () => {
  const { id, agent } = await makeStarted(operations);
  const other = await makeAgent(operations);
  const read = async (path: string, actor = other) => {
    const { status, body } = await operations.get(`${items}/${path}`, { actor });
    return { status, body: { ...body, instance: '', requestId: '' } };
  };
  expect(await read(id)).toEqual(await read(randomUUID()));
  expect(await read(id)).toMatchObject({ status: 404 });
  expect(await move(operations, other, id, 'hold')).toMatchObject({ status: 404 });
  const seen = async (actor: typeof other) =>
    (await operations.get(items, { actor })).body.items.map((item: { id: string }) => item.id);
  expect([await seen(agent), await seen(other)]).toEqual([[id], []]);
  expect((await operations.get(`${items}/${id}`, { actor: agent })).body).not.toHaveProperty('caseId');

  expect(await post(id, 'reassign', { assigneeId: other.userId })).toMatchObject({
    status: 200,
    body: { assigneeId: other.userId, state: 'in_progress' },
  });
  expect(await read(id, agent)).toMatchObject({ status: 404 });
  expect(await move(operations, other, id, 'hold')).toMatchObject({ status: 200 });
});

test('announces each change of the agent and the end of an item, for its photos', async () => {
  const { id, agent, made } = await makeStarted(operations);
  const other = await makeAgent(operations);
  await post(id, 'reassign', { assigneeId: other.userId });
  await post(id, 'cancel', { reasonCode: 'not_needed' });
  const item = { workItemId: id, caseId: made.caseId, providerId: made.providerId, requirementKey: 'identity' };
  const occurredAt = operations.clock.now.toISOString();
  expect(of(id, await operations.emitted(fieldWorkAssignmentChanged))).toEqual([
    { ...item, assigneeId: agent.userId, isOpen: true, occurredAt },
    { ...item, assigneeId: other.userId, isOpen: true, occurredAt },
    { ...item, assigneeId: other.userId, isOpen: false, occurredAt },
  ]);
});

test('a manager cannot start a visit, and an agent cannot schedule one', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  const named = (permission: string) => ({
    status: 403,
    body: { detail: expect.stringContaining(`\`${permission}\``) },
  });
  expect(await schedule(operations, agent, id)).toMatchObject(named('operations.field-work.manage'));
  expect(await move(operations, manager, id, 'start')).toMatchObject(named('operations.field-work.perform'));
  expect(await move(operations, agent, id, 'start')).toMatchObject(invalidTransition);
  expect(await operations.get(items, { actor: operations.operator('reviewer') })).toMatchObject(
    named('operations.field-work.manage'),
  );
});

test('holding a visit pauses its service level', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  const start = operations.clock.now;
  expect(await move(operations, agent, id, 'hold')).toMatchObject({ body: { slaStatus: 'paused', dueAt: null } });
  operations.advanceClock(2 * 86_400);
  expect(await move(operations, manager, id, 'resume')).toMatchObject({
    body: { state: 'in_progress', dueAt: '2026-01-21T09:00:00.000Z' },
  });
  operations.clock.now = start;
});

test('M3 a requirement has one open item; a requested visit takes it over, with its schedule', async () => {
  const made = await makeVisitable(operations);
  const agent = await makeAgent(operations);
  const { status, body } = await create({ caseId: made.caseId, assigneeId: agent.userId });
  expect([status, body]).toMatchObject([201, { state: 'created', assigneeId: agent.userId }]);
  expect(await create({ caseId: made.caseId })).toMatchObject(stateConflict);
  await schedule(operations, operations.operator('triage'), body.id);
  const visit = await requestVisit(operations, made);
  expect(visit.id).toBe(body.id);
  expect(of(body.id, await operations.emitted(fieldWorkCreated))).toMatchObject([{ fieldVisitId: visit.fieldVisitId }]);
  const [first, last] = of(body.id, await operations.emitted(fieldWorkScheduled));
  expect([first, last]).toMatchObject([{ fieldVisitId: body.fieldVisitId }, { fieldVisitId: visit.fieldVisitId }]);
});

test('returns 404 for an unknown case, 400 for another requirement and 409 for an ended case', async () => {
  const ended = await makeCase(operations, { state: 'withdrawn' });
  const open = await makeCase(operations);
  expect(await create({ caseId: randomUUID() })).toMatchObject({ status: 404 });
  expect(await create({ caseId: ended.caseId })).toMatchObject(stateConflict);
  expect(await create({ caseId: open.caseId, requirementKey: 'other' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'requirementKey', code: 'unknown_requirement' }] },
  });
});

test('an item that is cancelled or impossible ends with its reason, and verification hears it', async () => {
  const cancelled = await makeStarted(operations);
  expect(await post(cancelled.id, 'cancel', { reasonCode: 'no_agent_available' })).toMatchObject({
    status: 200,
    body: { state: 'cancelled', endReason: 'no_agent_available', endedAt: operations.clock.now.toISOString() },
  });
  expect(of(cancelled.id, await operations.emitted(fieldWorkCancelled))).toMatchObject([
    { fieldVisitId: cancelled.fieldVisitId, reason: 'no_agent_available' },
  ]);
  expect(await post(cancelled.id, 'cancel', { reasonCode: 'duplicate' })).toMatchObject(invalidTransition);
  expect(await post(cancelled.id, 'reassign', { assigneeId: cancelled.agent.userId })).toMatchObject(invalidTransition);

  const { id, agent } = await makeStarted(operations);
  expect(await move(operations, agent, id, 'cannot_complete', { obstacle: 'nobody_present' })).toMatchObject({
    body: { state: 'cannot_complete', endReason: 'nobody_present' },
  });
  expect(of(id, await operations.emitted(fieldWorkNotCompleted))).toMatchObject([{ reason: 'nobody_present' }]);
});

test('a cancelled visit ends its item without an answer, once', async () => {
  const { id, made, fieldVisitId } = await makeStarted(operations);
  const cancelled = { ...visitOf(operations, made, fieldVisitId), reason: 'case_withdrawn' as const };
  for (const again of [cancelled, cancelled]) await operations.deliver(fieldVisitCancelled, again);
  expect((await operations.get(`${items}/${id}`, { actor: operations.operator('triage') })).body).toMatchObject({
    state: 'cancelled',
    endReason: 'visit_cancelled',
  });
  expect(of(id, await operations.emitted(fieldWorkCancelled))).toEqual([]);
  expect((await operations.audited('endFieldWork')).filter(({ objectId }) => objectId === id)).toHaveLength(1);
});

test('E3 the snapshot of a visit creates one work item, and none for a visit that has or had one', async () => {
  const { made, fieldVisitId: known } = await requestVisit(operations);
  const unknown = randomUUID();
  const count = async (fieldVisitId: string) =>
    (
      await operations.db
        .selectFrom('field_work_item')
        .select('id')
        .where('field_visit_id', '=', fieldVisitId)
        .execute()
    ).length;
  const other = await makeCase(operations);
  const snapshot = (of: typeof made, fieldVisitId: string, state: 'requested' | 'scheduled' | 'cancelled') =>
    operations.deliver(fieldVisitSnapshot, { ...visitOf(operations, of, fieldVisitId), state });
  await snapshot(made, known, 'requested');
  for (const state of ['scheduled', 'cancelled'] as const) await snapshot(other, unknown, state);
  expect([await count(known), await count(unknown)]).toEqual([1, 0]);
  for (let times = 0; times < 2; times++) await snapshot(other, unknown, 'requested');
  expect(await count(unknown)).toBe(1);
});

test('lists by state, case and agent, and pages without repeating', async () => {
  const agent = await makeAgent(operations);
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) {
    operations.advanceClock(1);
    const { caseId } = await makeVisitable(operations);
    ids.unshift((await create({ caseId, assigneeId: agent.userId })).body.id);
  }
  const actor = operations.operator('triage');
  const page = async (query: string) =>
    (await operations.get(`${items}?assigneeId=${agent.userId}${query}`, { actor })).body;
  const first = await page('&limit=2&state=created');
  const second = await page(`&limit=2&state=created&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual(ids);
  expect((await page(`&caseId=${first.items[0].caseId}`)).items).toMatchObject([{ id: ids[0] }]);
  expect((await page('&state=scheduled')).items).toEqual([]);
});

test('M1 code and database list the same transitions, and the rules keep to them', async () => {
  const rows = await operations.db
    .selectFrom('allowed_transition')
    .selectAll()
    .where('thing', '=', 'field_work')
    .execute();
  const listed = FieldWorkState.options.flatMap((from) => fieldWorkTransitions[from].map((to) => `${from} ${to}`));
  expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(listed.sort());
  const ruled = Object.values(rules).flatMap(({ from, to }) => from.map((state) => `${state} ${to}`));
  expect(ruled.filter((move) => move !== 'scheduled scheduled' && !listed.includes(move))).toEqual([]);
});

test('M1 M2 Z3 neither the app nor the owner can skip a state, change a fact or review an own submission', async () => {
  await using owner = openDb<DB>({ url: operations.ownerUrl, max: 1 });
  const refused = /permission denied|immutable|must be owner|cannot go from|no submission carries|review_not_by_agent/;
  for (const db of [operations.db, owner]) {
    const [{ id, agent }, reader] = [await makeStarted(operations), operations.operator('triage')];
    const set = (changes: string) => sql`update field_work_item set ${sql.raw(changes)} where id = ${id}`.execute(db);
    const review = (reviewer: string, submission: string) =>
      sql`insert into field_submission_review (submission_id, work_item_id, agent_id, reviewer_id, outcome, reason, reviewed_at)
        values (${submission}, ${id}, ${agent.userId}, ${reviewer}, 'accepted', 'long enough for it', now())`.execute(
        db,
      );
    await expect(set(`state = 'submitted'`)).rejects.toThrow(refused);
    await expect(set(`state = 'accepted', ended_at = now()`)).rejects.toThrow(refused);
    await expect(set(`case_id = gen_random_uuid()`)).rejects.toThrow(refused);
    const submission = (await submit(operations, agent, id)).body.id;
    await expect(set(`state = 'accepted', ended_at = now()`)).rejects.toThrow(refused);
    await expect(review(agent.userId, submission)).rejects.toThrow(refused);
    await expect(review(reader.userId, submission)).rejects.toThrow('has read the results');
    await readResults(operations, reader, id);
    await review(reader.userId, submission);
    await set(`state = 'accepted', ended_at = now()`);
    await expect(set(`state = 'returned', ended_at = null`)).rejects.toThrow(refused);
    const tables = ['field_submission', 'field_submission_read', 'field_submission_review', 'field_work_item'];
    const removals = tables.flatMap((table) => [`delete from ${table}`, `truncate ${table} cascade`]);
    for (const statement of [...removals, `update field_submission set summary = 'x'`])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(refused);
  }
});
