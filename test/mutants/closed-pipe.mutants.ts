import { mutantsOf } from './mutant.ts';

/** A command of a closed pipe ends quietly; other errors of its output still fail. */
export const mutants = mutantsOf('deploy', [
  ['node-version.cjs', "require('./closed-pipe.cjs');", '', '/test/closed-pipe.test.ts'],
  ['closed-pipe.cjs', "if (error.code !== 'EPIPE') throw error;", '', '/test/closed-pipe.test.ts'],
]);
