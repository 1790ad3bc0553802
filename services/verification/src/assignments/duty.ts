import { caseDuties } from '@trust/contracts/events/verification';
import type { Permission } from '@trust/contracts/permissions';
import type { CaseDuty, CaseState } from '../db/schema.ts';

export const duties: readonly CaseDuty[] = caseDuties;

/** Duties that the assign route accepts; `appeal` has no route yet. */
export const assignableDuties = ['review', 'decide'] as const satisfies readonly CaseDuty[];

export const permissionFor: Record<CaseDuty, Permission> = {
  review: 'verification.cases.review',
  decide: 'verification.cases.decide',
  appeal: 'verification.appeals.review',
};

export const stateFor: Record<CaseDuty, CaseState> = {
  review: 'in_review',
  decide: 'recommended',
  appeal: 'under_appeal',
};

type AssignableDuty = (typeof assignableDuties)[number];

export function permittedDuties(permissions: readonly string[]): AssignableDuty[] {
  return assignableDuties.filter((duty) => permissions.includes(permissionFor[duty]));
}

export function defaultDuty(permitted: readonly AssignableDuty[], state: CaseState): AssignableDuty | undefined {
  return permitted.find((duty) => stateFor[duty] === state) ?? permitted[0];
}
