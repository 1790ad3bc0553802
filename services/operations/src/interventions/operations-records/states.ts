import { conflict } from '@trust/service-kit/problems/problem';
import type { WorkState } from '../../db/schema.ts';

export const workStates = ['open', 'in_progress', 'resolved'] as const satisfies readonly WorkState[];

/** Of escalations and incidents (contract §4); `allowed_transition` in the database has the same. */
export const workTransitions: Record<WorkState, readonly WorkState[]> = {
  open: ['in_progress'],
  in_progress: ['resolved'],
  resolved: [],
};

export function assertCanBecome(to: WorkState, { state }: { state: WorkState }): void {
  if (workTransitions[state].includes(to)) return;
  throw conflict({
    en: `It is \`${state}\` and cannot become \`${to}\`. Read it again.`,
    fr: `L’état actuel est \`${state}\` et ne peut pas devenir \`${to}\`. Relisez la ressource.`,
  });
}
