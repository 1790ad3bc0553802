import { mutantsOf } from './mutant.ts';

const queries = 'src/outcome/claims/queries.ts';
const list = 'src/outcome/claims/list-workspace-claims.ts';
const tests = 'src/outcome/claims/list-workspace-claims.test.ts';

export const mutants = mutantsOf('services/verification', [
  [queries, ".onRef('own.provider_id', '=', 'c.provider_id')", '', tests],
  [queries, 'own.id is null and num_nonnulls(by.id, a.id) > 0', 'own.id is null', tests],
  [queries, 'own.id is null and num_nonnulls(by.id, a.id) > 0', 'num_nonnulls(by.id, a.id) > 0', tests],
  [list, 'is_elsewhere ? suspendedElsewhereText : undefined', 'undefined', tests],
]);
