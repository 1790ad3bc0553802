import { fieldWorkScheduled } from '@trust/contracts/events/field-work';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAgent, makeStarted, move, reason, requestVisit, schedule, submit } from '../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../test/service.ts';

let operations: Operations;
let now: Date;
beforeAll(async () => {
  operations = await startOperations();
  now = operations.clock.now;
});
beforeEach(() => {
  operations.clock.now = now;
});
afterAll(() => operations[Symbol.asyncDispose]());

const invalid = (field: string, code: string) => ({ status: 400, body: { errors: [{ field, code }] } });
const invalidDay = invalid('visitedOn', 'invalid_value');

test('a visit starts from one hour before its time; a manager who schedules it again tells the provider', async () => {
  const { id } = await requestVisit(operations);
  const [manager, agent] = [operations.operator('triage'), await makeAgent(operations)];
  const planned = await schedule(operations, manager, id, agent.userId, 24);
  const early = await move(operations, agent, id, 'start');
  expect(early).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/state-conflict' } });
  expect(early.body.detail).toContain(planned.body.startsAt);
  operations.advanceClock(23 * 3600 - 1);
  expect((await move(operations, agent, id, 'start')).status).toBe(409);
  await schedule(operations, manager, id, undefined, 1);
  const told = (await operations.emitted(fieldWorkScheduled)).filter(({ workItemId }) => workItemId === id);
  expect(told).toHaveLength(2);
  expect(await move(operations, agent, id, 'start')).toMatchObject({ status: 200, body: { state: 'in_progress' } });
});

test('a visit is not scheduled to start in the past', async () => {
  const { id } = await requestVisit(operations);
  const [manager, agent] = [operations.operator('triage'), await makeAgent(operations)];
  const at = (hours: number) => new Date(operations.clock.now.getTime() + hours * 3_600_000).toISOString();
  const body = { startsAt: at(-24), endsAt: at(1), assigneeId: agent.userId };
  expect(await move(operations, manager, id, 'schedule', body)).toMatchObject(invalid('startsAt', 'must_be_future'));
});

test('final results are of a day for which the visit was scheduled, in the time zone of the calendar', async () => {
  operations.clock.now = new Date('2026-01-05T22:30:00.000Z');
  const { id } = await requestVisit(operations);
  const [manager, agent] = [operations.operator('triage'), await makeAgent(operations)];
  await schedule(operations, manager, id, agent.userId);
  await move(operations, agent, id, 'start');
  const on = (visitedOn: string, kind = 'final') => submit(operations, agent, id, { visitedOn, kind });
  expect(await on('2026-01-06')).toMatchObject(invalid('visitedOn', 'must_not_be_future'));
  operations.clock.now = new Date('2026-01-07T23:30:00.000Z');
  for (const visitedOn of ['2026-01-04', '2026-01-05', '2026-01-07', '2026-01-08'])
    expect([visitedOn, await on(visitedOn)]).toMatchObject([visitedOn, invalidDay]);
  expect(await on('2026-01-04', 'draft')).toMatchObject({ status: 201 });
  expect(await on('2026-01-06')).toMatchObject({ status: 201 });
});

test('final results name a photo, drafts need none', async () => {
  const { id, agent } = await makeStarted(operations);
  for (const photoIds of [undefined, []]) {
    expect(await submit(operations, agent, id, { photoIds })).toMatchObject(invalid('photoIds', 'required'));
    expect(await submit(operations, agent, id, { photoIds, kind: 'draft' })).toMatchObject({ status: 201 });
  }
  const row = { ...{ id: crypto.randomUUID(), work_item_id: id, agent_id: agent.userId, is_final: true }, reason };
  const exposes = { exposes_exact_location: false, exposes_personal_data: false };
  const others = { exposes_document_content: false, exposes_other_persons: false };
  const seen = { visited_on: '2026-01-05', summary: 'Seen.', observations: '[]', received_at: operations.clock.now };
  const stored = operations.db.insertInto('field_submission').values({ ...row, ...exposes, ...others, ...seen });
  await expect(stored.execute()).rejects.toThrow('final_has_photo');
});

test('a visit on hold or with returned results is scheduled for another day', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  await move(operations, agent, id, 'hold');
  operations.clock.now = new Date('2026-01-08T09:00:00.000Z');
  const visitedOn = '2026-01-08';
  const again = async () => {
    expect(await schedule(operations, manager, id)).toMatchObject({
      status: 200,
      body: { state: 'scheduled', slaStatus: 'on_track', dueAt: '2026-01-22T09:00:00.000Z' },
    });
    await move(operations, agent, id, 'start');
    return (await submit(operations, agent, id, { visitedOn })).body.id as string;
  };
  const first = await again();
  await move(operations, manager, id, 'return', { submissionId: first });
  const second = await again();
  expect(await move(operations, manager, id, 'accept', { submissionId: second })).toMatchObject({ status: 200 });
});
