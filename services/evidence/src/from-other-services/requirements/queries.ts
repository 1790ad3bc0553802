import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Requirement } from '../../db/schema.ts';

/** The content of a version never changes. */
export async function insertRequirements(trx: Trx, requirements: Insertable<Requirement>[]): Promise<void> {
  await trx
    .insertInto('requirement')
    .values(requirements)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
