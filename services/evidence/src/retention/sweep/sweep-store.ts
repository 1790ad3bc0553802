import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../../app.ts';
import { clearMissing, markMissing } from '../../items/versions/missing-versions.ts';
import type { ListOptions } from '../../object-store.ts';
import {
  findLiveUploads,
  findSweepProgress,
  knownObjects,
  type StoreArea,
  saveSweepProgress,
  versionsFrom,
} from './queries.ts';
import { raiseStoreAlarm } from './store-alarm.ts';
import { isOurStore } from './store-claim.ts';

// Exceeds session and confirmation: the row of a younger object may not be committed yet.
const graceMs = 2 * 60 * 60 * 1000;

type SweepApp = Pick<App, 'store' | 'db' | 'now' | 'newId' | 'maxStoreMismatches' | 'sweepRequests'>;
type Sweeper = { app: SweepApp; log: Pick<Log, 'info' | 'error'> };
/** `next`: where the next call continues; undefined at the end of the area. */
type SweepResult = { removed: number; compared: number; next: string | undefined; isSuspect?: boolean };

/**
 * Both ways (promise U7): deletes unneeded names, marks missing objects. Ends after `sweepRequests` lists and deletions in an area, or with
 * its pass. Returns the deletions.
 */
export async function sweepStore(app: SweepApp, log: Sweeper['log'], limit = 1000): Promise<number> {
  if (!(await isOurStore(app))) {
    raiseStoreAlarm(log, 0, 'Object store has the wrong mark; sweep stopped');
    return 0;
  }
  const sweeper = { app, log };
  const uploads = await continueSweep(sweeper, 'uploads', (after) => sweepUploads(sweeper, { after, limit }));
  return uploads + (await continueSweep(sweeper, 'objects', (after) => sweepObjects(sweeper, { after, limit })));
}

async function continueSweep(
  sweeper: Sweeper,
  area: StoreArea,
  sweep: (after: string) => Promise<SweepResult>,
): Promise<number> {
  let [total, requests] = [0, sweeper.app.sweepRequests];
  for (;;) {
    const { removed, next, isSuspect } = await sweepNext(sweeper, area, sweep);
    total += removed;
    requests -= 1 + removed;
    if (next === undefined || isSuspect || requests <= 0) return total;
  }
}

async function sweepNext(
  { app: { db, now }, log }: Sweeper,
  area: StoreArea,
  sweep: (after: string) => Promise<SweepResult>,
): Promise<SweepResult> {
  const progress = await findSweepProgress(db, area, now());
  const result = await sweep(progress.position);
  const { compared, next } = result;
  const count = progress.compared + compared;
  if (next !== undefined) await saveSweepProgress(db, area, { ...progress, position: next, compared: count });
  else {
    const ms = now().getTime() - progress.pass_began_at.getTime();
    if (progress.position !== '') log.info({ name: area, count, ms }, 'Object store sweep completed');
    await saveSweepProgress(db, area, { position: '', pass_began_at: now(), compared: 0 });
  }
  return result;
}

async function sweepUploads({ app: { store, db, now } }: Sweeper, options: ListOptions): Promise<SweepResult> {
  const found = await store.uploads(options);
  const refs = pastGrace(
    found.map(({ uploadRef, at }) => ({ name: uploadRef, at })),
    now(),
  );
  const live = await findLiveUploads(db, refs.map(nameOf), now());
  const ended = refs.filter((ref) => !live.has(nameOf(ref)));
  for (const ref of ended) await store.abandon(ref);
  const next = found.length >= options.limit ? found.at(-1)?.uploadRef : undefined;
  return { removed: ended.length, compared: found.length, next };
}

async function sweepObjects(sweeper: Sweeper, options: ListOptions): Promise<SweepResult> {
  const { store, db, now } = sweeper.app;
  // Tables before store: the object of a version is stored before its row.
  const versions = await versionsFrom(db, options);
  const listed = (await store.objects(options)).map(({ objectKey, at }) => ({ name: objectKey, at }));
  // Each list may be cut off at the limit: compare only the names that both cover.
  const ends = [versions.map(({ key }) => key), listed.map(({ name }) => name)].flatMap((names) =>
    names.length >= options.limit ? names.slice(-1) : [],
  );
  const next = ends.sort()[0];
  const isCovered = (name: string) => next === undefined || name <= next;

  const present = new Set(listed.map(({ name }) => name));
  for (const { id, key, is_needed, is_missing } of versions.filter(({ key }) => isCovered(key))) {
    if (present.has(key)) is_missing && (await clearMissing(db, id));
    // A listing may lag behind: `markLostVersions` requests the object by its key.
    else if (is_needed && !is_missing) await markMissing(db, id, now());
  }
  const covered = listed.filter(({ name }) => isCovered(name));
  return { ...(await removeUnneeded(sweeper, pastGrace(covered, now()))), compared: covered.length, next };
}

async function removeUnneeded({ app, log }: Sweeper, keys: string[]) {
  const known = new Map((await knownObjects(app.db, keys)).map(({ key, is_kept }) => [key, is_kept]));
  const unknown = keys.filter((key) => !known.has(key));
  const mayRemoveUnknown = unknown.length <= app.maxStoreMismatches;
  if (!mayRemoveUnknown) raiseStoreAlarm(log, unknown.length, 'Too many objects without a version; none deleted');
  const unneeded = keys.filter((key) => (known.has(key) ? !known.get(key) : mayRemoveUnknown));
  for (const key of unneeded) await app.store.remove(key);
  return { removed: unneeded.length, isSuspect: !mayRemoveUnknown };
}

function pastGrace(found: readonly { name: string; at: Date }[], now: Date): string[] {
  return found.filter(({ at }) => at.getTime() < now.getTime() - graceMs).map(({ name }) => name);
}

/** The store's name of an upload: in S3 its reference has the upload id as well. */
function nameOf(uploadRef: string): string {
  return uploadRef.split('.')[0] ?? '';
}
