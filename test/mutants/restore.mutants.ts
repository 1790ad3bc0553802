import { mutantsOf } from './mutant.ts';

export const mutants = [
  ...mutantsOf('deploy/backup', [
    ['lost-endings.ts', 'known.sort((one, other) => rank(one) - rank(other));', '', 'lost-endings.test'],
    [
      'lost-endings.ts',
      'rows.filter((entry) => !endings[entry.action]?.endsNothing?.(entry))',
      'rows',
      'lost-endings.test',
    ],
    ['endings.ts', "return after.state === 'available';", 'return true;', 'lost-endings.test'],
    ['endings.ts', 'return before.assigneeId === null;', 'return true;', 'lost-endings.test'],
    ['lost-endings.ts', '[`by=${actorId}`]', '[]', 'lost-endings.test'],
    ['lost-withdrawals.ts', ' and not granted order', ' order', 'lost-withdrawals.test'],
    ['lost-withdrawals.ts', "where body -> 'after' ->> 'granted' = 'false' order", 'order', 'lost-withdrawals.test'],
    ['lost-withdrawals.ts', 'if (found) break;', '', 'lost-withdrawals.test'],
    ['lost-withdrawals.ts', "body -> 'after' ->> 'withdrawnAt', ", '', 'lost-withdrawals.test'],
    [
      'endings.ts',
      "['publish', 'reinstate', 'release'].includes",
      "['publish', 'close'].includes",
      'lost-endings.test',
    ],
    ['endings.ts', "after.isCompromised ? ' --compromised' : ''", "''", 'lost-endings.test'],
    ['endings.ts', '  createReviewFlag: {},', '', 'lost-endings.test'],
    ['lost-keys.ts', ' where retired_at is not null', '', '/test/restore.test'],
    ['lost-keys.ts', " and outcome = 'done'", '', '/test/restore.test'],
    ['lost-keys.ts', '!key || ', '', '/test/restore.test'],
    ['lost-keys.ts', '(isCompromised ? key.is_compromised', '(true ? key.is_compromised', '/test/restore.test'],
    ['lost-keys.ts', '(isCompromised ? key.is_compromised', '(false ? key.is_compromised', '/test/restore.test'],
    ['lost-keys.ts', 'if (commands.length === 0) return;', 'return;', '/test/restore.test'],
    ['lost-keys.ts', 'is_compromised || (retired.get(kid) ?? false)', 'is_compromised', '/test/restore.test'],
    [
      'lost-keys.ts',
      'new Map(readRetiredKeys(folder).map(({ kid, is_compromised }) => [kid, is_compromised]));',
      'new Map<string, boolean>();',
      '/test/restore.test',
    ],
  ]),
  ...mutantsOf('services/provider/src/directory/signing-keys', [
    ['change-keys.ts', 'before: { kid: replaces },', '', 'signing-keys.test'],
    ['change-keys.ts', 'isCompromised: change.isCompromised', 'isCompromised: true', 'signing-keys.test'],
    [
      'change-keys.ts',
      'await retire(trx, one, { at: now, isCompromised: false })',
      'await retireSigningKey(trx, one.kid, { at: now, isCompromised: false })',
      'signing-keys.test',
    ],
    ['change-keys.ts', 'await retire(trx, key, {', 'await retireSigningKey(trx, kid, {', 'signing-keys.test'],
  ]),
];
