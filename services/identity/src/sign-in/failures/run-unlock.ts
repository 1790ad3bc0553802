import type { Database } from '@trust/service-kit/database/db';
import type { Vault } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { unlockSignIn } from './unlock-sign-in.ts';

type Stores = { db: Database<DB>; vault: Vault };
type CommandResult = { text: string; isError: boolean };

export async function runUnlock(
  stores: Stores,
  [who, ...words]: readonly (string | undefined)[],
  { operatorsOnly }: { operatorsOnly: boolean },
): Promise<CommandResult> {
  if (!who) return failure('unlock requires an e-mail address, a phone number or a person id.');
  const reason = words.filter(Boolean).join(' ') || null;
  if (reason && reason.length > 500) return failure('The reason is too long: at most 500 characters.');
  const result = await unlockSignIn(stores, { who, reason, operatorsOnly }, new Date());
  switch (result.is) {
    case 'unlocked':
      return { text: `Unlocked after ${result.failures} failures: ${who}`, isError: false };
    case 'unchanged':
      return { text: `Nothing to unlock: ${who} has no failed sign-ins.`, isError: false };
    case 'no-operator':
      return failure(`${who} has no operator role. For members, use: npm run people -- unlock.`);
    case 'unknown':
      return failure(`No person has the id ${who}.`);
  }
}

function failure(text: string): CommandResult {
  return { text, isError: true };
}
