import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { AwaitingRepresentative } from '../../db/schema.ts';

export async function insertAwaiting(trx: Trx, awaiting: Insertable<AwaitingRepresentative>): Promise<void> {
  await trx
    .insertInto('awaiting_representative')
    .values(awaiting)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteAwaitingOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('awaiting_representative').where('user_id', '=', userId).execute();
}
