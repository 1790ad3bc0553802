import { mutantsOf } from './mutant.ts';

const guard = 'src/db/migrations/0024-repeated-refusals.sql';
const decide = 'src/moderation/decide.ts';
const test = 'src/moderation/repeated-refusals.test.ts';

export const mutants = mutantsOf('services/operations', [
  [guard, "perform pg_advisory_xact_lock(hashtextextended('name ' || new.provider_id, 0));", '', test],
  [guard, 'provider_id = new.provider_id and decided_by', 'decided_by', test],
  [guard, ' and decided_by = new.decided_by', '', test],
  [guard, "interval '30 days'", "interval '29 days'", test],
  [guard, "interval '30 days'", "interval '31 days'", test],
  [guard, "and kind = 'name' and reason_code = 'reconsidered' and outcome", 'and outcome', test],
  [guard, "new.reason_code = 'reconsidered' and ", '', test],
  [guard, 'and new.is_name_kept is not true)', ')', test],
  [decide, 'if (isTakenDown) await tellWhoAccepted(trx, last, input.actor);', '', test],
  [decide, 'userId === null || userId === by.userId', 'userId === null', test],
]);
