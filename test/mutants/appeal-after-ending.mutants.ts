import { mutantsOf } from './mutant.ts';

const tests = 'src/outcome/appeals/appeal-after-ending.test.ts';
const onAppeal = 'src/db/migrations/0020-appeal-recommendations.sql';
const worse = 'src/outcome/appeals/appeal-lines.ts';

/** An appeal leaves out what it granted and what stands no more (docs/domain/appeal.md 4, 19). */
export const mutants = mutantsOf('services/verification', [
  [onAppeal, "g.state = 'suspended' or ", '', tests],
  [onAppeal, ' or g.valid_until <= at and not is_shortened(l)', '', tests],
  [onAppeal, ' and not is_shortened(l)', '', tests],
  [onAppeal, '\n        or not is_granted_in(r.claims, of_type)', '', tests],
  [onAppeal, "'type', of_type, 'result', 'granted'", "'type', of_type", tests],
  [onAppeal, '      and g.claim_type = of_type and (', '      and (', tests],
  [
    onAppeal,
    " = case when judged.relation = 'sets_aside' then judged.earlier_id else judged.id end",
    ' = judged.id',
    tests,
  ],
  [onAppeal, ' and is_judged_on_appeal(d, l.claim_type, new.recommended_at)', '', tests],
  [
    onAppeal,
    '  if exists (\n    select from decision d join decision_claim l',
    '  if false and exists (\n    select from decision d join decision_claim l',
    tests,
  ],
  [onAppeal, 'is_judged_on_appeal(new, earlier.claim_type, new.decided_at)', 'true', tests],
  [onAppeal, "if new.outcome = 'not_verified' and exists", 'if false and exists', tests],
  [onAppeal, "where id = new.earlier_id and outcome <> 'not_verified'", 'where id = new.earlier_id', tests],
  [
    'src/db/migrations/0003-decisions.sql',
    'is_judged_on_appeal(new, q.claim_type, new.decided_at)',
    'not is_judged_later(new, q.claim_type)',
    tests,
  ],
  [
    'src/case/record/decisions.ts',
    'is_judged_on_appeal(d, q.claim_type, ${now})',
    'not is_judged_later(d, q.claim_type)',
    tests,
  ],
  [
    'src/outcome/decisions/queries.ts',
    'is_judged_on_appeal(d, q.claim_type, ${now})',
    'not is_judged_later(d, q.claim_type)',
    tests,
  ],
  ['src/outcome/appeals/views.ts', 'decided?.decided_at ?? now', 'now', tests],
  [worse, '...worseOutcome(result, about), ', '', tests],
  [worse, " && appealed.outcome !== 'not_verified'", '', tests],
]);
