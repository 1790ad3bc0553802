import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { audit, type Db, type Trx } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { isPublished, keyStateAt, publishedUntil, signingKeyAt } from './key-state.ts';
import { keySealer, newKey } from './make-key.ts';
import { insertSigningKey, type KeyRow, listSigningKeys, retireSigningKey } from './queries.ts';

export type ChangedKey = { done?: string; error?: string };

/** Verifiers cache the key set for a day at most. */
const publishedAheadMs = 24 * 3_600_000;

export function rotateKeys(
  db: Database<DB>,
  { secret, now, isImmediate }: { secret: string; now: Date; isImmediate: boolean },
): Promise<ChangedKey> {
  return db.transact(async (trx) => {
    const keys = await listSigningKeys(trx);
    const last = keys.at(-1);
    if (last && last.signs_from > now && !last.retired_at)
      return { error: `${last.kid} is already published and signs from ${last.signs_from.toISOString()}.` };
    const signs_from = new Date(isImmediate ? now : now.getTime() + publishedAheadMs);
    const key = await newKey(keySealer(secret));
    const replaces = last?.kid ?? null;
    if (!(await insertSigningKey(trx, { ...key, replaces, signs_from, created_at: now })))
      return { error: 'Another rotation was faster. Run `npm run keys -- list`.' };
    await audit(trx, systemAudit('rotateSigningKey', { by: 'command line', at: now }), {
      objectType: 'signing_key',
      objectId: key.kid,
      before: { kid: replaces },
      after: { isImmediate },
    });
    const unneeded = keys.filter((one) => keyStateAt(one, keys, now) === 'finished');
    for (const one of unneeded) await retire(trx, one, { at: now, isCompromised: false });
    return { done: `Published ${key.kid}; it signs from ${signs_from.toISOString()}.` };
  });
}

export function retireKey(
  db: Database<DB>,
  { kid, now, isCompromised }: { kid: string; now: Date; isCompromised: boolean },
): Promise<ChangedKey> {
  return db.transact(async (trx) => {
    const keys = await listSigningKeys(trx);
    const key = keys.find((one) => one.kid === kid);
    if (!key) return { error: `No key has the kid ${kid}. Run \`npm run keys -- list\`.` };
    const after = keys.map((one) => (one === key ? { ...one, retired_at: one.retired_at ?? now } : one));
    if (!signingKeyAt(after, now))
      return { error: `${kid} is the only key that can sign. Run \`npm run keys -- rotate --now\` first.` };
    if (!isCompromised && isPublished(key, keys, now)) {
      const until = publishedUntil(key, keys);
      const when = until ? `until ${until.toISOString()}` : 'while no key replaces it';
      return { error: `Tokens of ${kid} can be valid ${when}. Retire it later, or add --compromised.` };
    }
    await retire(trx, key, { at: now, isCompromised: isCompromised || key.is_compromised });
    return { done: isCompromised ? `Rejected ${kid} and every token that it signed.` : `Retired ${kid}.` };
  });
}

async function retire(trx: Trx, key: KeyRow, change: { at: Date; isCompromised: boolean }): Promise<void> {
  await retireSigningKey(trx, key.kid, change);
  await audit(trx, systemAudit('retireSigningKey', { by: 'command line', at: change.at }), {
    objectType: 'signing_key',
    objectId: key.kid,
    before: { isCompromised: key.is_compromised },
    after: { isCompromised: change.isCompromised },
  });
}

export async function listKeys(db: Db, now: Date): Promise<string[]> {
  const keys = await listSigningKeys(db);
  return keys.map((key) => {
    const until = isPublished(key, keys, now) && publishedUntil(key, keys);
    const published = until ? `  published until ${until.toISOString()}` : '';
    const retired = key.retired_at ? `  retired ${key.retired_at.toISOString()}` : '';
    const state = keyStateAt(key, keys, now).padEnd(11);
    return `${key.kid}  ${state}  signs from ${key.signs_from.toISOString()}${published}${retired}`;
  });
}
