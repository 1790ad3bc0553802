import { mutantsOf } from './mutant.ts';

const appealable = 'src/outcome/appeals/something-to-appeal.test.ts';
const besideReview = 'src/outcome/appeals/appeal-beside-review.test.ts';

/** What can be appealed, and who hears it (docs/domain/appeal.md 5, 13). */
export const mutants = mutantsOf('services/verification', [
  ['src/outcome/decisions/queries.ts', " - interval '24 hours')) as has", ')) as has', appealable],
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
