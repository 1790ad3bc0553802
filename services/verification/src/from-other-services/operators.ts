import type { Permission } from '@trust/contracts/permissions';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';

export async function saveOperator(
  trx: Trx,
  { userId, permissions, changedAt }: { userId: string; permissions: string[]; changedAt: string },
): Promise<boolean> {
  const row = await trx
    .insertInto('operator')
    .values({ user_id: userId, permissions, changed_at: changedAt })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ permissions, changed_at: changedAt })
        .where('operator.changed_at', '<=', sql<Date>`excluded.changed_at`),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

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
