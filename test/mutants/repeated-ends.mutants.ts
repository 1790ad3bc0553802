import { mutantsOf } from './mutant.ts';

const guard = 'src/db/migrations/0043-repeated-ends.sql';
const test = 'src/registration/claim-subjects/repeated-ends.test.ts';

export const mutants = mutantsOf('services/provider', [
  [guard, ' and s.about = new.about', '', test],
  [guard, ' and s.ended_by is not null', '', test],
  [guard, 'order by s.ended_at desc nulls last limit 1', 'order by s.ended_at limit 1', test],
  [guard, "new.named_at > new.ended_at - interval '30 days' and", '', test],
  [guard, "interval '30 days'", "interval '20 days'", test],
  ['src/provider-record/claim-subjects.ts', '...(endedBy && { ended_by: endedBy }),', '', test],
]);
