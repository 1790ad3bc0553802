import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { ProviderReport } from '../../db/schema.ts';
import { isPublic } from '../../directory/public-providers/is-public.ts';

type Reported = { publicProviderId: string; reporter: string; at: Date };

/** A provider cannot escape the reports of its customers by leaving the public. */
export async function findReportable(db: Db, { publicProviderId, reporter, at }: Reported) {
  const { rows } = await sql<{ id: string }>`
    select p.id from provider p
    where p.public_provider_id = ${publicProviderId} and (
      ${isPublic(at)}
      or exists (
        select from enquiry e join interaction i on i.enquiry_id = e.id
        where e.provider_id = p.id and e.customer_id = ${reporter}))`.execute(db);
  return rows[0];
}

export async function findOpenReport(
  trx: Trx,
  { providerId, reporter, reasonCode }: { providerId: string; reporter: string; reasonCode: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from provider_report r join moderation_request m on m.subject_id = r.id and m.state = 'open'
    where r.reporter_id = ${reporter} and r.provider_id = ${providerId} and r.reason_code = ${reasonCode}`.execute(trx);
  return rows[0]?.id;
}

export async function insertReport(trx: Trx, row: Insertable<ProviderReport>): Promise<void> {
  await trx.insertInto('provider_report').values(row).execute();
}

export type ReportRow = Selectable<ProviderReport> & {
  public_provider_id: string;
  outcome: string | null;
  decision_reason: string | null;
  decided_at: Date | null;
};

/** A report has one round, so this is its decision. */
const decided = sql`
  select r.*, p.public_provider_id, m.outcome, m.decision_reason, m.ended_at as decided_at
  from provider_report r
  join provider p on p.id = r.provider_id
  left join moderation_request m on m.subject_id = r.id and m.round = 1`;

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`${decided} where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first. */
export async function findReportsOf(
  db: Db,
  reporterId: string,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`${decided}
    where r.reporter_id = ${reporterId} and ${isOlder('r.reported_at', 'r.id', after)}
    order by r.reported_at desc, r.id desc limit ${limit}`.execute(db);
  return rows;
}
