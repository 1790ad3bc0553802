import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/webhooks', [
  ['src/deliveries/queries.ts', '      sealed: null,\n', '', 'src/deliveries'],
  [
    'src/notifications/inbox.ts',
    ".where('user_id', '=', userId)\n    .forUpdate()",
    '.forUpdate()',
    'src/notifications',
  ],
  ['src/deliveries/queries.ts', '.skipLocked()', '', 'src/deliveries'],
  ['src/deliveries/retry-schedule.ts', 'delivery.expiresAt <= now', 'delivery.expiresAt < now', 'src/deliveries'],
]);
