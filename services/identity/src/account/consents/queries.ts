import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ConsentEntry } from '../../db/schema.ts';

/** Call it with the person locked, so that ids have the order of changes. */
export async function insertConsent(trx: Trx, entry: Insertable<ConsentEntry>): Promise<void> {
  await trx.insertInto('consent_entry').values(entry).execute();
}
