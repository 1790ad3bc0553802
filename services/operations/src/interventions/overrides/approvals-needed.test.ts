import { operatorChanged } from '@trust/contracts/events/identity';
import type { Permission } from '@trust/contracts/permissions';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startOperations } from '../../../test/service.ts';
import { Config } from '../../config.ts';

const reason = 'The publication phase was approved by the board.';

test('Z3 an override needs as many approvals as the setting says for its kind when it is requested', async () => {
  await using operations = await startOperations();
  operations.app.overrideApprovals = { 'publication-gate': 3 };
  const made = await operations.post('/operations/overrides', {
    actor: operations.operator('supervisor'),
    body: { kind: 'publication-gate', action: 'open', reason },
  });
  expect(made.body).toMatchObject({ approvalsNeeded: 3 });
  operations.app.overrideApprovals = {};
  const states: string[] = [];
  for (const _vote of [1, 2, 3]) {
    const { body } = await operations.post(`/operations/overrides/${made.body.id}/approvals`, {
      actor: operations.operator('security'),
      body: { decision: 'approve', reason },
    });
    states.push(body.state);
  }
  expect(states).toEqual(['pending', 'pending', 'approved']);
});

test('Z3 the approval of an operator who lost the permission since does not count', async () => {
  await using operations = await startOperations();
  const [first, ...others] = [1, 2, 3].map(() => operations.operator('security'));
  const actor = operations.operator('supervisor');
  const body = { kind: 'publication-gate', action: 'open', reason };
  const { id } = (await operations.post('/operations/overrides', { actor, body })).body;
  const vote = async (by = first) =>
    (
      await operations.post(`/operations/overrides/${id}/approvals`, {
        actor: by,
        body: { decision: 'approve', reason },
      })
    ).body.state;
  const announce = (permissions: Permission[]) =>
    operations.deliver(operatorChanged, {
      ...{ userId: first?.userId ?? '', permissions, occurredAt: operations.clock.now.toISOString() },
    });
  await announce(['operations.overrides.approve']);
  expect(await vote()).toBe('pending');
  operations.advanceClock(1);
  await announce(['operations.triage.read']);
  expect(await vote(others[0])).toBe('pending');
  const approved = sql`update override_request set state = 'approved', ended_at = now() where id = ${id}`;
  await expect(approved.execute(operations.db)).rejects.toThrow('do not carry that outcome');
  expect(await vote(others[1])).toBe('approved');
});

test.each([
  ['{"publication-gate": 3, "deadline-extension": 2}', true],
  ['{}', true],
  ['{"publication-gate": 1}', false],
  ['{"publication-gate": 11}', false],
  ['{"everything": 2}', false],
])('OVERRIDE_APPROVALS %s: accepted is %s', (OVERRIDE_APPROVALS, accepted) => {
  const { error } = Config.safeParse({ OVERRIDE_APPROVALS });
  const isNamed = error?.issues.some(({ path }) => path[0] === 'OVERRIDE_APPROVALS') ?? false;
  expect(!isNamed).toBe(accepted);
});
