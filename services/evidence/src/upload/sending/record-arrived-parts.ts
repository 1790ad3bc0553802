import type { App } from '../../app.ts';
import { announceIntent } from '../intents/announce.ts';
import { markUploading } from '../intents/queries.ts';
import { findOpenUploads } from './queries.ts';

const maxUploads = 500;

/** Asks the store, so a repeated or forged event changes nothing (promise U7). */
export async function recordArrivedParts(app: Pick<App, 'db' | 'store' | 'now'>, name?: string): Promise<void> {
  const { db, store, now } = app;
  for (const intent of await findOpenUploads(db, { now: now(), limit: maxUploads, ...(name && { name }) })) {
    if ((await store.receivedParts(intent.upload_ref)).size === 0) continue;
    await db.transact(async (trx) => {
      if (await markUploading(trx, intent.id)) await announceIntent(trx, intent, 'uploading');
    });
  }
}
