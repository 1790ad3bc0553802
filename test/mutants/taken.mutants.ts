import { mutantsOf } from './mutant.ts';

const requests = 'src/operators/role-requests';

/** Who lost work is told, and by a name that is no name of a person (promise T9). */
export const mutants = [
  ...mutantsOf('services/identity', [
    [`${requests}/create-role-request.ts`, "throw invalid('workName', 'required');", ';', requests],
    [`${requests}/create-role-request.ts`, "throw invalid('workName', 'not_allowed');", ';', requests],
    [`${requests}/create-role-request.ts`, 'throw workNameTaken();', ';', requests],
    ['src/db/migrations/0004-work-names.sql', '(lower(normalize(work_name, nfkc)))', '(work_name)', requests],
    ['src/operators/roles/queries.ts', ".where('operator_change.work_name', 'is', null)", '', requests],
    [
      'src/export-and-erasure/erasure/erase.ts',
      'const wasNamed = await deleteWorkName(trx, person.id);',
      'const wasNamed = false;',
      requests,
    ],
  ]),
];
