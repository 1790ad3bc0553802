import { randomUUIDv7 } from 'node:crypto';
import { actorChanged } from '@trust/contracts/events/identity';
import type { OperatorRole } from '@trust/contracts/permissions';
import { normaliseIdentifier } from '@trust/personal-data/identifier';
import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { emit } from '@trust/service-kit/events/outbox';
import { audit, type Trx } from '../app.ts';
import type { DB } from '../db/schema.ts';
import { createPerson, findPersonAt, lockPerson } from '../people/queries.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import type { Vault } from '../subject-keys/vault.ts';
import { announceOperator } from './announce-operators.ts';
import { grantRole, revokeRole } from './queries.ts';

type Change = { action: 'grant' | 'revoke'; identifier: string; role: OperatorRole };

/** What a change of roles has brought about. */
export type Changed = {
  /** Nobody was known at the address. They become an operator when they first sign in. */
  isNewPerson: boolean;
  /** Sessions of a member, which are longer than an operator's may be, end when their owner becomes one (promise A5). */
  endedSessions: number;
};

/**
 * Grants or revokes an operator role from the command line, the only way to the first operator. Audited like a request, by
 * nobody in particular. Undefined if there was nothing to change.
 */
export function changeRole(
  { db, vault }: { db: Database<DB>; vault: Vault },
  { action, identifier, role }: Change,
  now: Date,
): Promise<Changed | undefined> {
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const address = normaliseIdentifier(channel, identifier);
  return db.transact(async (trx) => {
    const known = await findPersonAt(trx, { channel, identifierIndex: vault.indexOf(channel, address) });
    if (action === 'revoke') {
      if (known) await lockPerson(trx, known);
      if (!known || !(await revokeRole(trx, known, role))) return undefined;
      await record(trx, known, { action, role }, now);
      return { isNewPerson: false, endedSessions: 0 };
    }
    const personId = known ?? randomUUIDv7();
    if (!known) await createPerson(trx, vault, { id: personId, channel, identifier: address, verifiedAt: null, now });
    await lockPerson(trx, personId);
    if (!(await grantRole(trx, { personId, role, now }))) return undefined;
    const endedSessions = await endSessionsOf(trx, { personId, kind: 'member' }, 'role_granted', now);
    await record(trx, personId, { action, role }, now);
    return { isNewPerson: !known, endedSessions };
  });
}

async function record(
  trx: Trx,
  personId: string,
  { action, role }: Pick<Change, 'action' | 'role'>,
  now: Date,
): Promise<void> {
  await emit(trx, actorChanged, { userId: personId });
  await announceOperator(trx, personId, now);
  await audit(trx, systemAudit(`${action}Role`, { by: 'command line', at: now }), {
    objectType: 'person',
    objectId: personId,
    after: { role },
  });
}
