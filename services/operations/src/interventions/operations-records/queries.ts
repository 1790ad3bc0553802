import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Escalation, Incident } from '../../db/schema.ts';

type Rows = { escalation: Selectable<Escalation>; incident: Selectable<Incident> };
export type RecordTable = keyof Rows;
export type RecordRow<Table extends RecordTable> = Rows[Table];

export async function markStarted<Table extends RecordTable>(
  trx: Trx,
  table: Table,
  { id, by, at }: { id: string; by: string; at: Date },
): Promise<RecordRow<Table>> {
  const { rows } = await sql<RecordRow<Table>>`
    update ${sql.table(table)} set state = 'in_progress', started_by = ${by}, started_at = ${at}
    where id = ${id} returning *`.execute(trx);
  return rows[0] as RecordRow<Table>;
}

export async function markResolved<Table extends RecordTable>(
  trx: Trx,
  table: Table,
  { id, by, at, resolution }: { id: string; by: string; at: Date; resolution: string },
): Promise<RecordRow<Table>> {
  const { rows } = await sql<RecordRow<Table>>`
    update ${sql.table(table)} set state = 'resolved', resolved_by = ${by}, resolved_at = ${at}, resolution = ${resolution}
    where id = ${id} returning *`.execute(trx);
  return rows[0] as RecordRow<Table>;
}
