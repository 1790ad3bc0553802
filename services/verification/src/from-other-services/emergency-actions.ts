import type { Db, Trx } from '../app.ts';

export async function findFrozenUntil(trx: Trx, caseId: string, now: Date): Promise<Date | undefined> {
  const frozen = await trx
    .selectFrom('emergency_action')
    .select(({ fn }) => fn.max('ends_at').as('until'))
    .where('kind', '=', 'freeze_case')
    .where('target_id', '=', caseId)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return frozen?.until ?? undefined;
}

/** Returns those of the claims that an emergency action withholds. */
export async function findWithheld(db: Db, claimIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('emergency_action')
    .select('target_id')
    .where('kind', '=', 'withhold_claim')
    .where((eb) => eb('target_id', '=', eb.fn.any(eb.val(claimIds))))
    .where('ends_at', '>', now)
    .execute();
  return new Set(rows.map(({ target_id }) => target_id));
}
