import { type Insertable, sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { Representative } from '../db/schema.ts';

/** Lock order: provider first. Serialises opening and withdrawing its cases. */
export async function lockProvider(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('provider').select('id').where('id', '=', id).forUpdate().execute();
}

/** Locks the provider, and the others that its people answer or answered for, always in the order of their ids. */
export async function lockProvidersOfPeople(trx: Trx, id: string): Promise<void> {
  await trx
    .selectFrom('provider')
    .select('id')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', '=', id),
        eb(
          'id',
          'in',
          selectFrom('claim_subject as own')
            .innerJoin('claim_subject as theirs', 'theirs.person_id', 'own.person_id')
            .select('theirs.provider_id')
            .where('own.provider_id', '=', id),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** In the order of their ids, as above. */
export async function lockProviders(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.selectFrom('provider').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Those that the person represents or did, or accepted to. */
export async function findRepresented(trx: Trx, userId: string): Promise<string[]> {
  const query = trx.selectFrom('representative').select('provider_id').distinct().where('user_id', '=', userId);
  return (await query.execute()).map(({ provider_id }) => provider_id);
}

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

/** False if the assignment came first: events of a person and of a provider have no order. */
export async function insertAwaiting(trx: Trx, representative: Insertable<Representative>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('representative')
    .values({ ...representative, is_awaiting: true })
    .onConflict((conflict) => conflict.column('assignment_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Also who did within the last 12 months, or accepted an invitation that awaits approval. */
export async function representsProvider(
  trx: Trx,
  { userId, providerId, at }: { userId: string; providerId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`
    select represents_since(${userId}, ${providerId}, ${at}) as does`.execute(trx);
  return rows[0]?.does === true;
}

/** A snapshot has the time of the provider service. */
export async function setRepresentativeEnd(trx: Trx, assignmentId: string, endedAt: Date): Promise<void> {
  await trx
    .updateTable('representative')
    .set({ ended_at: endedAt, is_awaiting: false })
    .where('assignment_id', '=', assignmentId)
    .execute();
}

export async function endRepresentative(trx: Trx, assignmentId: string, endedAt: Date): Promise<void> {
  await trx
    .updateTable('representative')
    .set({ ended_at: endedAt, is_awaiting: false })
    .where('assignment_id', '=', assignmentId)
    .where((one) => one.or([one('ended_at', 'is', null), one('is_awaiting', '=', true)]))
    .execute();
}
