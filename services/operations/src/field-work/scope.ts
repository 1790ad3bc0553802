import type { Actor } from '@trust/contracts/actor';
import { missingPermission } from '@trust/contracts/problems/missing-permission';
import { Problem } from '@trust/service-kit/problems/problem';
import { ownProviders } from '../own-providers.ts';

/** Managers see all work items, agents those that are assigned to them. */
export type Scope = { isManager: boolean; isAgent: boolean; userId: string; ownProviders: string[] };

/** Before the item is read, so that 403 does not disclose whether it exists. */
export function scopeOf(actor: Actor): Scope {
  const isManager = actor.permissions.includes('operations.field-work.manage');
  const isAgent = actor.permissions.includes('operations.field-work.perform');
  if (!isManager && !isAgent) throw new Problem('forbidden', missingPermission('operations.field-work.manage'));
  return { isManager, isAgent, userId: actor.userId, ownProviders: ownProviders(actor) };
}
