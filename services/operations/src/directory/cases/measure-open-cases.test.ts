import { expect, test } from 'vitest';
import { changeCase, makeCase } from '../../../test/make.ts';
import { startOperations } from '../../../test/service.ts';
import { readOpenCases } from './measure-open-cases.ts';

test('counts open cases by state, and those past their service level', async () => {
  await using operations = await startOperations();
  const read = async () =>
    Object.fromEntries(
      (await readOpenCases(operations.app)).map(({ name, value, attributes }) => [
        `${name.slice('trust.cases.'.length)} ${attributes['trust.case.state']}`,
        value,
      ]),
    );
  const zeros = await read();
  expect(Object.keys(zeros)).toHaveLength(8);
  expect(new Set(Object.values(zeros))).toEqual(new Set([0]));

  const [late] = [await makeCase(operations), await makeCase(operations)];
  await makeCase(operations, { state: 'awaiting_evidence' });
  await makeCase(operations, { state: 'decided', outcome: 'verified' });
  const lapsing = { state: 'awaiting_correction' as const, dueAt: '2026-01-06T00:00:00.000Z' };
  await makeCase(operations, lapsing);
  expect(await read()).toEqual({
    ...zeros,
    'open in_review': 2,
    'open awaiting_evidence': 1,
    'open awaiting_correction': 1,
  });
  operations.advanceClock(86_400);
  expect(await read()).toEqual({ ...zeros, 'open in_review': 2, 'overdue in_review': 2, 'open awaiting_evidence': 1 });
  await changeCase(operations, late, { state: 'withdrawn' });
  expect(await read()).toMatchObject({ 'open in_review': 1, 'overdue in_review': 1 });
});
