import type { Permission } from '@trust/contracts/permissions';
import type { Trx } from '../app.ts';

/** Serialises the assignments of one operator, so that each counts the others. Lock order: operator, then case. */
export async function lockAssignee(trx: Trx, userId: string): Promise<readonly Permission[]> {
  const row = await trx
    .selectFrom('operator')
    .select('permissions')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (row?.permissions ?? []) as Permission[];
}

/** Locks the permissions until the transaction ends. Lock order: operator, then case. */
export async function lockOperator(trx: Trx, userId: string): Promise<readonly Permission[]> {
  const row = await trx
    .selectFrom('operator')
    .select('permissions')
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return (row?.permissions ?? []) as Permission[];
}
