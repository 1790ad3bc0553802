import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAgent, makeStarted, makeVisitable, move, schedule, submit } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const items = '/operations/field-work-items';
const reason = 'The requirement asks for a visit.';

test('an agent reads the last instructions of a manager, and not the reason of the audit log', async () => {
  const [manager, agent] = [operations.operator('triage'), await makeAgent(operations)];
  const { caseId } = await makeVisitable(operations);
  const body = { caseId, requirementKey: 'identity', assigneeId: agent.userId, reason };
  const made = await operations.post(items, {
    actor: manager,
    body: { ...body, instructions: 'Ask for the register.' },
  });
  expect(made).toMatchObject({ status: 201, body: { instructions: 'Ask for the register.', returnReason: null } });
  const { id } = made.body;
  const read = async () => (await operations.get(`${items}/${id}`, { actor: agent })).body;
  await schedule(operations, manager, id);
  expect(await read()).toMatchObject({ state: 'scheduled', instructions: 'Ask for the register.' });
  const { startsAt, endsAt } = await read();
  const again = { startsAt, endsAt, instructions: 'Ask for the new register.' };
  expect(await move(operations, manager, id, 'schedule', again)).toMatchObject({ status: 200 });
  expect(await read()).toMatchObject({ instructions: 'Ask for the new register.' });
  const [listed] = (await operations.get(items, { actor: agent })).body.items;
  expect(listed).toMatchObject({ id, instructions: 'Ask for the new register.', returnReason: null });
  expect(JSON.stringify([await read(), listed])).not.toContain(reason);
  expect((await operations.audited('createFieldWorkItem')).at(-1)?.after).toMatchObject({ hasInstructions: true });
});

test('D1 rejects instructions with contact data', async () => {
  const manager = operations.operator('triage');
  const { caseId } = await makeVisitable(operations);
  const instructions = 'Call +33 6 12 34 56 78 first.';
  const refused = { status: 400, body: { errors: [{ field: 'instructions', code: 'private_data' }] } };
  const body = { caseId, requirementKey: 'identity', reason, instructions };
  expect(await operations.post(items, { actor: manager, body })).toMatchObject(refused);
  const agent = await makeAgent(operations);
  const { instructions: _, ...plain } = body;
  const { body: made } = await operations.post(items, { actor: manager, body: { ...plain, assigneeId: agent.userId } });
  const at = (hours: number) => new Date(operations.clock.now.getTime() + hours * 3_600_000).toISOString();
  const times = { startsAt: at(1), endsAt: at(2), instructions };
  expect(await move(operations, manager, made.id, 'schedule', times)).toMatchObject(refused);
});

test('an agent reads why their last submission was returned, until one is accepted', async () => {
  const { id, agent, manager } = await makeStarted(operations);
  const read = async () => (await operations.get(`${items}/${id}`, { actor: agent })).body;
  const review = async (transition: string, why: string) => {
    const { body } = await submit(operations, agent, id);
    return move(operations, manager, id, transition, { submissionId: body.id, reason: why });
  };
  expect((await read()).returnReason).toBe(null);
  await review('return', 'Say which workshop you saw.');
  expect(await read()).toMatchObject({ state: 'returned', returnReason: 'Say which workshop you saw.' });
  await move(operations, agent, id, 'resume');
  await review('return', 'Say when you saw the workshop.');
  expect((await read()).returnReason).toBe('Say when you saw the workshop.');
  expect(JSON.stringify((await read()).submissions)).not.toContain('Say when');
  await move(operations, agent, id, 'resume');
  expect((await review('accept', 'The results are complete.')).body).toMatchObject({ returnReason: null });
});
