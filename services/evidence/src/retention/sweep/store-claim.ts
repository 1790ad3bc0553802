import type { App } from '../../app.ts';
import { findStoreClaim, hasVersions, insertStoreClaim, knownObjects, recordMark } from './queries.ts';

type ClaimApp = Pick<App, 'db' | 'store' | 'now' | 'newId'>;

// By its mark: a wrong or empty store must not make every document look lost (promise U7).
// Claims an unmarked store if it matches the tables.
export async function isOurStore(app: ClaimApp): Promise<boolean> {
  const { db, store, now } = app;
  const mark = await store.mark();
  const claim = await findStoreClaim(db);
  if (claim?.marked_at) return mark === claim.mark;
  if (mark !== undefined && mark !== claim?.mark) return false;
  if (mark === undefined && !(await matchesTables(app))) return false;
  // Recorded before it is written, so that the store never bears an unknown mark.
  const recorded = claim?.mark ?? (await insertStoreClaim(db, app.newId(), now()));
  if (mark === undefined) await store.setMark(recorded);
  await recordMark(db, now());
  return true;
}

async function matchesTables({ db, store }: ClaimApp): Promise<boolean> {
  const found = await store.objects({ after: '', limit: 1000 });
  if (found.length === 0) return !(await hasVersions(db));
  const keys = found.map(({ objectKey }) => objectKey);
  return (await knownObjects(db, keys)).length > 0;
}
