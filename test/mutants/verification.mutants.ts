import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    file: 'services/verification/src/decisions/create-decision.ts',
    find: '    stepUp: true,\n',
    replace: '',
    tests: ['services/verification/src/decisions'],
  },
  {
    file: 'services/verification/src/decisions/create-decision.ts',
    find: 'await keepingDutiesApart(() => claimDuty(trx, app, found, { actor, reason: body.reason }))',
    replace: 'await claimDuty(trx, app, found, { actor, reason: body.reason })',
    tests: ['services/verification/src/decisions'],
  },
];
