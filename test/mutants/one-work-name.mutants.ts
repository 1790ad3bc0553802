import { mutantsOf } from './mutant.ts';

const guard = 'src/db/migrations/0010-one-work-name.sql';
const folder = 'src/operators/role-requests';
const test = `${folder}/one-work-name.test.ts`;

export const mutants = mutantsOf('services/identity', [
  [
    guard,
    'exists (select from operator_change where person_id = new.person_id and work_name is not null) or ',
    '',
    test,
  ],
  [guard, 'work_name <> new.work_name', 'false', test],
  [guard, "state = 'pending' and ", '', test],
  [guard, ' and expires_at > new.requested_at', '', test],
  [
    `${folder}/create-role-request.ts`,
    'if (await isNamedOtherwise(trx, { personId, role, workName, at }))',
    'if (false)',
    test,
  ],
  [`${folder}/queries.ts`, ".where('expires_at', '>', at)", '', test],
  [`${folder}/request-view.ts`, 'currentWorkName: row.current_work_name', 'currentWorkName: null', test],
]);
