import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

/** Events of one operator may arrive out of order after a snapshot: the newest wins. */
export async function saveOperator(
  trx: Trx,
  { userId, permissions, changedAt }: { userId: string; permissions: string[]; changedAt: string },
): Promise<void> {
  await trx
    .insertInto('operator')
    .values({ user_id: userId, permissions, changed_at: changedAt })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ permissions, changed_at: changedAt })
        .where('operator.changed_at', '<=', sql<Date>`excluded.changed_at`),
    )
    .execute();
}
