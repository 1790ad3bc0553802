import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/provider', [
  [
    'src/registration/claim-subjects/list-claim-subjects.ts',
    'items.length > 0 && (await isOperatorFor(trx, actor, reader))',
    'items.length > 0',
    'src/registration/claim-subjects/read-names.test.ts',
  ],
]);
