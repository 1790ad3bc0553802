import type { PayloadOf } from '@trust/contracts/event';
import { operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findRoles } from '../../people/roles.ts';
import { findOperatorChange, recordOperatorChange } from './queries.ts';

/** Call it in the transaction that changes the permissions or the work name (docs/domain/review-and-duties.md 3). */
export async function announceOperator(trx: Trx, personId: string, at: Date): Promise<void> {
  await recordOperatorChange(trx, personId, at);
  await emit(trx, operatorChanged, await operatorPayload(trx, personId));
}

/** Repeats what `announceOperator` announced last. */
export async function announceOperatorSnapshot(trx: Trx, personId: string): Promise<void> {
  if (await findOperatorChange(trx, personId)) await emit(trx, operatorSnapshot, await operatorPayload(trx, personId));
}

async function operatorPayload(trx: Trx, personId: string): Promise<PayloadOf<typeof operatorChanged>> {
  const change = await findOperatorChange(trx, personId);
  if (!change) throw new Error('The person is no operator.');
  const roles = (await findRoles(trx, personId)) as OperatorRole[];
  const permissions = [...new Set(roles.flatMap((role) => operatorPermissions[role]))];
  return { userId: personId, permissions, workName: change.work_name, occurredAt: change.changed_at.toISOString() };
}
