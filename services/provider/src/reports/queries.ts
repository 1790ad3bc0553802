import type { Insertable } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { ProviderReport } from '../db/schema.ts';

export async function insertReport(trx: Trx, row: Insertable<ProviderReport>): Promise<void> {
  await trx.insertInto('provider_report').values(row).execute();
}

export function findReport(db: Db, id: string) {
  return db.selectFrom('provider_report').selectAll().where('id', '=', id).executeTakeFirst();
}
