import type { Trx } from '../app.ts';

/** Also an erased one: what is announced may withdraw permissions. */
export function lockAnyPerson(trx: Trx, personId: string) {
  return trx.selectFrom('person').select('erased_at').where('id', '=', personId).forUpdate().executeTakeFirst();
}

export async function findOperatorChange(trx: Trx, personId: string): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('operator_change')
    .select('changed_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.changed_at;
}

export function findLastHold(trx: Trx, personId: string) {
  return trx
    .selectFrom('legal_hold')
    .select(['placed_at', 'lifted_at'])
    .where('person_id', '=', personId)
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
