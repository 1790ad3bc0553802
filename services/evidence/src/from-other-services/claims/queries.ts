import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Claim } from '../../db/schema.ts';

/** Verification owns claims, so any change is applied. */
export async function saveClaim(trx: Trx, claim: Insertable<Claim>): Promise<void> {
  await trx
    .insertInto('claim')
    .values(claim)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: claim.state, valid_until: claim.valid_until }))
    .execute();
}
