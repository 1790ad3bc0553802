import type { Trx } from '../../app.ts';

export async function deleteRoles(trx: Trx, personId: string): Promise<boolean> {
  const result = await trx.deleteFrom('operator_grant').where('person_id', '=', personId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
