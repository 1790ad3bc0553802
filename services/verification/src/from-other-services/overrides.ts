import type { Insertable } from 'kysely';
import type { Trx } from '../app.ts';
import type { AppliedOverride } from '../db/schema.ts';

/** False if the override is known: it has one effect. */
export async function insertOverride(trx: Trx, row: Insertable<AppliedOverride>): Promise<boolean> {
  const saved = await trx
    .insertInto('applied_override')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('override_id')
    .executeTakeFirst();
  return saved !== undefined;
}

export async function findBlockedUntil(trx: Trx, caseId: string, now: Date): Promise<Date | undefined> {
  const block = await trx
    .selectFrom('applied_override')
    .select(({ fn }) => fn.max('ends_at').as('until'))
    .where('kind', '=', 'case-reassignment-block')
    .where('target_id', '=', caseId)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return block?.until ?? undefined;
}
