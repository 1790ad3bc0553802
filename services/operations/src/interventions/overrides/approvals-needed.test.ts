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
