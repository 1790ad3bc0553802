import { mutantsOf } from './mutant.ts';

const afterReview = 'src/outcome/appeals/appeal-after-review.test.ts';
const decisions = 'src/db/migrations/0003-decisions.sql';
const onAppeal = 'src/db/migrations/0020-appeal-recommendations.sql';
const record = 'src/case/record/decisions.ts';
const claims = 'src/outcome/claims/queries.ts';
const worse = 'src/outcome/appeals/appeal-lines.ts';
const grave = 'src/outcome/appeals/grave-doubt.test.ts';

/** An appeal judges what no later decision judged again (docs/domain/appeal.md 4). */
export const mutants = mutantsOf('services/verification', [
  [
    decisions,
    ' and other.category_key = own.category_key\n      join decision later',
    '\n      join decision later',
    'src/outcome/appeals',
  ],
  [decisions, " and later.relation is distinct from 'sets_aside'\n", '\n', 'src/outcome/appeals/appeal-guards.test.ts'],
  [decisions, ' and (later.decided_at, later.id) > (since.decided_at, since.id)', '', afterReview],
  [decisions, ' and l.claim_type = of_type)', ')', afterReview],
  [decisions, ' and c.claim_type = of_type)))', ')))', afterReview],
  [decisions, ' and later.decided_at < until', '', afterReview],
  [
    decisions,
    'or exists (\n          select from claim_revocation r join',
    'or false and exists (\n          select from claim_revocation r join',
    afterReview,
  ],
  [
    decisions,
    "when judged.relation = 'sets_aside' then judged.earlier_id else",
    'when false then judged.earlier_id else',
    afterReview,
  ],
  [decisions, ' and not is_judged_later(judged, q.claim_type)', '', afterReview],
  [decisions, '        and is_judged_on_appeal(new, q.claim_type, new.decided_at)\n', '', afterReview],
  [onAppeal, 'not is_judged_later(judged, of_type) and not exists', 'not exists', afterReview],
  [decisions, 'is_judged_later(judged, of_type, appealed.decided_at)', 'false', afterReview],
  ['src/db/migrations/0004-appeals-and-duties.sql', ' and not is_replaced(d)', '', afterReview],
  [
    'src/db/migrations/0004-appeals-and-duties.sql',
    "    where c.provider_id = of_case.provider_id and c.category_key = of_case.category_key and c.state = 'under_appeal'",
    "    where c.provider_id = of_case.provider_id and c.state = 'under_appeal'",
    'src/outcome/appeals',
  ],
  [record, ' and is_replaced(d))', ')', afterReview],
  [record, ' and is_judged_on_appeal(d, q.claim_type, ${now}) order', ' order', afterReview],
  ['src/outcome/decisions/queries.ts', ' and is_judged_on_appeal(d, q.claim_type, ${now})', '', afterReview],
  ['src/outcome/decisions/queries.ts', "    .where('state', '=', 'under_appeal');", ';', 'src/outcome/decisions'],
  [
    claims,
    "    .where('d.id', '=', decisionId)\n    .where(isLastToLeave)",
    "    .where('d.id', '=', decisionId)",
    afterReview,
  ],
  [claims, "'under_appeal')\n    .where(isLastToLeave)", "'under_appeal')", afterReview],
  [claims, 'not(exists(selectFrom', 'exists(selectFrom', afterReview],
  ['src/outcome/appeals/create-appeal.ts', '.filter(({ claim_type }) => types.includes(claim_type))', '', afterReview],
  ['src/outcome/appeals/appeal-lines.ts', 'types.includes(one.claim_type)', 'true', afterReview],
  [worse, '...graver(lines, result, about)', '', grave],
  [worse, ' &&\n        isGrave({ claim_end_reason: null, reason_codes: line.reasonCodes }),', ',', grave],
  [
    worse,
    '.filter(({ requirement }) => !wasGrave(requirement.claim_type))',
    '',
    'src/outcome/claims/refused-since.test.ts',
  ],
  [worse, ' &&\n        line.validUntil >= (valid_until ?? line.validUntil)', '', grave],
  [worse, ' &&\n        limitationsOf(line).every((text) => claim_limitations?.includes(text))', '', grave],
  ['src/case/refusals/queries.ts', " or d.claim_end_reason = 'safety_concern')", ')', afterReview],
  [claims, "eb('valid_from', '<=', of.opened_at),", '', afterReview],
]);
