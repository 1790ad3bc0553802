import { mutantsOf } from './mutant.ts';

const inForce = 'src/from-other-services/emergency-actions/in-force.ts';
const tests = 'src/from-other-services/emergency-actions/withheld-claims.test.ts';

/** A claim that takes the place of a withheld one. */
export const mutants = mutantsOf('services/provider', [
  [inForce, 'same.provider_id = target.provider_id and ', '', tests],
  [inForce, '\n        and same.type = target.type', '', tests],
  [inForce, ' and same.valid_from >= target.valid_from', ' and same.claim_id = target.claim_id', tests],
  [
    inForce,
    "where action.kind = 'withhold_claim' and action.ends_at > ${at}",
    "where action.kind = 'withhold_claim'",
    tests,
  ],
]);
