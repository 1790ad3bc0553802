import { endedCaseStates } from '@trust/contracts/events/verification';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import { reminderDays } from './renewal.ts';

export type DueReminder = {
  claim_id: string;
  version_id: string;
  evidence_id: string;
  case_id: string;
  provider_id: string;
  category_key: string;
  requirement_key: string;
  valid_until: Date;
  days_before: number;
};

/** Leaves out removed services and requirements with a newer document under review (docs/domain/evidence.md 40). */
export async function findDueReminders(trx: Trx, now: Date, limit: number): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    with ending as (
      select claim.id as claim_id, version.id as version_id, version.evidence_id, claim.case_id, claim.provider_id, claim.category_key,
        claim.requirement_key, claim.valid_until, (
          select min(days_before) from unnest(${reminderDays}::int[]) days_before
          where claim.valid_until - make_interval(hours => 24 * days_before) <= ${now}) as days_before
      from claim
      join evidence_version version on version.id = claim.evidence_version_id
      join service_selection selection on selection.provider_id = claim.provider_id
        and selection.category_key = claim.category_key and selection.state = 'active'
      where claim.state = 'active' and claim.valid_until <= ${daysFrom(now, reminderDays[0])} and claim.valid_until > ${daysFrom(now, -reminderDays[0])}
        and not exists (select from erased_provider erased where erased.provider_id = claim.provider_id)
        and not exists (
          select from evidence_version newer
          join evidence_processing p on p.version_id = newer.id and p.state = 'available'
          join evidence_item i on i.id = newer.evidence_id
          join verification_case c on c.id = i.case_id
          where i.provider_id = claim.provider_id and c.category_key = claim.category_key
            and i.requirement_key = claim.requirement_key and newer.confirmed_at > claim.valid_from
            and c.state <> all(${[...endedCaseStates]}))
    )
    select * from ending where not exists (
      select from claim_reminder reminder where reminder.claim_id = ending.claim_id and reminder.days_before <= ending.days_before)
    order by valid_until limit ${limit}`.execute(trx);
  return rows;
}

export async function insertReminder(trx: Trx, { claim_id, days_before }: DueReminder, at: Date): Promise<boolean> {
  const result = await trx
    .insertInto('claim_reminder')
    .values({ claim_id, days_before, sent_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

const daysFrom = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000);

/** Active claims that end after `from`, until `until`. */
export async function countExpiringClaims(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from claim
    where state = 'active' and valid_until > ${from} and valid_until <= ${until}`.execute(db);
  return rows[0]?.count ?? 0;
}
