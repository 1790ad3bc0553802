import { mutantsOf } from './mutant.ts';

const migration = 'src/db/migrations/0003-publication.sql';
const claims = 'src/from-other-services/claims';

export const mutants = mutantsOf('services/provider', [
  [migration, 'if new.changed_at <= old.changed_at then', 'if false then', claims],
  [migration, 'if new.status <> old.status and not exists (', 'if false and not exists (', claims],
  ['src/from-other-services/claims/queries.ts', 'where stored.changed_at < excluded.changed_at', '', claims],
  [
    migration,
    'if new.limitations <> old.limitations or new.valid_until <> old.valid_until then',
    'if false then',
    claims,
  ],
  [migration, 'if new.valid_from > latest then', 'if false then', claims],
  [migration, 'if new.changed_at > latest then', 'if false then', claims],
]);
