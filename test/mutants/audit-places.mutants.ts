import { mutantsOf } from './mutant.ts';

/** A place that lacks the last checkpoint is a fault until a person says that it is new. */
export const mutants = mutantsOf('services/operations', [
  ['src/audit/verify-command.ts', ' && !isSigned)', ')', 'src/audit/verify-command.test.ts'],
  ['src/audit/verify-command.ts', 'await append(last.jws);', '{}', 'src/audit/verify-command.test.ts'],
  [
    'src/audit/verify-command.ts',
    'verdict.holds && options.checkpoint === true',
    'true',
    'src/audit/verify-command.test.ts',
  ],
]);
