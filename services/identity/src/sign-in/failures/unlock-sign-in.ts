import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { isUuid } from '@trust/service-kit/uuid';
import { audit, type Trx, type Vault } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { findContactPoints, findPersonByIdentifier } from '../../people/contact-points.ts';
import { findRoles } from '../../people/roles.ts';
import { typedContact } from '../../people/typed-contact.ts';
import { deleteFailures } from './delete-failures.ts';

type UnlockRequest = {
  /** A phone number, an e-mail address, or a person id for all contact points of the person. */
  who: string;
  reason: string | null;
  operatorsOnly: boolean;
};

type UnlockResult = { is: 'unlocked'; failures: number } | { is: 'unchanged' | 'no-operator' | 'unknown' };

/** Lets unknown devices sign in again (ADR 0031). */
export function unlockSignIn(
  { db, vault }: { db: Database<DB>; vault: Vault },
  { who, reason, operatorsOnly }: UnlockRequest,
  now: Date,
): Promise<UnlockResult> {
  return db.transact(async (trx): Promise<UnlockResult> => {
    const { personId, indexes } = await findIdentifierIndexes(trx, vault, who);
    if (indexes.length === 0) return { is: 'unknown' };
    const isOperator = personId !== undefined && (await findRoles(trx, personId)).length > 0;
    if (operatorsOnly && !isOperator) return { is: 'no-operator' };
    const failures = await deleteFailures(trx, indexes);
    if (failures === 0) return { is: 'unchanged' };
    await audit(trx, systemAudit('unlockSignIn', { by: 'command line', at: now }), {
      objectType: 'person',
      objectId: personId ?? null,
      reason,
      before: { failures },
    });
    return { is: 'unlocked', failures };
  });
}

async function findIdentifierIndexes(
  trx: Trx,
  vault: Vault,
  who: string,
): Promise<{ personId: string | undefined; indexes: Buffer[] }> {
  if (isUuid(who)) {
    const points = await findContactPoints(trx, who);
    return { personId: who, indexes: points.map(({ identifier_index }) => identifier_index) };
  }
  const contact = typedContact(vault, who);
  return { personId: await findPersonByIdentifier(trx, contact), indexes: [contact.identifierIndex] };
}
