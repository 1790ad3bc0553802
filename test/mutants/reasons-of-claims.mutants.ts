import { mutantsOf } from './mutant.ts';

const tests = 'src/case/refusals/reasons-of-claims.test.ts';
const invalid = 'src/outcome/decisions/invalid-claims.ts';
const decisions = 'src/db/migrations/0003-decisions.sql';
const doubted = 'src/outcome/claims/doubted-claims.ts';

/** The reasons of a decision say nothing of a document that another one failed for. */
export const mutants = mutantsOf('services/verification', [
  [invalid, ' && isRefused && hasSeveral', ' && isRefused && false', tests],
  [invalid, 'reasonCodes.length > 1 && claims', 'claims', tests],
  [invalid, "claims.filter((one) => one.result === 'refused').length > 1", 'true', tests],
  [invalid, 'claim.reasonCodes !== undefined && !isRefused', 'false', tests],
  [invalid, '!reasonCodes.includes(code)', 'false', tests],
  [doubted, 'reason_codes: line.reasonCodes ?? []', 'reason_codes: decision.reason_codes', tests],
  ['src/case/refusals/queries.ts', 'as refused_at, l.reason_codes', 'as refused_at, d.reason_codes', tests],
  ['src/outcome/decisions/lines.ts', 'claim?.reasonCodes ?? reasonCodes', 'reasonCodes', tests],
  ['src/case/refusals/grave-doubt.ts', "  'evidence_insufficient',\n", '', tests],
  [decisions, "(result = 'refused') = (cardinality(reason_codes) > 0)", 'true', tests],
  [decisions, ' and new.reason_codes <@ reason_codes', '', tests],
]);
