import type { PayloadOf } from '@trust/contracts/event';
import { operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findRoles } from '../../people/roles.ts';
import { findOperatorChange, recordOperatorChange } from './queries.ts';

/** Call it in the transaction that changes the permissions (docs/domain/review-and-duties.md 3). */
export async function announceOperator(trx: Trx, personId: string, at: Date): Promise<void> {
  await recordOperatorChange(trx, personId, at);
  await emit(trx, operatorChanged, await operatorPayload(trx, personId, at));
}

/** Repeats what `announceOperator` announced last. */
export async function announceOperatorSnapshot(trx: Trx, personId: string): Promise<void> {
  const changedAt = await findOperatorChange(trx, personId);
  if (changedAt) await emit(trx, operatorSnapshot, await operatorPayload(trx, personId, changedAt));
}

async function operatorPayload(
  trx: Trx,
  personId: string,
  changedAt: Date,
): Promise<PayloadOf<typeof operatorChanged>> {
  const roles = (await findRoles(trx, personId)) as OperatorRole[];
  const permissions = [...new Set(roles.flatMap((role) => operatorPermissions[role]))];
  return { userId: personId, permissions, occurredAt: changedAt.toISOString() };
}
