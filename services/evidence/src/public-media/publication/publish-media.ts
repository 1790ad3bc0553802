import { buffer } from 'node:stream/consumers';
import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import { withAdvisoryLock } from '../../advisory-lock.ts';
import type { App } from '../../app.ts';
import { announceMedia } from '../announce-media.ts';
import { notifyUploader } from '../notify-uploader.ts';
import { publicName } from '../public-name.ts';
import { listRenditions, lockMedia } from '../queries.ts';
import { clearPlaced, findDueMedia, markPlaced, markPublished, namesInUse } from './queries.ts';

type Publisher = Pick<App, 'db' | 'store' | 'now'>;
const everyMs = 1000;
const atOnce = 50;

/** One replica at a time, so that no image is removed while it is placed. */
export function startPublishing(app: App, log: Log): AsyncDisposable {
  return startLoop(log, 'publishing of media starts again', async ({ sleep }) => {
    await withAdvisoryLock(app.db, 'media publication', async () => {
      const failed = await publishDueMedia(app);
      if (failed > 0) log.warn({ count: failed }, 'Media waiting for the object store');
    });
    await sleep(everyMs);
  });
}

/** Moves images of approved media into the public folder, and those of ended media out. */
export async function publishDueMedia(app: Publisher): Promise<number> {
  let failed = 0;
  for (const { id, state } of await findDueMedia(app.db, atOnce)) {
    const work = state === 'approved' ? publish(app, id) : unpublish(app, id);
    // One image that the store refuses does not delay the others.
    await work.catch(() => failed++);
  }
  return failed;
}

async function publish({ db, store, now }: Publisher, id: string): Promise<void> {
  // Before the first byte: a process that dies here leaves a row that its removal finds.
  if (!(await markPlaced(db, id, now()))) return;
  for (const { object_key, sha256 } of await listRenditions(db, [id]))
    await store.published.put(publicName(sha256), await buffer(await store.read(object_key)));
  await db.transact(async (trx) => {
    const media = await lockMedia(trx, id);
    if (media?.state !== 'approved' || media.published_at) return;
    const at = now();
    await announceMedia(trx, await markPublished(trx, id, at), 'published', at);
    await notifyUploader(trx, media, 'media_published');
  });
}

async function unpublish({ db, store }: Publisher, id: string): Promise<void> {
  const names = (await listRenditions(db, [id])).map(({ sha256 }) => publicName(sha256));
  // Equal images of approved media have the same name.
  const inUse = await namesInUse(db, id);
  for (const name of names) if (!inUse.has(name)) await store.published.remove(name);
  await clearPlaced(db, id);
}
