import type { Actor } from '@trust/contracts/actor';
import { type Assignment, assigneeOf } from '../assignments/queries.ts';
import type { CaseState } from '../db/schema.ts';
import { isRepresentativeOf } from '../duties.ts';

type Visible = { provider_id: string; state: CaseState };

/** Whether the actor is an operator of cases at all. */
export function hasCasePermission({ permissions }: Actor): boolean {
  return (['verification.cases.assign', 'verification.cases.review', 'verification.cases.decide'] as const).some(
    (permission) => permissions.includes(permission),
  );
}

const decidable: readonly CaseState[] = ['recommended', 'decided', 'under_appeal', 'closed'];

/**
 * Who sees a case: who assigns, all; who reviews, those whose review is their own or free; who decides, those that come to a decision
 * and whose decision is their own or free. For everybody else it does not exist (promise D2).
 */
export function canSeeCase(actor: Actor, found: Visible, assignments: readonly Assignment[]): boolean {
  if (isRepresentativeOf(actor, found.provider_id)) return false;
  const may = (permission: Actor['permissions'][number]) => actor.permissions.includes(permission);
  const isOwn = (duty: 'review' | 'decide') => assigneeOf(assignments, duty) === actor.userId;
  const isFree = (duty: 'review' | 'decide') => assigneeOf(assignments, duty) === undefined;
  const isDecidable = decidable.includes(found.state);
  return (
    may('verification.cases.assign') ||
    (may('verification.cases.review') && (isOwn('review') || (isFree('review') && !isDecidable))) ||
    (may('verification.cases.decide') && (isOwn('decide') || (isFree('decide') && isDecidable)))
  );
}
