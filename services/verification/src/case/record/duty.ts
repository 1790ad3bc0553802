import { caseDuties } from '@trust/contracts/events/verification';
import type { Permission } from '@trust/contracts/permissions';
import type { CaseDuty, CaseState } from '../../db/schema.ts';

export const duties: readonly CaseDuty[] = caseDuties;

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

export function permittedDuties(permissions: readonly string[]): CaseDuty[] {
  return duties.filter((duty) => permissions.includes(permissionFor[duty]));
}

export function defaultDuty(permitted: readonly CaseDuty[], state: CaseState): CaseDuty | undefined {
  return permitted.find((duty) => stateFor[duty] === state) ?? permitted[0];
}
