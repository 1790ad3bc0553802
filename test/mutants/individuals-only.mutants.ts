import { mutantsOf } from './mutant.ts';

const test = 'src/registration/services/individuals-only.test.ts';
const migration = 'src/db/migrations/0038-kinds-of-a-category.sql';

/** No organisation has a category in which no check confirms the kind. */
export const mutants = mutantsOf('services/provider', [
  ['src/catalog/kinds-of.ts', "=== 'business')", "!== '')", test],
  ['src/catalog/change-version.ts', 'if (active && kindsOf', 'if (false && active && kindsOf', test],
  ['src/registration/services/select-service.ts', 'if (!kindsOf(', 'if (false && !kindsOf(', test],
  ['src/registration/profile/change-profile.ts', 'if (individualsOnly.length > 0)', 'if (false)', test],
  ['src/registration/services/queries.ts', " and state = 'active' and not takes", ' and not takes', test],
  ['src/registration/services/queries.ts', ' and not takes_organisations(requirement_version_id)', '', test],
  [migration, 'is_refused := exists', 'is_refused := false and exists', test],
  [migration, 'is_refused := not takes', 'is_refused := false and not takes', test],
  [migration, ", 'business') = 'business'", ", 'business') <> ''", test],
]);
