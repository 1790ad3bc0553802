import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { actorChanged } from '@trust/contracts/events/identity';
import type { OperatorRole } from '@trust/contracts/permissions';
import { policyVersion } from '@trust/service-kit/audit';
import type { Database } from '@trust/service-kit/db';
import { emit } from '@trust/service-kit/outbox';
import { normaliseIdentifier } from '../challenges/identifier.ts';
import type { DB } from '../db/schema.ts';
import type { Vault } from '../subject-keys/vault.ts';
import { grantRole, revokeRole } from './queries.ts';

type Change = { action: 'grant' | 'revoke'; identifier: string; role: OperatorRole };

/**
 * Grants or revokes an operator role from the command line, the only way to the first operator. Audited like a request, by
 * nobody in particular. False if there was nothing to change.
 */
export function changeRole(
  { db, vault }: { db: Database<DB>; vault: Vault },
  { action, identifier, role }: Change,
  now: Date,
): Promise<boolean> {
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const address = normaliseIdentifier(channel, identifier);
  return db.transact(async (trx) => {
    const userId =
      action === 'grant'
        ? await grantRole(trx, vault, { channel, identifier: address, role, newPersonId: randomUUIDv7(), now })
        : await revokeRole(trx, { channel, identifierIndex: vault.indexOf(channel, address) }, role);
    if (!userId) return false;
    await emit(trx, actorChanged, { userId });
    await emit(trx, auditRecorded.identity, {
      at: now.toISOString(),
      actorId: null,
      sessionId: null,
      permission: 'command line',
      action: `${action}Role`,
      objectType: 'person',
      objectId: userId,
      outcome: 'done',
      reason: null,
      before: {},
      after: { role },
      requestId: randomUUID(),
      policyVersion,
    });
    return true;
  });
}
