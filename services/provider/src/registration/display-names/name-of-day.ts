import type { App, Db } from '../../app.ts';
import type { ProviderRow } from '../../provider-record/provider-row.ts';
import { findAcceptedBy, findRefusedNames } from './queries.ts';

type Named = Pick<ProviderRow, 'id' | 'public_name' | 'public_name_id'>;

/** The name that the public read at this time; null before the first accepted one, if it was refused since, and after an erasure. */
export async function nameOfDay(
  db: Db,
  app: Pick<App, 'names'>,
  { id, public_name, public_name_id }: Named,
  at: Date,
): Promise<string | null> {
  // A name from before versions were kept is the only one so far.
  if (public_name_id === null) return public_name;
  const version = await findAcceptedBy(db, app, id, at);
  const name = version?.words?.name ?? null;
  if (!version || name === null) return null;
  // A name is refused in every version that was accepted before.
  const refused = await findRefusedNames(db, app, id, version.row.ended_at);
  return refused.includes(name) ? null : name;
}
