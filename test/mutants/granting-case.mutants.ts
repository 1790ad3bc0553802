import { mutantsOf } from './mutant.ts';

const test = 'src/duties/granting-case.test.ts';
const migration = 'src/db/migrations/0028-cases-under-review.sql';

/** Who judged a claim judges no review of it. */
export const mutants = mutantsOf('services/verification', [
  [migration, " and v.kind = 'review'", '', test],
  [migration, "('revoked', 'superseded')", "('revoked')", test],
  [migration, ' and c.claim_type = r.claim_type', '', test],
  [
    migration,
    'in (select cases_under_review(of_case))',
    '= (select reviewed_case_id from verification_case where id = of_case)',
    test,
  ],
  [
    'src/case/effects/queries.ts',
    'in (select cases_under_review(${id}))',
    '= (select reviewed_case_id from verification_case where id = ${id})',
    test,
  ],
]);
