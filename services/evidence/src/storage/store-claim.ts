import type { App } from '../app.ts';
import { findClaim, hasVersions, insertClaim, knownObjects, recordMark } from './queries.ts';

type Claiming = Pick<App, 'db' | 'store' | 'now' | 'newId'>;

/**
 * Whether the store is the one that the tables speak of: it bears their mark. One that is empty by mistake, of another platform, or not there
 * would say that all is lost, or that nothing in it belongs to anybody (promise U7). Claims a store that nobody has claimed, if it is
 * as empty as the tables, or holds what they know.
 */
export async function isOurStore(app: Claiming): Promise<boolean> {
  const { db, store, now } = app;
  const mark = await store.mark();
  const claim = await findClaim(db);
  if (claim?.marked_at) return mark === claim.mark;
  if (mark !== undefined && mark !== claim?.mark) return false;
  if (mark === undefined && !(await isAsWeKnowIt(app))) return false;
  // On record first: of a mark that nobody remembers nobody could tell whose it is.
  const own = claim?.mark ?? (await insertClaim(db, app.newId(), now()));
  if (mark === undefined) await store.setMark(own);
  await recordMark(db, now());
  return true;
}

async function isAsWeKnowIt({ db, store }: Claiming): Promise<boolean> {
  const found = await store.objects({ after: '', limit: 1000 });
  if (found.length === 0) return !(await hasVersions(db));
  const keys = found.map(({ objectKey }) => objectKey);
  return (await knownObjects(db, keys)).length > 0;
}
