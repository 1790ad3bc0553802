import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { openDb } from '@trust/service-kit/database/db';
import { representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutiesOf, makeCase, makeLabels } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import type { DB } from '../../db/schema.ts';
import { RecordState, recordTransitions } from '../operations-records/states.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 6 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'The two documents name different people.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const stateConflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const invalidTransition = { status: 400, body: { type: 'http://trust.test/problems/invalid-transition' } };

const escalate = (actor: Actor, id: string, body: object = {}) =>
  operations.post('/operations/escalations', {
    actor,
    body: { subject: { type: 'verification_case', id }, reasonCode: 'second_opinion', reason, ...body },
  });
const change = (actor: Actor, id: string, verb: 'start' | 'resolve') =>
  operations.post(`/operations/escalations/${id}/${verb}`, { actor, body: { reason } });
const listed = async (actor: Actor, query = '') =>
  (await operations.get(`/operations/escalations?limit=100${query}`, { actor })).body.items.map(
    ({ id }: { id: string }) => id,
  );

test('opens, starts and resolves an escalation, each with its reason in the audit log', async () => {
  const { caseId } = await makeCase(operations);
  const [opener, other] = [operations.operator('triage'), operations.operator('supervisor')];
  const { status, body } = await escalate(opener, caseId, { reasonCode: 'safety_concern' });
  const at = operations.clock.now.toISOString();
  const opened = {
    subject: { type: 'verification_case', id: caseId },
    ...{ reasonCode: 'safety_concern', reason, state: 'open', slaStatus: 'on_track' },
    ...{ openerId: opener.userId, openedAt: at, assigneeId: null, startedAt: null },
    ...{ dueAt: '2026-01-06T09:00:00.000Z', resolverId: null, resolvedAt: null, resolution: null },
    ...{ openerName: null, assigneeName: null, resolverName: null },
  };
  expect([status, body]).toEqual([201, { id: body.id, ...opened, actions: body.actions }]);
  expect(await change(other, body.id, 'resolve')).toMatchObject(invalidTransition);
  expect(await change(other, body.id, 'start')).toMatchObject({
    status: 200,
    body: { state: 'in_progress', assigneeId: other.userId, startedAt: at },
  });
  expect(await change(opener, body.id, 'start')).toMatchObject(invalidTransition);
  operations.advanceClock(25 * 3600);
  expect(await change(other, body.id, 'resolve')).toMatchObject({
    status: 200,
    body: { state: 'resolved', resolverId: other.userId, resolution: reason, slaStatus: 'breached' },
  });
  expect(await change(other, body.id, 'resolve')).toMatchObject(invalidTransition);
  const entries = await Promise.all(
    ['createEscalation', 'startEscalation', 'resolveEscalation'].map(async (action) =>
      (await operations.audited(action)).at(-1),
    ),
  );
  expect(entries).toMatchObject([
    { objectId: body.id, actorId: opener.userId, reason, after: { state: 'open', reasonCode: 'safety_concern' } },
    { objectId: body.id, reason, before: { state: 'open' }, after: { state: 'in_progress' } },
    { objectId: body.id, reason, before: { state: 'in_progress' }, after: { state: 'resolved' } },
  ]);
});

test('D2 a reviewer sees own escalations and open ones that a reviewer can answer; others look absent', async () => {
  const supervisor = operations.operator('supervisor');
  const [reviewer, other] = [operations.operator('reviewer'), operations.operator('reviewer')];
  const { caseId } = await makeCase(operations, { duties: dutiesOf({ review: reviewer.userId }) });
  const own = (await escalate(reviewer, caseId, { reasonCode: 'suspected_fraud' })).body.id;
  const answerable = (await escalate(reviewer, caseId)).body.id;
  const foreign = (await escalate(supervisor, caseId, { reasonCode: 'conflict_of_interest' })).body.id;
  expect((await listed(supervisor)).slice(0, 3)).toEqual([foreign, answerable, own]);
  expect(await listed(reviewer)).toEqual([answerable, own]);
  expect(await listed(other)).toEqual([answerable]);

  const read = async (id: string) => {
    const { status, body } = await operations.get(`/operations/escalations/${id}`, { actor: other });
    return { status, body: { ...body, instance: '', requestId: '' } };
  };
  expect(await read(foreign)).toEqual(await read(randomUUID()));
  for (const verb of ['start', 'resolve'] as const)
    expect(await change(other, own, verb)).toMatchObject({ status: 404 });

  expect(await change(other, answerable, 'start')).toMatchObject({ status: 200 });
  expect(await change(reviewer, answerable, 'resolve')).toMatchObject(stateConflict);
  expect(await listed(operations.operator('reviewer'))).not.toContain(answerable);
  expect(await change(supervisor, answerable, 'resolve')).toMatchObject({ status: 200 });
});

test('a reviewer can escalate only cases that they review or that nobody reviews', async () => {
  const reviewer = operations.operator('reviewer');
  const free = await makeCase(operations);
  const taken = await makeCase(operations, { duties: dutiesOf({ review: randomUUID() }) });
  await makeLabels(operations, free);
  expect(await escalate(reviewer, free.caseId)).toMatchObject({ status: 201 });
  expect(await escalate(reviewer, taken.caseId)).toMatchObject({ status: 404 });
  const provider = { subject: { type: 'provider', id: free.providerId } };
  expect(await escalate(reviewer, '', provider)).toMatchObject({ status: 404 });
  expect(await escalate(operations.operator('triage'), '', provider)).toMatchObject({ status: 201 });
  for (const type of ['verification_case', 'provider', 'override', 'incident'])
    expect(await escalate(operations.operator('triage'), '', { subject: { type, id: randomUUID() } })).toMatchObject({
      status: 404,
    });
});

test('an operator cannot escalate, see or start what concerns a provider that they represent', async () => {
  const { caseId, providerId } = await makeCase(operations);
  const own = { ...operations.operator('triage'), assignments: representative(providerId).assignments };
  expect(await escalate(own, caseId)).toMatchObject(separation);
  const { body } = await escalate(operations.operator('triage'), caseId);
  expect(await listed(own)).not.toContain(body.id);
  expect(await change(own, body.id, 'start')).toMatchObject({ status: 404 });
});

test('filters by state, reason and subject, and pages without repeating', async () => {
  const actor = operations.operator('supervisor');
  const { caseId } = await makeCase(operations);
  const ids: string[] = [];
  for (const reasonCode of ['technical', 'sla_breach', 'technical']) {
    operations.advanceClock(1);
    ids.unshift((await escalate(actor, caseId, { reasonCode })).body.id);
  }
  expect(await listed(actor, `&subjectId=${caseId}`)).toEqual(ids);
  expect(await listed(actor, `&subjectId=${caseId}&reasonCode=technical`)).toEqual([ids[0], ids[2]]);
  expect(await listed(actor, `&subjectId=${caseId}&state=resolved`)).toEqual([]);
  const first = await operations.get(`/operations/escalations?limit=2&subjectId=${caseId}`, { actor });
  const next = `/operations/escalations?limit=2&subjectId=${caseId}&cursor=${first.body.nextCursor}`;
  expect((await operations.get(next, { actor })).body).toMatchObject({ items: [{ id: ids[2] }], nextCursor: null });
});

test('M3 of 16 operators who start an escalation at once one gets it', async () => {
  const { caseId } = await makeCase(operations);
  const { body } = await escalate(operations.operator('supervisor'), caseId);
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => change(operations.operator('supervisor'), body.id, 'start')),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(400)]);
});

test('M1 code and database list the same transitions', async () => {
  const rows = await operations.db.selectFrom('allowed_transition').selectAll().execute();
  const listed = RecordState.options.flatMap((from) => recordTransitions[from].map((to) => `${from} ${to}`)).sort();
  for (const thing of ['escalation', 'incident']) {
    const found = rows.filter((row) => row.thing === thing);
    expect(found.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(listed);
  }
});

test('M1 M2 neither the app nor the owner can skip a state or change what was recorded', async () => {
  await using owner = openDb<DB>({ url: operations.ownerUrl, max: 1 });
  const { caseId } = await makeCase(operations);
  for (const db of [operations.db, owner]) {
    const actor = operations.operator('supervisor');
    const { id } = (await escalate(actor, caseId)).body;
    const set = (changes: string) => sql`update escalation set ${sql.raw(changes)} where id = ${id}`.execute(db);
    const ended = `state = 'resolved', resolved_by = opened_by, resolved_at = now(), resolution = 'long enough for it'`;
    const refused = /permission denied|immutable|must be owner|cannot go from|is open/;
    await expect(set(`${ended}, started_by = opened_by, started_at = now()`)).rejects.toThrow(/cannot go from/);
    await expect(set(`reason_code = 'technical'`)).rejects.toThrow(refused);
    await expect(set(`opened_by = gen_random_uuid()`)).rejects.toThrow(refused);
    await change(actor, id, 'start');
    await change(actor, id, 'resolve');
    await expect(set(`resolution = 'another resolution'`)).rejects.toThrow(refused);
    await expect(set(`state = 'in_progress'`)).rejects.toThrow(refused);
    await expect(sql`delete from escalation`.execute(db)).rejects.toThrow(refused);
    await expect(sql`truncate escalation`.execute(db)).rejects.toThrow(refused);
    const born = sql`insert into escalation (id, subject_type, subject_id, reason_code, reason, state, opened_by, opened_at, due_at, started_by, started_at)
      values (${randomUUID()}, 'override', ${randomUUID()}, 'technical', 'long enough for it', 'in_progress', ${randomUUID()}, now(), now(), ${randomUUID()}, now())`;
    await expect(born.execute(db)).rejects.toThrow(refused);
  }
});
