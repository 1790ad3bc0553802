import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Representative } from '../../db/schema.ts';

/** The assignment ends a wait for approval. Another end stays. */
export async function openRepresentative(trx: Trx, representative: Insertable<Representative>): Promise<void> {
  await trx
    .insertInto('representative')
    .values(representative)
    .onConflict((conflict) =>
      conflict
        .column('assignment_id')
        .doUpdateSet({ ended_at: null, is_awaiting: false })
        .where('representative.is_awaiting', '=', true),
    )
    .execute();
}

/** The assignment may have come first: events of a person and of a provider have no order. */
export async function insertAwaiting(trx: Trx, representative: Insertable<Representative>): Promise<void> {
  await trx
    .insertInto('representative')
    .values({ ...representative, is_awaiting: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The first end stays. */
export async function endRepresentative(trx: Trx, assignmentId: string, endedAt: Date | string): Promise<void> {
  await trx
    .updateTable('representative')
    .set({ ended_at: endedAt, is_awaiting: false })
    .where('assignment_id', '=', assignmentId)
    .where((one) => one.or([one('ended_at', 'is', null), one('is_awaiting', '=', true)]))
    .execute();
}

export async function replaceRepresentative(trx: Trx, representative: Insertable<Representative>): Promise<void> {
  const { ended_at = null } = representative;
  await trx
    .insertInto('representative')
    .values(representative)
    .onConflict((conflict) => conflict.column('assignment_id').doUpdateSet({ ended_at, is_awaiting: false }))
    .execute();
}

/** The providers that the person represents, represented within 12 months, or has accepted to represent. */
export async function listRepresented(db: Db, userId: string, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('representative')
    .select('provider_id')
    .distinct()
    .where('user_id', '=', userId)
    .where(sql<boolean>`represents_since(user_id, provider_id, ${at})`)
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}

/** As {@link listRepresented}. */
export async function represents(
  trx: Trx,
  { userId, providerId, at }: { userId: string; providerId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`
    select represents_since(${userId}, ${providerId}, ${at}) as does`.execute(trx);
  return rows[0]?.does === true;
}
