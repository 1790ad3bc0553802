import { mutantsOf } from './mutant.ts';

const claims = 'src/outcome/claims';
const test = `${claims}/refused-since.test.ts`;
const since = `${claims}/refused-since.ts`;
const against = `${claims}/stands-against.ts`;
const standing = `${claims}/stands-against.test.ts`;
const freed = `${claims}/doubt-queries.ts`;
const query = 'src/case/refusals/queries.ts';

/** An appeal restores no claim that a decision in force refused since. */
export const mutants = mutantsOf('services/verification', [
  [against, 'if (await isRefusedSince(trx, claim)) return true;', '', test],
  [since, 'one.refused_at >= since && ', '', test],
  [since, 'doubtsEveryClaim(one) || ', '', test],
  [since, "isOfPerson ? 'person' : 'business'", "'business'", test],
  [since, 'isOfPerson && one.is_grave', 'one.is_grave', test],
  [since, 'isOfPerson && one.is_grave', 'isOfPerson', test],
  [against, '!decision.is_appealed || ', '', standing],
  [
    against,
    'if (!(await findLastChange(trx, claim.id))?.decision_id) return true;',
    '',
    'src/outcome/appeals/appeals.test.ts',
  ],
  [against, 'where r.claim_id = ${claimId}', 'where false', standing],
  [freed, 'c.provider_id = ${providerId}\n        or', 'false or', standing],
  [query, "isForgedIdentity && one.claim_about === 'person'", 'isForgedIdentity', standing],
  [query, ' && doubtsEveryClaim(refusal)', '', standing],
  [query, '...(isOfPerson ? [identityType] : [])', '', standing],
  [
    query,
    'l.requirement_key, d.decided_at as refused_at, l.reason_codes, d.claim_end_reason,',
    'l.requirement_key, d.decided_at as refused_at, l.reason_codes, null as claim_end_reason,',
    test,
  ],
]);
