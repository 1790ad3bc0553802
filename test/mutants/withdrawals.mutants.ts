import { mutantsOf } from './mutant.ts';

const tests = 'src/from-other-services/consents/withdrawals.test.ts';
const migration = 'src/db/migrations/0041-withdrawals.sql';

export const mutants = mutantsOf('services/provider', [
  [migration, 'perform lock_consent(person, policy);', '', tests],
  [migration, 'w.withdrawn_at >= consents_at', 'w.withdrawn_at > consents_at', tests],
  [migration, ' and w.policy_key = policy', '', tests],
  [migration, 'w.person_id = person and ', '', tests],
  [migration, 'if not may_consent(', 'if false and may_consent(', tests],
  ['src/from-other-services/consents/withdrawals.ts', 'if (!rows[0]?.may)', 'if (!rows[0])', tests],
  [
    'src/from-other-services/consents/withdrawals.ts',
    'await sql`select lock_consent(${personId}, ${policyKey})`.execute(trx);',
    '',
    tests,
  ],
  [
    'src/from-other-services/consents/withdrawals.ts',
    'greatest(consent_withdrawal.withdrawn_at, excluded.withdrawn_at)',
    'excluded.withdrawn_at',
    tests,
  ],
  [
    'src/personal-data/on-person-erased.ts',
    'await deleteWithdrawals(trx, personId);',
    '',
    'src/personal-data/on-person-erased.test.ts',
  ],
  ['src/customers/enquiries/hand-off-contact.ts', 'if (!view.contact) throw conflict(withdrawn);', '', tests],
]);
