import type { PageWindow } from '@trust/service-kit/database/page-window';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../app.ts';
import type { TimelineEntry } from '../db/schema.ts';

export type EntryWindow = PageWindow<readonly [at: string, rank: string, id: string]>;
type Page = EntryWindow & { now: Date };
export type TimelineRow = Omit<Selectable<TimelineEntry>, 'position'> & { rank: string };

const fields = sql`id, provider_id, case_id, category_key, type, status, requirement_key, claim_type, claim_id, reason, at`;

export async function listEntries(db: Db, providerId: string, page: Page): Promise<TimelineRow[]> {
  return (await entriesOf(providerId, page).execute(db)).rows;
}

/**
 * Newest first. Includes expiries of cases that are not recorded yet, expiries of claims and emergency actions on
 * them, which never are, in their final place (promise M4).
 */
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
      (select id, provider_id, id, category_key, 'case_expired', 'expired', null, null, null, null, correction_due_at, 0
        from verification_case
        where provider_id = ${providerId} and state = 'awaiting_correction' and correction_due_at <= ${now}
          and ${isRest(sql`correction_due_at, 0, id`)})
      union all
      (select c.id, c.provider_id, d.case_id, c.category_key, 'claim_expired', 'expired', null, c.claim_type, c.id, null, c.valid_until, 0
        from claim c join decision d on d.id = c.decision_id
        where c.provider_id = ${providerId} and c.valid_until <= ${now} and ${isRest(sql`c.valid_until, 0, c.id`)}
          and coalesce((select to_state from claim_change k where k.claim_id = c.id and k.changed_at <= c.valid_until
            order by k.position desc limit 1), 'active') = 'active')
      union all
      (select action.id, c.provider_id, d.case_id, c.category_key, action.type::timeline_type, action.status, null, c.claim_type, c.id, null, action.at, 0
        from claim c join decision d on d.id = c.decision_id
          join emergency_action e on e.target_id = c.id and e.kind = 'withhold_claim'
          cross join lateral (values (e.action_id, 'claim_withheld', 'suspended', e.started_at),
            (overlay(overlay(md5(e.action_id::text) placing '8' from 13) placing 'a' from 17)::uuid, 'claim_released', 'released', e.ends_at)) action (id, type, status, at)
        where c.provider_id = ${providerId} and action.at <= ${now} and ${isRest(sql`action.at, 0, action.id`)})
    ) entry ${newestFirst}`;
}
