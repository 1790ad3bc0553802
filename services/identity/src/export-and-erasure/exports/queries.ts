import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { DataExport, DataExportPart } from '../../db/schema.ts';

export type ExportRow = Selectable<DataExport>;
export type PartRow = Selectable<DataExportPart>;

export async function insertExport(trx: Trx, row: Insertable<DataExport>): Promise<void> {
  await trx.insertInto('data_export').values(row).execute();
}

export async function insertParts(trx: Trx, parts: Insertable<DataExportPart>[]): Promise<void> {
  await trx
    .insertInto('data_export_part')
    .values(parts)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function lockExport(trx: Trx, id: string): Promise<boolean> {
  const row = await trx.selectFrom('data_export').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

export function findExport(db: Db, owner: { id: string; personId: string }, now: Date): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_export')
    .selectAll()
    .where('id', '=', owner.id)
    .where('person_id', '=', owner.personId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export function findExportSince(db: Db, personId: string, since: Date): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_export')
    .selectAll()
    .where('person_id', '=', personId)
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findParts(db: Db, exportId: string): Promise<PartRow[]> {
  return db
    .selectFrom('data_export_part')
    .selectAll()
    .where('export_id', '=', exportId)
    .orderBy('service')
    .orderBy('part')
    .execute();
}

export async function deleteExportsByPerson(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('data_export').where('person_id', '=', personId).execute();
}
