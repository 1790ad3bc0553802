import type { App } from '../app.ts';
import { announceIntent } from '../upload-intents/announce.ts';
import { markUploading } from '../upload-intents/queries.ts';
import { findWaitingUploads } from './queries.ts';

type Noticing = Pick<App, 'db' | 'store' | 'now'>;

const most = 500;

/**
 * Asks the store whether parts have arrived that did not pass this service, and moves their intents on. With a `name`, for the one upload
 * that goes by it in the store. Whoever says so, and however often, only what the store answers counts (promise U7).
 */
export async function noticeUploads({ db, store, now }: Noticing, name?: string): Promise<void> {
  for (const waiting of await findWaitingUploads(db, { now: now(), limit: most, ...(name && { name }) })) {
    if ((await store.receivedParts(waiting.upload_ref)).size === 0) continue;
    await db.transact(async (trx) => {
      if (!(await markUploading(trx, waiting.id))) return;
      await announceIntent(trx, waiting, 'uploading');
    });
  }
}
