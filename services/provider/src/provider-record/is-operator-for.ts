import type { Actor } from '@trust/contracts/actor';
import type { Permission } from '@trust/contracts/permissions';
import type { Trx } from '../app.ts';
import { isOrWasRepresentative, wasCustomer } from './sides.ts';

type Of = { permission: Permission; providerId: string; at: Date };

/**
 * Whether the actor reads as an operator. Nobody does of a provider that they represent or have accepted to
 * (docs/domain/roles-and-step-up.md 9), nor whose customer they are: they would decide about it (docs/domain/provider-record.md 4).
 */
export async function isOperatorFor(trx: Trx, actor: Actor, { permission, providerId, at }: Of): Promise<boolean> {
  if (!actor.permissions.includes(permission)) return false;
  const side = { userId: actor.userId, providerId, at };
  return !(await isOrWasRepresentative(trx, side)) && !(await wasCustomer(trx, side));
}
