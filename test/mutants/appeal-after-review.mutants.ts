import { mutantsOf } from './mutant.ts';

const afterReview = 'src/outcome/appeals/appeal-after-review.test.ts';
const decisions = 'src/db/migrations/0003-decisions.sql';
const record = 'src/case/record/decisions.ts';
const claims = 'src/outcome/claims/queries.ts';

/** An appeal judges what no later decision judged again (docs/domain/appeal.md 4). */
export const mutants = mutantsOf('services/verification', [
  [
    decisions,
    ' and other.category_key = own.category_key\n      join decision later',
    '\n      join decision later',
    'src/outcome/appeals',
  ],
  [decisions, " and later.relation is distinct from 'sets_aside'\n", '\n', afterReview],
  [decisions, ' and (later.decided_at, later.id) > (since.decided_at, since.id)', '', afterReview],
  [decisions, 'since.id) and q.claim_type = of_type)', 'since.id))', afterReview],
  [
    decisions,
    "when judged.relation = 'sets_aside' then judged.earlier_id else",
    'when false then judged.earlier_id else',
    afterReview,
  ],
  [decisions, ' and not is_judged_later(judged, q.claim_type)', '', afterReview],
  [decisions, '        and not is_judged_later(new, q.claim_type)\n', '', afterReview],
  [decisions, ' and not is_judged_later(new, earlier.claim_type)', '', afterReview],
  [decisions, '  select is_judged_later(judged, of_type)\n    or not', '  select not', afterReview],
  ['src/db/migrations/0004-appeals-and-duties.sql', ' and not is_replaced(d)', '', afterReview],
  [
    'src/db/migrations/0004-appeals-and-duties.sql',
    "    where c.provider_id = of_case.provider_id and c.category_key = of_case.category_key and c.state = 'under_appeal'",
    "    where c.provider_id = of_case.provider_id and c.state = 'under_appeal'",
    'src/outcome/appeals',
  ],
  [record, ' and is_replaced(d))', ')', afterReview],
  [record, ' and not is_judged_later(d, q.claim_type) order', ' order', afterReview],
  ['src/outcome/decisions/queries.ts', ' and not is_judged_later(d, q.claim_type)', '', afterReview],
  ['src/outcome/decisions/queries.ts', "    .where('state', '=', 'under_appeal');", ';', 'src/outcome/decisions'],
  [
    claims,
    "    .where('d.id', '=', decisionId)\n    .where(isLastJudgement)",
    "    .where('d.id', '=', decisionId)",
    afterReview,
  ],
  [claims, "'under_appeal')\n    .where(isLastJudgement)", "'under_appeal')", afterReview],
  ['src/outcome/claims/stands-against.ts', ' and not is_judged_later(d, c.claim_type)', '', afterReview],
  ['src/outcome/appeals/create-appeal.ts', '.filter(({ claim_type }) => types.includes(claim_type))', '', afterReview],
  ['src/outcome/appeals/appeal-lines.ts', ' && isJudged(type)', '', afterReview],
]);
