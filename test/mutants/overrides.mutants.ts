import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/operations', [
  [
    'src/interventions/overrides/queries.ts',
    "(decision = 'reject' or still_votes(approver_id, ${provider_id}::uuid, ${requested_at}))",
    'true',
    'src/interventions/overrides',
  ],
  [
    'src/db/migrations/0003-interventions.sql',
    "'approve' and still_votes(approver_id, new.provider_id, new.requested_at)",
    "'approve'",
    'src/interventions/overrides',
  ],
]);
