import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { inRollback, machines, makeRow, pathsOf, setState } from '../../../test/upload-states/state-machines.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

test.each(machines)(
  'M1 $table takes every transition of the contract by raw SQL and refuses all others',
  async (machine) => {
    const rowId = await makeRow(evidence, machine.table);
    for (const [from, path] of pathsOf(machine)) {
      const taken: string[] = [];
      for (const to of Object.keys(machine.transitions).filter((state) => state !== from)) {
        await inRollback(evidence, async (trx) => {
          for (const state of path) await setState(trx, machine, rowId, state);
          if (await setState(trx, machine, rowId, to)) taken.push(to);
        });
      }
      expect({ from, taken: taken.sort() }).toEqual({ from, taken: [...(machine.transitions[from] ?? [])].sort() });
    }
  },
);

test('M1 every state but `rejected` of a session can be reached', () => {
  const unreached = machines.flatMap((machine) => {
    const paths = pathsOf(machine);
    return Object.keys(machine.transitions).filter((state) => !paths.has(state));
  });
  expect(unreached).toEqual(['rejected']);
});
