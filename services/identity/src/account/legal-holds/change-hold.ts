import { randomUUIDv7 } from 'node:crypto';
import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { isUuid } from '@trust/service-kit/uuid';
import { audit, type Trx, type Vault } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { findPersonByIdentifier } from '../../people/contact-points.ts';
import { lockPerson } from '../../people/persons.ts';
import { typedContact } from '../../people/typed-contact.ts';
import { liftHold, placeHold } from './holds.ts';

/** `who`: a person id, phone number or e-mail address. */
export type HoldChange = { action: 'place'; who: string; reason: string } | { action: 'lift'; who: string };

export type HoldChanged = { personId: string; changed: boolean };

export function changeHold(
  { db, vault }: { db: Database<DB>; vault: Vault },
  change: HoldChange,
  now: Date,
): Promise<HoldChanged | undefined> {
  return db.transact(async (trx) => {
    const personId = await findPersonId(trx, vault, change.who);
    // Orders this against a concurrent erasure.
    if (!personId || !(await lockPerson(trx, personId))) return undefined;
    const changed =
      change.action === 'place'
        ? await placeHold(trx, { id: randomUUIDv7(), personId, reason: change.reason, at: now })
        : await liftHold(trx, personId, now);
    if (changed) await auditChange(trx, personId, change, now);
    return { personId, changed };
  });
}

async function findPersonId(trx: Trx, vault: Vault, who: string): Promise<string | undefined> {
  if (isUuid(who)) return who;
  return findPersonByIdentifier(trx, typedContact(vault, who));
}

function auditChange(trx: Trx, personId: string, change: HoldChange, now: Date): Promise<void> {
  return audit(trx, systemAudit(`${change.action}LegalHold`, { by: 'command line', at: now }), {
    objectType: 'person',
    objectId: personId,
    reason: change.action === 'place' ? change.reason : null,
  });
}
