import { operatorChanged } from '@trust/contracts/events/identity';
import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import type { Database } from '@trust/service-kit/database/db';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import type { DB } from '../db/schema.ts';
import { lockPerson } from '../people/queries.ts';
import { findOperatorIds, findRoles } from './queries.ts';

/** Announces what a person may do as an operator now, in the transaction that changed it. */
export async function announceOperator(trx: Trx, personId: string, at: Date): Promise<void> {
  const roles = (await findRoles(trx, personId)) as OperatorRole[];
  const permissions = [...new Set(roles.flatMap((role) => operatorPermissions[role]))];
  await emit(trx, operatorChanged, { userId: personId, permissions, occurredAt: at.toISOString() });
}

/** Announces every operator again, for services whose projection is new or lost. Returns their number. */
export async function announceOperators(db: Database<DB>, at: Date): Promise<number> {
  const personIds = await findOperatorIds(db);
  for (const personId of personIds) {
    await db.transact(async (trx) => {
      // Changes of a person's roles take the same lock, so the last announcement is of the last change.
      if (await lockPerson(trx, personId)) await announceOperator(trx, personId, at);
    });
  }
  return personIds.length;
}
