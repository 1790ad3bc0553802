import type { PageWindow } from '@trust/service-kit/database/page-window';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { App, Db, Trx } from '../app.ts';
import type { Case } from '../cases/queries.ts';
import type { TimelineEntry, TimelineType } from '../db/schema.ts';

export type Entry = {
  type: TimelineType;
  status: string;
  requirementKey?: string;
  claimType?: string;
  reason?: string;
};

/** The entry of an expired case uses the case id: the same as while it was only computed. */
export async function addEntry(
  trx: Trx,
  app: App,
  about: Pick<Case, 'id' | 'provider_id' | 'category_key'>,
  entry: Entry,
  at: Date = app.now(),
): Promise<void> {
  await trx
    .insertInto('timeline_entry')
    .values({
      id: entry.type === 'case_expired' ? about.id : app.newId(),
      provider_id: about.provider_id,
      case_id: about.id,
      category_key: about.category_key,
      type: entry.type,
      status: entry.status,
      requirement_key: entry.requirementKey ?? null,
      claim_type: entry.claimType ?? null,
      reason: entry.reason ?? null,
      at,
    })
    .execute();
}

export type EntryWindow = PageWindow<readonly [at: string, rank: string, id: string]>;
type Page = EntryWindow & { now: Date };
export type TimelineRow = Omit<Selectable<TimelineEntry>, 'position'> & { rank: string };

const fields = sql`id, provider_id, case_id, category_key, type, status, requirement_key, claim_type, reason, at`;

export async function listEntries(db: Db, providerId: string, page: Page): Promise<TimelineRow[]> {
  return (await entriesOf(providerId, page).execute(db)).rows;
}

/** Newest first. Includes expiries that are not recorded yet, in their final place (promise M4). */
export function entriesOf(providerId: string, { limit, after, now }: Page): RawBuilder<TimelineRow> {
  const [at = null, rank = null, id = null] = after ?? [];
  const isRest = (its: RawBuilder<unknown>) =>
    after ? sql`(${its}) < (${at}::timestamptz, ${rank}::bigint, ${id}::uuid)` : sql`true`;
  const newestFirst = sql`order by at desc, rank desc, id desc limit ${limit}`;
  return sql`
    select * from (
      (select ${fields}, timeline_rank(type, position) as rank from timeline_entry
        where provider_id = ${providerId} and ${isRest(sql`at, timeline_rank(type, position), id`)} ${newestFirst})
      union all
      (select id, provider_id, id, category_key, 'case_expired', 'expired', null, null, null, correction_due_at, 0
        from verification_case
        where provider_id = ${providerId} and state = 'awaiting_correction' and correction_due_at <= ${now}
          and ${isRest(sql`correction_due_at, 0, id`)})
    ) entry ${newestFirst}`;
}
