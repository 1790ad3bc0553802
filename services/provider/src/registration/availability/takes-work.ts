import type { AvailabilityState } from '../../db/schema.ts';

/** So an enquiry is possible. Null: the provider stated no availability. */
export function takesWork(state: AvailabilityState | null): boolean {
  return state !== 'paused' && state !== 'unavailable';
}
