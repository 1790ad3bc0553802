import type { Trx } from '../../app.ts';

export async function hasLegalHold(trx: Trx, personId: string): Promise<boolean> {
  const hold = await trx
    .selectFrom('legal_hold')
    .select('id')
    .where('person_id', '=', personId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return hold !== undefined;
}
