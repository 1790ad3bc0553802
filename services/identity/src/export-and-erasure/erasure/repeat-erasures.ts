import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { liftHold } from '../../account/legal-holds/holds.ts';
import { audit } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { lockPerson } from '../../people/persons.ts';
import { erase, lockIdentifiers } from './erase.ts';

/**
 * Applies the erasures again to an older database of identity. Sole ownership is not checked again: it did not
 * prevent the erasure. Returns the persons who were erased; the others are erased already, or not known.
 */
export async function repeatErasures(db: Database<DB>, personIds: readonly string[], now: Date): Promise<string[]> {
  const erased: string[] = [];
  for (const personId of personIds) {
    const isErased = await db.transact(async (trx) => {
      await lockIdentifiers(trx, personId);
      const person = await lockPerson(trx, personId);
      if (!person) return false;
      // The erasure proves that a hold was lifted before; the database may have lost that too.
      await liftHold(trx, personId, now);
      await erase(trx, person, now);
      const cause = systemAudit('repeatErasure', { by: 'command line', at: now });
      await audit(trx, cause, { objectType: 'person', objectId: personId });
      return true;
    });
    if (isErased) erased.push(personId);
  }
  return erased;
}
