import { mutantsOf } from './mutant.ts';

const ofOperators = 'src/registration/services/services-of-operators.test.ts';
const select = 'src/registration/services/select-service.ts';

export const mutants = mutantsOf('services/provider', [
  [select, 'if (!asOperator && removal) throw', 'if (false) throw', ofOperators],
  [select, 'if (asOperator && !before) {', 'if (asOperator) {', ofOperators],
  ['src/registration/services/remove-service.ts', 'asOperator && { reasonCode, ', '{ reasonCode, ', ofOperators],
  ['src/registration/services/category-write.ts', '!asOperator && reasonCode', 'false', ofOperators],
  [
    'src/registration/services/queries.ts',
    ".where('category_key', '=', categoryKey)\n    .orderBy",
    '.orderBy',
    ofOperators,
  ],
]);
