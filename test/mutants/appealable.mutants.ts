import { mutantsOf } from './mutant.ts';

const appealable = 'src/outcome/appeals/something-to-appeal.test.ts';

/** What can be appealed (docs/domain/appeal.md 5). */
export const mutants = mutantsOf('services/verification', [
  ['src/outcome/decisions/queries.ts', " - interval '24 hours')) as has", ')) as has', appealable],
  ['src/outcome/receipts/decision-receipt.ts', 'at.hasAppealGround && ', '', appealable],
  [
    'src/outcome/decisions/create-decision.ts',
    'decisionLines(requirements, checks, result, now)',
    'decisionLines(requirements, checks, result, app.now())',
    appealable,
  ],
]);
