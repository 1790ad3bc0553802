import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../app.ts';
import { noteFound, noteMissing } from '../losses/queries.ts';
import type { Stretch } from './object-store.ts';
import { type Area, findPass, knownObjects, liveUploads, savePass, versionsFrom } from './queries.ts';
import { storeAlarm } from './store-alarm.ts';
import { isOurStore } from './store-claim.ts';

// Longer than a session lives and a confirmation takes: what is younger may still get its row, from whichever replica.
const graceMs = 2 * 60 * 60 * 1000;

type Sweeping = Pick<App, 'store' | 'db' | 'now' | 'newId' | 'lossesBelieved'>;
type Sweeper = { app: Sweeping; log: Pick<Log, 'info' | 'error'> };
/** `next`: where it goes on, if that was not the end. */
type Swept = { removed: number; compared: number; next: string | undefined };

/**
 * Compares a stretch of the store with the tables, both ways, and goes on from there the next time (promise U7). What belongs to nothing
 * goes: uploads whose session has ended, copies that no version knows, what is redacted. Versions whose object is not there are
 * noted, for `declareLosses` to ask again. Returns how many uploads and objects went.
 */
export async function sweepStore(app: Sweeping, log: Sweeper['log'], limit = 1000): Promise<number> {
  if (!(await isOurStore(app))) {
    storeAlarm(log, 0, 'the store does not bear our mark: nothing of it is deleted, and nothing is given up');
    return 0;
  }
  const sweeper = { app, log };
  const uploads = await goOn(sweeper, 'uploads', (after) => sweepUploads(sweeper, { after, limit }));
  return uploads + (await goOn(sweeper, 'objects', (after) => sweepObjects(sweeper, { after, limit })));
}

async function goOn({ app, log }: Sweeper, area: Area, sweep: (after: string) => Promise<Swept>): Promise<number> {
  const { db, now } = app;
  const pass = await findPass(db, area, now());
  const { removed, compared, next } = await sweep(pass.position);
  const count = pass.compared + compared;
  if (next !== undefined) await savePass(db, area, { ...pass, position: next, compared: count });
  else {
    const ms = now().getTime() - pass.pass_began_at.getTime();
    if (pass.position !== '') log.info({ name: area, count, ms }, 'all of the store has been compared once more');
    await savePass(db, area, { position: '', pass_began_at: now(), compared: 0 });
  }
  return removed;
}

async function sweepUploads({ app: { store, db, now } }: Sweeper, stretch: Stretch): Promise<Swept> {
  const found = await store.uploads(stretch);
  const refs = namesBefore(
    found.map(({ uploadRef, at }) => ({ name: uploadRef, at })),
    now(),
  );
  const live = await liveUploads(db, refs.map(nameOf), now());
  const over = refs.filter((ref) => !live.has(nameOf(ref)));
  for (const ref of over) await store.abandon(ref);
  const next = found.length >= stretch.limit ? found.at(-1)?.uploadRef : undefined;
  return { removed: over.length, compared: found.length, next };
}

async function sweepObjects(sweeper: Sweeper, stretch: Stretch): Promise<Swept> {
  const { store, db, now } = sweeper.app;
  // The tables first: what they know had been in the store before it was on record.
  const versions = await versionsFrom(db, stretch);
  const listed = (await store.objects(stretch)).map(({ objectKey, at }) => ({ name: objectKey, at }));
  // Either may have been cut off; what lies beyond has its turn later.
  const ends = [versions.map(({ key }) => key), listed.map(({ name }) => name)].flatMap((names) =>
    names.length >= stretch.limit ? names.slice(-1) : [],
  );
  const next = ends.sort()[0];
  const isWithin = (name: string) => next === undefined || name <= next;

  const present = new Set(listed.map(({ name }) => name));
  for (const { id, key, is_wanted, is_missing } of versions.filter(({ key }) => isWithin(key))) {
    if (present.has(key)) is_missing && (await noteFound(db, id));
    // A list may be late: what it lacks is asked for by name before anything comes of it.
    else if (is_wanted && !is_missing) await noteMissing(db, id, now());
  }
  const within = listed.filter(({ name }) => isWithin(name));
  const removed = await removeUnwanted(sweeper, namesBefore(within, now()));
  return { removed, compared: within.length, next };
}

async function removeUnwanted({ app, log }: Sweeper, keys: string[]): Promise<number> {
  const known = new Map((await knownObjects(app.db, keys)).map(({ key, is_kept }) => [key, is_kept]));
  const strangers = keys.filter((key) => !known.has(key));
  const isBelieved = strangers.length <= app.lossesBelieved;
  if (!isBelieved) storeAlarm(log, strangers.length, 'objects belong to no version, and are too many to be deleted');
  const unwanted = keys.filter((key) => (known.has(key) ? !known.get(key) : isBelieved));
  for (const key of unwanted) await app.store.remove(key);
  return unwanted.length;
}

function namesBefore(found: readonly { name: string; at: Date }[], now: Date): string[] {
  return found.filter(({ at }) => at.getTime() < now.getTime() - graceMs).map(({ name }) => name);
}

/** What a store knows an upload as. */
function nameOf(uploadRef: string): string {
  return uploadRef.split('.')[0] ?? '';
}
