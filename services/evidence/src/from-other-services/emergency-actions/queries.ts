import type { Db } from '../../app.ts';

export async function findFrozenUntil(db: Db, caseId: string, now: Date): Promise<Date | undefined> {
  const frozen = await db
    .selectFrom('case_freeze')
    .select(({ fn }) => fn.max('ends_at').as('until'))
    .where('case_id', '=', caseId)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return frozen?.until ?? undefined;
}
