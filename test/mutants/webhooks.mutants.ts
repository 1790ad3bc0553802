import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/webhooks', [
  ['src/deliveries/queries.ts', '      sealed: null,\n', '', 'src/deliveries'],
  [
    'src/notifications/inbox.ts',
    ".where('user_id', '=', userId)\n    .forUpdate()",
    '.forUpdate()',
    'src/notifications',
  ],
  ['src/inbound/signatures/timestamp.ts', 'Math.abs(', '(', 'src/inbound'],
  ['src/inbound/receive-webhook.ts', 'if (!source.isAuthentic(request))', 'if (false)', 'src/inbound'],
  ['src/inbound/receive-webhook.ts', 'if (isNew)', '', 'src/inbound'],
  ['src/inbound/queries.ts', 'processed_at: at, content: null', 'processed_at: at', 'src/inbound'],
  ['src/devices/create-device.ts', 'await deleteOtherHolders(', 'void (', 'src/devices'],
  [
    'src/devices/queries.ts',
    "\n    .where('user_id', '=', userId)\n    .executeTakeFirst();\n  return numDeleted",
    '\n    .executeTakeFirst();\n  return numDeleted',
    'src/devices',
  ],
  ['src/deliveries/queries.ts', '.skipLocked()', '', 'src/deliveries'],
  ['src/deliveries/retry-schedule.ts', 'delivery.expiresAt <= now', 'delivery.expiresAt < now', 'src/deliveries'],
]);
