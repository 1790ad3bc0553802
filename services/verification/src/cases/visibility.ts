import type { Actor } from '@trust/contracts/actor';
import type { CaseState } from '../db/schema.ts';
import { represents } from '../duties.ts';

type Visible = { provider_id: string; state: CaseState; reviewer_id: string | null };

/** Whether the actor is an operator of cases at all. */
export function handlesCases({ permissions }: Actor): boolean {
  return (['verification.cases.assign', 'verification.cases.review', 'verification.cases.decide'] as const).some(
    (permission) => permissions.includes(permission),
  );
}

const decidable: readonly CaseState[] = ['recommended', 'decided', 'under_appeal', 'closed'];

/**
 * Who sees a case: who assigns, all; a reviewer, own and unassigned ones; who decides, those that come to a decision. For
 * everybody else it is not there, so that nobody learns who works on what (promise D2).
 */
export function maySee(actor: Actor, found: Visible): boolean {
  if (represents(actor, found.provider_id)) return false;
  const may = (permission: Actor['permissions'][number]) => actor.permissions.includes(permission);
  return (
    may('verification.cases.assign') ||
    (may('verification.cases.review') && (found.reviewer_id === null || found.reviewer_id === actor.userId)) ||
    (may('verification.cases.decide') && decidable.includes(found.state))
  );
}
