import type { App, Db } from '../app.ts';

// Longer than a session lives and a confirmation takes: what is younger may still get its row.
const graceMs = 2 * 60 * 60 * 1000;
const batchSize = 200;

/**
 * Clears the store of uploads whose session has ended, of copies that no version knows (what a crash between disk and commit
 * leaves behind), and of what is redacted. Returns how many went.
 */
export async function sweepStore({ store, db, now }: Pick<App, 'store' | 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - graceMs);
  let removed = 0;
  for await (const refs of inBatches(store.uploads(), ({ uploadRef, at }) => (at < before ? uploadRef : undefined))) {
    const live = await liveUploads(db, refs, now());
    for (const ref of refs.filter((one) => !live.has(one))) {
      await store.abandon(ref);
      removed++;
    }
  }
  for await (const keys of inBatches(store.objects(), ({ objectKey, at }) => (at < before ? objectKey : undefined))) {
    const known = await knownObjects(db, keys);
    for (const key of keys.filter((one) => !known.has(one))) {
      await store.remove(key);
      removed++;
    }
  }
  return removed;
}

async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  nameOf: (item: Item) => string | undefined,
): AsyncGenerator<string[]> {
  let names: string[] = [];
  for await (const item of items) {
    const name = nameOf(item);
    if (name) names.push(name);
    if (names.length < batchSize) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}

async function liveUploads(db: Db, refs: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('upload_session')
    .select('upload_ref')
    .where('upload_ref', 'in', refs)
    .where('state', '=', 'requested')
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => row.upload_ref));
}

async function knownObjects(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('evidence_version as version')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .select('object_key')
    .where('object_key', 'in', keys)
    .where('processing.state', '<>', 'redacted')
    .execute();
  const previews = await db
    .selectFrom('evidence_preview as preview')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'preview.version_id')
    .select('preview.object_key')
    .where('preview.object_key', 'in', keys)
    .where('processing.state', '=', 'available')
    .execute();
  return new Set([...rows, ...previews].map((row) => row.object_key));
}
