import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { ProviderReport } from '../db/schema.ts';
import { isPublic } from '../emergency-actions/in-force.ts';

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

export async function insertReport(trx: Trx, row: Insertable<ProviderReport>): Promise<void> {
  await trx.insertInto('provider_report').values(row).execute();
}

export function findReport(db: Db, id: string) {
  return db.selectFrom('provider_report').selectAll().where('id', '=', id).executeTakeFirst();
}
