import type { Trx } from '../../app.ts';

export async function saveHold(
  trx: Trx,
  { personId, held, at }: { personId: string; held: boolean; at: Date },
): Promise<void> {
  if (!held) {
    await trx.updateTable('legal_hold').set({ lifted_at: at }).where('person_id', '=', personId).execute();
    return;
  }
  const facts = { placed_at: at, lifted_at: null };
  await trx
    .insertInto('legal_hold')
    .values({ person_id: personId, ...facts })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(facts))
    .execute();
}

/** Whether the uploader of any version is under a legal hold. */
export async function isItemHeld(trx: Trx, evidenceId: string): Promise<boolean> {
  const heldVersion = await trx
    .selectFrom('evidence_version as version')
    .innerJoin('legal_hold as hold', 'hold.person_id', 'version.uploaded_by')
    .select('version.id')
    .where('version.evidence_id', '=', evidenceId)
    .where('hold.lifted_at', 'is', null)
    .executeTakeFirst();
  return heldVersion !== undefined;
}
