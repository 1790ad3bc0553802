import { mutantsOf } from './mutant.ts';

const claims = 'src/outcome/claims';
const test = `${claims}/refused-since.test.ts`;
const since = `${claims}/refused-since.ts`;

/** An appeal restores no claim that a decision in force refused since. */
export const mutants = mutantsOf('services/verification', [
  [`${claims}/unconfirmed-claims.ts`, 'if (await isRefusedSince(trx, claim)) continue;', '', test],
  [`${claims}/doubted-claims.ts`, 'if (await isRefusedSince(trx, claim)) continue;', '', test],
  [since, 'if (refusal.refused_at < since) return false;', '', test],
  [since, 'if (doubtsEveryClaim(refusal)) return true;', '', test],
  [since, '...(isOfPerson ? [identityType] : [])', '', test],
  [since, 'isOfPerson && refusal.is_grave && refusal', 'refusal.is_grave && refusal', test],
  [since, ' && refusal.is_grave && ', ' && ', test],
  [since, ' && refusal.claim_type === claim.claim_type', '', test],
  [
    'src/case/refusals/queries.ts',
    'd.reason_codes, d.claim_end_reason,',
    'd.reason_codes, null as claim_end_reason,',
    test,
  ],
]);
