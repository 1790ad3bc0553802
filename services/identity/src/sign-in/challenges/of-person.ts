import type { Trx } from '../../app.ts';

/** Includes challenges to add a contact point: they seal an identifier too. */
export async function findOpenChallenges(
  trx: Trx,
  { personId, indexes }: { personId: string; indexes: readonly Buffer[] },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('challenge')
    .innerJoin('data_key', 'data_key.subject_id', 'challenge.id')
    .select('challenge.id')
    .where((eb) => eb('identifier_index', '=', eb.fn.any(eb.val(indexes))).or('person_id', '=', personId))
    .execute();
  return rows.map((row) => row.id);
}

export async function markChallengesUsed(trx: Trx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('challenge').set({ used_at: at }).where('id', 'in', ids).where('used_at', 'is', null).execute();
}
