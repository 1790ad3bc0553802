import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/webhooks', [
  ['src/deliveries/queries.ts', '      sealed: null,\n', '', 'src/deliveries'],
  [
    'src/notifications/inbox.ts',
    ".where('user_id', '=', userId)\n    .forUpdate()",
    '.forUpdate()',
    'src/notifications',
  ],
  ['src/payments/apply-provider-payment.ts', ' || (row.checked_at && row.checked_at > askedAt)', '', 'src/payments'],
  ['src/payments/apply-provider-payment.ts', '...(isUntouched && {', '...(true && {', 'src/payments'],
  ['src/payments/settle-payments.ts', 'row.cancel_requested_at && row.attempt_count === 0', 'false', 'src/payments'],
  ['src/ledger/book.ts', 'if (!inserted) return;', '', 'src/ledger'],
  ['src/ledger/book.ts', 'amount_minor: -debit', 'amount_minor: debit', 'src/ledger'],
  ['src/ledger/reconcile.ts', ' || !(await startRun(db, scheduledFor))', '', 'src/ledger'],
  ['src/ledger/reconcile.ts', ' || ours.refunded > refunded', '', 'src/ledger'],
  ['src/ledger/differences.ts', 'if (!inserted) return false;', '', 'src/ledger'],
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
