import type { Database } from '@trust/service-kit/database/db';
import type { DB } from '../db/schema.ts';
import type { Vault } from '../subject-keys/vault.ts';
import { unlock } from './unlock.ts';

type Stores = { db: Database<DB>; vault: Vault };
export type Said = { text: string; isError: boolean };

/** Runs `unlock <who> [reason]` of a command; returns what it prints. */
export async function unlockFrom(
  stores: Stores,
  [who, ...words]: readonly (string | undefined)[],
  { operatorsOnly }: { operatorsOnly: boolean },
): Promise<Said> {
  if (!who) return refused('unlock takes an e-mail address, a phone number or the id of a person.');
  const reason = words.filter(Boolean).join(' ') || null;
  if (reason && reason.length > 500) return refused('The reason is longer than 500 characters.');
  const unlocked = await unlock(stores, { who, reason, operatorsOnly }, new Date());
  switch (unlocked.is) {
    case 'unlocked':
      return { text: `Unlocked after ${unlocked.failures} failures: ${who}`, isError: false };
    case 'unchanged':
      return { text: `Nothing to unlock: no failures are counted for ${who}.`, isError: false };
    case 'no-operator':
      return refused(`${who} holds no role. For members: npm run people -- unlock.`);
    case 'unknown':
      return refused(`No person has the id ${who}.`);
  }
}

function refused(text: string): Said {
  return { text, isError: true };
}
