import { sql } from 'kysely';
import type { Trx } from './app.ts';

/** The lock of the trigger that guards changes of the gate. */
export async function lockLastGate(trx: Trx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('publication gate', 0))`.execute(trx);
  return trx.selectFrom('publication_gate').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirstOrThrow();
}

export function lockItem(trx: Trx, id: string) {
  return trx.selectFrom('field_work_item').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export function lockHold(trx: Trx, incidentId: string) {
  return trx.selectFrom('incident').selectAll().where('id', '=', incidentId).forUpdate().executeTakeFirstOrThrow();
}
