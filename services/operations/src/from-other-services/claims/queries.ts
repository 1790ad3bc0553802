import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Claim } from '../../db/schema.ts';

export async function upsertClaim(trx: Trx, row: Insertable<Claim>): Promise<void> {
  await trx
    .insertInto('claim')
    .values(row)
    .onConflict((conflict) => conflict.column('claim_id').doUpdateSet(row))
    .execute();
}
