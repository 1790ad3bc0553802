import type { Actor } from '@trust/contracts/actor';
import type { CaseDuty, CaseState } from '../../db/schema.ts';
import { type Assignment, assigneeOf } from './assignments.ts';
import { isRepresentativeOf } from './separation-of-duties.ts';

type Visible = { provider_id: string; state: CaseState };

export const casePermissions = [
  'verification.cases.assign',
  'verification.cases.review',
  'verification.cases.decide',
  'verification.appeals.review',
] as const;

export function hasCasePermission({ permissions }: Actor): boolean {
  return casePermissions.some((permission) => permissions.includes(permission));
}

const decidable: readonly CaseState[] = ['recommended', 'decided', 'under_appeal', 'closed'];

/** Promise D2: assignees see their cases and, in the states of a duty, those who may hold it see free ones. */
export function canSeeCase(actor: Actor, found: Visible, assignments: readonly Assignment[]): boolean {
  if (isRepresentativeOf(actor, found.provider_id)) return false;
  const has = (permission: Actor['permissions'][number]) => actor.permissions.includes(permission);
  const isOwn = (duty: CaseDuty) => assigneeOf(assignments, duty) === actor.userId;
  const isFree = (duty: CaseDuty) => assigneeOf(assignments, duty) === undefined;
  const isDecidable = decidable.includes(found.state);
  return (
    has('verification.cases.assign') ||
    (has('verification.cases.review') && (isOwn('review') || (isFree('review') && !isDecidable))) ||
    (has('verification.cases.decide') && (isOwn('decide') || (isFree('decide') && isDecidable))) ||
    (has('verification.appeals.review') && (isOwn('appeal') || (isFree('appeal') && found.state === 'under_appeal')))
  );
}
