import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('packages/retention', [['src/prune.ts', ' and sent_at is not null', '', 'src']]);
