import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CaseFreeze } from '../../db/schema.ts';

export async function saveFreeze(trx: Trx, row: Insertable<CaseFreeze>): Promise<void> {
  await trx
    .insertInto('case_freeze')
    .values(row)
    .onConflict((conflict) => conflict.column('action_id').doUpdateSet({ ends_at: row.ends_at }))
    .execute();
}

export async function findFrozenUntil(db: Db, caseId: string, now: Date): Promise<Date | undefined> {
  const frozen = await db
    .selectFrom('case_freeze')
    .select(({ fn }) => fn.max('ends_at').as('until'))
    .where('case_id', '=', caseId)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return frozen?.until ?? undefined;
}

export async function saveSuspension(
  trx: Trx,
  { actionId, providerId, endsAt }: { actionId: string; providerId: string; endsAt: string },
): Promise<void> {
  await trx
    .insertInto('listing_suspension')
    .values({ action_id: actionId, provider_id: providerId, ends_at: endsAt })
    .onConflict((conflict) => conflict.column('action_id').doUpdateSet({ ends_at: endsAt }))
    .execute();
}
