import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { inRollback, machines, makeRow, pathsOf, setState } from '../../../test/upload-states/state-machines.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

const [walks, stepsEach] = [1700, 20];

// The rarest transition is tried in 2.7 % of the walks (simulated): missed once in 10^19 runs.
test.each(machines)(
  `M1 ${walks} walks of ${stepsEach} random steps in $table take only transitions of the contract`,
  async (machine) => {
    const rowId = await makeRow(evidence, machine.table);
    const states = Object.keys(machine.transitions);
    const [taken, refused] = [new Set<string>(), new Set<string>()];
    for (let walk = 0; walk < walks; walk++) {
      await inRollback(evidence, async (trx) => {
        let from = machine.initial;
        for (let step = 0; step < stepsEach; step++) {
          const others = states.filter((state) => state !== from);
          const to = others[Math.floor(Math.random() * others.length)] ?? '';
          const isTaken = await setState(trx, machine, rowId, to);
          (isTaken ? taken : refused).add(`${from} > ${to}`);
          if (isTaken) from = to;
        }
      });
    }
    const reachable = [...pathsOf(machine).keys()];
    const moves = reachable.flatMap((from) => states.filter((to) => to !== from).map((to) => `${from} > ${to}`));
    const isAllowed = (move: string) => {
      const [from = '', to = ''] = move.split(' > ');
      return machine.transitions[from]?.includes(to);
    };
    expect([...taken].sort()).toEqual(moves.filter(isAllowed).sort());
    expect([...refused].sort()).toEqual(moves.filter((move) => !isAllowed(move)).sort());
  },
  600_000,
);
