import { type Selectable, sql } from 'kysely';
import type { App, Db, Trx } from '../app.ts';
import type { Case } from '../cases/queries.ts';
import type { TimelineEntry, TimelineType } from '../db/schema.ts';

export type Entry = { type: TimelineType; status: string; requirementKey?: string; claimType?: string };

/** Tells the representative, in the transaction of what it tells. */
export async function addEntry(trx: Trx, app: App, about: Case, entry: Entry): Promise<void> {
  await trx
    .insertInto('timeline_entry')
    .values({
      id: app.newId(),
      provider_id: about.provider_id,
      case_id: about.id,
      category_key: about.category_key,
      type: entry.type,
      status: entry.status,
      requirement_key: entry.requirementKey ?? null,
      claim_type: entry.claimType ?? null,
      at: app.now(),
    })
    .execute();
}

export function listEntries(
  db: Db,
  providerId: string,
  { limit, after }: { limit: number; after: readonly unknown[] | undefined },
): Promise<Selectable<TimelineEntry>[]> {
  const entries = db.selectFrom('timeline_entry').selectAll().where('provider_id', '=', providerId);
  const rest = after ? entries.where(sql<boolean>`position < ${after[0]}::bigint`) : entries;
  return rest
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute();
}
