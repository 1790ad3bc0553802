import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Claim } from '../../db/schema.ts';

/** Verification owns claims, so any change is applied. */
export async function saveClaim(trx: Trx, claim: Insertable<Claim>): Promise<void> {
  await trx
    .insertInto('claim')
    .values(claim)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: claim.state, valid_until: claim.valid_until }))
    .execute();
}

/** Active claims that end after `from`, until `until`. */
export async function countExpiringClaims(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from claim
    where state = 'active' and valid_until > ${from} and valid_until <= ${until}`.execute(db);
  return rows[0]?.count ?? 0;
}
