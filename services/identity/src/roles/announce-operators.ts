import { operatorChanged } from '@trust/contracts/events/identity';
import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import type { Database } from '@trust/service-kit/database/db';
import { emit } from '@trust/service-kit/events/outbox';
import { lockPerson } from '../account/queries.ts';
import type { Trx } from '../app.ts';
import type { DB } from '../db/schema.ts';
import { findOperatorIds, findRoles } from './queries.ts';

/** Call it in the transaction that changes the permissions (ADR 0035). */
export async function announceOperator(trx: Trx, personId: string, at: Date): Promise<void> {
  const roles = (await findRoles(trx, personId)) as OperatorRole[];
  const permissions = [...new Set(roles.flatMap((role) => operatorPermissions[role]))];
  await emit(trx, operatorChanged, { userId: personId, permissions, occurredAt: at.toISOString() });
}

export async function announceOperators(db: Database<DB>, at: Date): Promise<number> {
  const personIds = await findOperatorIds(db);
  for (const personId of personIds) {
    await db.transact(async (trx) => {
      // The same lock as a role change, so announcements keep the order of changes.
      if (await lockPerson(trx, personId)) await announceOperator(trx, personId, at);
    });
  }
  return personIds.length;
}
