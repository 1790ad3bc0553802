import type { Trx } from '../../app.ts';

export async function deleteRoles(trx: Trx, personId: string): Promise<boolean> {
  const result = await trx.deleteFrom('operator_grant').where('person_id', '=', personId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The requests stay, because others decided about them. */
export async function deleteRequestedNames(trx: Trx, personId: string): Promise<void> {
  await trx
    .updateTable('role_request')
    .set({ work_name: null })
    .where('person_id', '=', personId)
    .where('work_name', 'is not', null)
    .execute();
}
