import { mutantsOf } from './mutant.ts';

const requirements = 'src/case/record/requirements.ts';
const contradictory = 'src/case/review/contradictory-reasons.test.ts';

export const mutants = mutantsOf('services/verification', [
  [
    requirements,
    "result !== 'clear')) return 'check_not_clear'",
    "result === 'failed')) return 'check_not_clear'",
    contradictory,
  ],
  [
    requirements,
    "return grantsClaims(outcome) ? undefined : 'contradicts_outcome';",
    'return undefined;',
    contradictory,
  ],
  [requirements, 'if (!grantsAll || !grantsClaims(outcome))', 'if (!grantsClaims(outcome))', contradictory],
  [requirements, "{ isLimited: outcome === 'verified_with_limitations' }", '{ isLimited: false }', contradictory],
  [requirements, "{ isLimited: outcome === 'verified_with_limitations' }", '{ isLimited: true }', contradictory],
  [
    'src/outcome/appeals/appeal-lines.ts',
    'grantsAll: grantsAll(requirements, result)',
    'grantsAll: false',
    contradictory,
  ],
  [
    'src/outcome/decisions/create-decision.ts',
    'grantsAll: grantsAll(requirements, body)',
    'grantsAll: false',
    contradictory,
  ],
]);
