import type { Actor } from '@trust/contracts/actor';
import { type Assignment, assigneeOf } from '../assignments/queries.ts';
import type { CaseState } from '../db/schema.ts';
import { isRepresentativeOf } from '../duties.ts';

type Visible = { provider_id: string; state: CaseState };

export function hasCasePermission({ permissions }: Actor): boolean {
  return (['verification.cases.assign', 'verification.cases.review', 'verification.cases.decide'] as const).some(
    (permission) => permissions.includes(permission),
  );
}

const decidable: readonly CaseState[] = ['recommended', 'decided', 'under_appeal', 'closed'];

/** Promise D2: reviewers and deciders see their cases and, in the states of a duty, free ones. */
export function canSeeCase(actor: Actor, found: Visible, assignments: readonly Assignment[]): boolean {
  if (isRepresentativeOf(actor, found.provider_id)) return false;
  const has = (permission: Actor['permissions'][number]) => actor.permissions.includes(permission);
  const isOwn = (duty: 'review' | 'decide') => assigneeOf(assignments, duty) === actor.userId;
  const isFree = (duty: 'review' | 'decide') => assigneeOf(assignments, duty) === undefined;
  const isDecidable = decidable.includes(found.state);
  return (
    has('verification.cases.assign') ||
    (has('verification.cases.review') && (isOwn('review') || (isFree('review') && !isDecidable))) ||
    (has('verification.cases.decide') && (isOwn('decide') || (isFree('decide') && isDecidable)))
  );
}
