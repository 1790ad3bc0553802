import { caseDuties } from '@trust/contracts/events/verification';
import type { Permission } from '@trust/contracts/permissions';
import type { CaseDuty, CaseState } from '../db/schema.ts';

export const duties: readonly CaseDuty[] = caseDuties;

/** Duties that `assign` takes. An appeal gets its route with appeals. */
export const assignableDuties = ['review', 'decide'] as const satisfies readonly CaseDuty[];

export const permissionFor: Record<CaseDuty, Permission> = {
  review: 'verification.cases.review',
  decide: 'verification.cases.decide',
  appeal: 'verification.appeals.review',
};

/** The state in which a case takes an assignee for a duty. */
export const stateFor: Record<CaseDuty, CaseState> = {
  review: 'in_review',
  decide: 'recommended',
  appeal: 'under_appeal',
};

type AssignableDuty = (typeof assignableDuties)[number];

/** The duties that somebody with these permissions can be given. */
export function permittedDuties(permissions: readonly string[]): AssignableDuty[] {
  return assignableDuties.filter((duty) => permissions.includes(permissionFor[duty]));
}

/** The duty meant by an assignment that names none: of those that fit the assignee, the one that the case waits for. */
export function defaultDuty(fitting: readonly AssignableDuty[], state: CaseState): AssignableDuty | undefined {
  return fitting.find((duty) => stateFor[duty] === state) ?? fitting[0];
}
