import { mutantsOf } from './mutant.ts';

const appealable = 'src/outcome/appeals/something-to-appeal.test.ts';
const besideReview = 'src/outcome/appeals/appeal-beside-review.test.ts';
const shortened = 'src/db/migrations/0020-appeal-recommendations.sql';

/** What can be appealed, and who hears it (docs/domain/appeal.md 5, 13). */
export const mutants = mutantsOf('services/verification', [
  ['src/outcome/decisions/queries.ts', ' or is_shortened(l))', ')', appealable],
  [shortened, " - interval '24 hours'\n", '\n', appealable],
  [shortened, ', earlier.valid_until)', ')', appealable],
  [shortened, 'least(d.decided_at + q.claim_validity_days', 'least(d.decided_at + 0', appealable],
  ['src/outcome/appeals/create-appeal.ts', "one.kind !== 'review' && ", '', besideReview],
  ['src/outcome/receipts/decision-receipt.ts', 'at.hasAppealGround && ', '', appealable],
  [
    'src/outcome/decisions/create-decision.ts',
    'decisionLines(requirements, checks, result, now)',
    'decisionLines(requirements, checks, result, app.now())',
    appealable,
  ],
  [
    'src/db/migrations/0004-appeals-and-duties.sql',
    'where r.reviewed_case_id = of_case and a.assignee_id = person and worked_for(a))',
    'where false)',
    besideReview,
  ],
  [
    'src/db/migrations/0004-appeals-and-duties.sql',
    'where r.reviewed_case_id = of_case and a.assignee_id = person and worked_for(a))',
    'where r.reviewed_case_id = of_case and a.assignee_id = person)',
    besideReview,
  ],
  [
    'src/db/migrations/0004-appeals-and-duties.sql',
    'where id = new.evidence_case_id and for_appeal and',
    'where id = new.evidence_case_id and',
    besideReview,
  ],
]);
