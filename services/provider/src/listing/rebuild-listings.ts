import type { Database } from '@trust/service-kit/database/db';
import type { DB } from '../db/schema.ts';
import { refreshListings } from './refresh-listing.ts';

export type Rebuilt = { providers: number; written: number; removed: number; last: string };

/** Small enough for the statement timeout; a write to one of these providers waits for its batch. */
const batchSize = 200;

/**
 * Corrects the listings of all providers after `after`, in order of their id; yields the totals after each batch.
 * Each batch is one transaction, so a caller may stop after any.
 */
export async function* rebuildListings(
  db: Pick<Database<DB>, 'transact'>,
  after: string | undefined,
  size = batchSize,
): AsyncGenerator<Rebuilt> {
  const total = { providers: 0, written: 0, removed: 0, last: after ?? '' };
  while (true) {
    const batch = await db.transact(async (trx) => {
      const providers = trx.selectFrom('provider').select('id').orderBy('id').limit(size).forUpdate();
      const locked = await (total.last ? providers.where('id', '>', total.last) : providers).execute();
      const ids = locked.map(({ id }) => id);
      return { ids, ...(await refreshListings(trx, ids)) };
    });
    const last = batch.ids.at(-1);
    if (last === undefined) return;
    total.providers += batch.ids.length;
    total.written += batch.written;
    total.removed += batch.removed;
    total.last = last;
    yield { ...total };
  }
}
