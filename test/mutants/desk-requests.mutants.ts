import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/operations', [
  [
    'src/interventions/overrides/queries.ts',
    "if (state) query = query.where(stateAt(now), '=', state);",
    '',
    'src/interventions/overrides/targeted-overrides.test.ts',
  ],
  [
    'src/field-work/items/transition-field-work-item.ts',
    "if (by.includes('manager')) throw new Problem('forbidden', missingPermission('operations.field-work.manage'));",
    '',
    'src/field-work/items/field-work.test.ts',
  ],
]);
