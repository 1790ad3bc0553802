import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/webhooks', [
  ['src/deliveries/queries.ts', 'sealed: null, ', '', 'src/deliveries'],
  ['src/deliveries/queries.ts', '.skipLocked()', '', 'src/deliveries'],
  ['src/deliveries/retry-schedule.ts', 'delivery.expiresAt <= now', 'delivery.expiresAt < now', 'src/deliveries'],
]);
