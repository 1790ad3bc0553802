import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import { rungs } from './renewal.ts';

export type Aged = {
  version_id: string;
  evidence_id: string;
  case_id: string;
  provider_id: string;
  category_key: string;
  requirement_key: string;
  confirmed_at: Date;
  validity_days: number;
  /** Days before the end of its validity: the last rung that it has come to. */
  rung: number;
};

/**
 * Versions that have come to a rung of which nobody was told: the newest of their evidence, readable, of a decided case, for a service
 * that the provider still offers, and not followed by a newer document for the same requirement.
 */
export async function findAged(trx: Trx, now: Date, limit: number): Promise<Aged[]> {
  const { rows } = await sql<Aged>`
    with aged as (
      select version.id as version_id, item.id as evidence_id, item.case_id, item.provider_id, found.category_key,
        item.requirement_key, version.confirmed_at, requirement.validity_days,
        version.confirmed_at + make_interval(hours => 24 * requirement.validity_days) as until
      from evidence_item item
      join verification_case found on found.id = item.case_id and found.state in ('decided', 'under_appeal', 'closed')
      join requirement on requirement.requirement_version_id = found.requirement_version_id
        and requirement.key = item.requirement_key
      join service_selection selection on selection.provider_id = item.provider_id
        and selection.category_key = found.category_key and selection.state = 'active'
      join evidence_version version on version.evidence_id = item.id
      join evidence_processing processing on processing.version_id = version.id and processing.state = 'available'
      where requirement.validity_days is not null
        and not exists (
          select from evidence_version newer
          join evidence_processing p on p.version_id = newer.id and p.state = 'available'
          join evidence_item i on i.id = newer.evidence_id
          join verification_case c on c.id = i.case_id
          where i.provider_id = item.provider_id and c.category_key = found.category_key
            and i.requirement_key = item.requirement_key and i.document_kind = item.document_kind
            and (newer.confirmed_at, newer.id) > (version.confirmed_at, version.id))
    ), due as (
      select aged.*, (
        select min(rung) from unnest(${rungs}::int[]) rung where until - make_interval(hours => 24 * rung) <= ${now}) as rung
      from aged
    )
    select * from due where rung is not null and not exists (
      select from renewal_reminder reminder where reminder.version_id = due.version_id and reminder.days_before <= due.rung)
    order by until limit ${limit}`.execute(trx);
  return rows;
}

/** False if somebody else was faster. */
export async function insertReminder(trx: Trx, { version_id, rung }: Aged, at: Date): Promise<boolean> {
  const result = await trx
    .insertInto('renewal_reminder')
    .values({ version_id, days_before: rung, sent_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
