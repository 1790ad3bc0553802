import { mutantsOf } from './mutant.ts';

const guard = 'src/db/migrations/0043-repeated-ends.sql';
const withdrawals = 'src/db/migrations/0041-withdrawals.sql';
const consents = 'src/from-other-services/consents/withdrawals.test.ts';
const test = 'src/registration/claim-subjects/repeated-ends.test.ts';

export const mutants = mutantsOf('services/provider', [
  [guard, ' and s.about = new.about', '', test],
  [guard, ' and s.ended_by is not null', '', test],
  [guard, 'when (old.ended_by is not null and', 'when (false and', test],
  [withdrawals, "tg_op = 'UPDATE' and new.withdrawn_at >= old.withdrawn_at", "tg_op = 'UPDATE'", consents],
  [withdrawals, ' and exists (select from erased_person where person_id = old.person_id)', '', consents],
  [guard, 'order by s.ended_at desc nulls last limit 1', 'order by s.ended_at limit 1', test],
  [guard, "new.named_at > new.ended_at - interval '30 days' and", '', test],
  [guard, "interval '30 days'", "interval '20 days'", test],
  ['src/provider-record/claim-subjects.ts', '...(endedBy && { ended_by: endedBy }),', '', test],
]);
