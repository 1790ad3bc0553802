import type { App } from '../app.ts';
import { redactVersions } from './queries.ts';

/** How long what is withdrawn can still be put under a legal hold. */
const daysKept = 30;

/**
 * Deletes the bytes of what has been withdrawn, quarantined or refused long enough, and at once those of erased providers; the row stays as
 * a tombstone. What a legal hold keeps has its turn once it is lifted. Returns how many went.
 */
export async function redactDueVersions({ db, store, now }: Pick<App, 'db' | 'store' | 'now'>): Promise<number> {
  const at = now();
  const endedBefore = new Date(at.getTime() - daysKept * 86_400_000);
  const keys = await db.transact((trx) => redactVersions(trx, { endedBefore, at }));
  // What is not reached now belongs to nothing any more, and the sweep of the store deletes it.
  for (const key of keys) await store.remove(key).catch(() => {});
  return keys.length;
}
