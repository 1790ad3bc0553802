import type { Db, Trx } from '../app.ts';

export async function findRoles(db: Db | Trx, personId: string): Promise<string[]> {
  const rows = await db.selectFrom('operator_grant').select('role').where('person_id', '=', personId).execute();
  return rows.map(({ role }) => role);
}
