import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    file: 'services/verification/src/decisions/create-decision.ts',
    find: '    stepUp: true,\n',
    replace: '',
    tests: ['services/verification/src/decisions'],
  },
  {
    file: 'services/verification/src/decisions/create-decision.ts',
    find: 'await mapDutyErrors(() => assignFreeDuty(trx, app, found, { actor, reason: body.reason }))',
    replace: 'await assignFreeDuty(trx, app, found, { actor, reason: body.reason })',
    tests: ['services/verification/src/decisions'],
  },
  {
    file: 'services/verification/src/decisions/create-decision.ts',
    find: "    limit: 'privileged-operation',\n",
    replace: '',
    tests: ['services/verification/test/rate-limits.test.ts'],
  },
  {
    file: 'services/verification/src/db/migrations/20261122T0440-duties.sql',
    find: ' or stands_with_provider(new.assigned_by, new.case_id)',
    replace: '',
    tests: ['services/verification/src/assignments'],
  },
  {
    file: 'services/verification/src/db/migrations/20261121T0220-decisions.sql',
    find: '    or granted <> (select count(*) from claim where decision_id = new.id)\n',
    replace: '',
    tests: ['services/verification/src/claims'],
  },
  {
    file: 'services/verification/src/db/migrations/20261121T0220-decisions.sql',
    find: 'limitations text[] not null check (cardinality(limitations) > 0)',
    replace: 'limitations text[] not null',
    tests: ['services/verification/src/claims'],
  },
  {
    file: 'services/verification/src/db/migrations/20261121T0220-decisions.sql',
    find: 'create unique index one_current_claim',
    replace: 'create index one_current_claim',
    tests: ['services/verification/src/claims'],
  },
];
