import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { audit, type Vault } from './app.ts';
import type { DB } from './db/schema.ts';
import { changeRole } from './operators/roles/change-role.ts';
import { findOperatorIds } from './operators/roles/queries.ts';
import { seededOperators } from './operators/roles/seeded-operators.ts';
import { findPersonByIdentifier } from './people/contact-points.ts';
import { lockPerson, updatePerson } from './people/persons.ts';
import { findSealer } from './people/subject-keys.ts';
import { typedContact } from './people/typed-contact.ts';
import { announcePerson } from './snapshot-sources.ts';

type Stores = { db: Database<DB>; vault: Vault };

export async function seedOperators({ db, vault }: Stores, now: Date): Promise<void> {
  let isNew = true;
  for (const [identifier, { role, displayName, workName }] of Object.entries(seededOperators)) {
    const changed = await changeRole({ db, vault }, { action: 'grant', identifier, role, workName }, now);
    isNew &&= changed !== undefined;
    await nameOperator({ db, vault }, identifier, displayName, now);
  }
  // On a restarted stack, a service with a new projection needs the operators.
  if (isNew) return;
  for (const id of await findOperatorIds(db)) await db.transact((trx) => announcePerson(trx, id));
}

/** Keeps a name that the person has. */
function nameOperator({ db, vault }: Stores, identifier: string, displayName: string, now: Date): Promise<void> {
  return db.transact(async (trx) => {
    const id = await findPersonByIdentifier(trx, typedContact(vault, identifier));
    const person = id && (await lockPerson(trx, id));
    const sealer = person && !person.sealed_display_name && (await findSealer(trx, vault, person.id));
    if (!person || !sealer) return;
    await updatePerson(trx, person, { sealed_display_name: sealer.seal('display name', displayName) });
    await audit(trx, systemAudit('nameOperator', { by: 'command line', at: now }), {
      objectType: 'person',
      objectId: person.id,
      after: { named: true },
    });
  });
}
