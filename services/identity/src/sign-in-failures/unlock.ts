import { normaliseIdentifier } from '@trust/personal-data/identifier';
import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { audit, type Trx } from '../app.ts';
import type { DB } from '../db/schema.ts';
import { findContactPoints, findPersonAt } from '../people/queries.ts';
import { findRoles } from '../roles/queries.ts';
import type { Vault } from '../subject-keys/vault.ts';
import { forgetFailures } from './queries.ts';

type Unlock = {
  /** A number, an address, or the id of a person, which stands for all numbers and addresses of theirs. */
  who: string;
  reason: string | null;
  /** Refuse whoever holds no role. */
  operatorsOnly: boolean;
};

export type Unlocked = { is: 'unlocked'; failures: number } | { is: 'unchanged' | 'no-operator' | 'unknown' };

/** Lets unknown devices sign in again, from the command line, audited like a request. */
export function unlock(
  { db, vault }: { db: Database<DB>; vault: Vault },
  { who, reason, operatorsOnly }: Unlock,
  now: Date,
): Promise<Unlocked> {
  return db.transact(async (trx): Promise<Unlocked> => {
    const { personId, indexes } = await identitiesOf(trx, vault, who);
    if (indexes.length === 0) return { is: 'unknown' };
    const isOperator = personId !== undefined && (await findRoles(trx, personId)).length > 0;
    if (operatorsOnly && !isOperator) return { is: 'no-operator' };
    const failures = await forgetFailures(trx, indexes);
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

async function identitiesOf(
  trx: Trx,
  vault: Vault,
  who: string,
): Promise<{ personId: string | undefined; indexes: Buffer[] }> {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(who)) {
    const points = await findContactPoints(trx, who);
    return { personId: who, indexes: points.map(({ identifier_index }) => identifier_index) };
  }
  const channel = who.includes('@') ? 'email' : 'sms';
  const index = vault.indexOf(channel, normaliseIdentifier(channel, who));
  return { personId: await findPersonAt(trx, { channel, identifierIndex: index }), indexes: [index] };
}
