import type { App, Db } from '../../app.ts';
import type { ProviderRow } from '../../provider-record/provider-row.ts';
import { findAcceptedBy } from './queries.ts';

type Named = Pick<ProviderRow, 'id' | 'public_name' | 'public_name_id'>;

/** The name that the public read at this time; null before the first accepted one, and after an erasure. */
export async function nameOfDay(
  db: Db,
  app: Pick<App, 'names'>,
  { id, public_name, public_name_id }: Named,
  at: Date,
): Promise<string | null> {
  // A name from before versions were kept is the only one so far.
  if (public_name_id === null) return public_name;
  return (await findAcceptedBy(db, app, id, at))?.words?.name ?? null;
}
