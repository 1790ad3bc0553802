import type { FieldVisitState } from '../../db/schema.ts';

/**
 * Transitions of a field visit; `allowed_transition` in the database has the same. Operations announces
 * the states after `requested`. A snapshot of its work items may skip some of them.
 */
export const visitTransitions: Record<FieldVisitState, readonly FieldVisitState[]> = {
  requested: ['created', 'scheduled', 'accepted', 'cannot_complete', 'cancelled'],
  created: ['scheduled', 'accepted', 'cannot_complete', 'cancelled'],
  scheduled: ['accepted', 'cannot_complete', 'cancelled'],
  accepted: [],
  cannot_complete: [],
  cancelled: [],
};

export function isEnded(state: FieldVisitState): boolean {
  return visitTransitions[state].length === 0;
}
