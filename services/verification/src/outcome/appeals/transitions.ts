import type { AppealState } from '../../db/schema.ts';

/** Transitions of an appeal (promise M1); `allowed_transition` in the database has the same. */
export const appealTransitions: Record<AppealState, readonly AppealState[]> = {
  submitted: ['in_review', 'withdrawn'],
  in_review: ['upheld', 'overturned', 'partly_overturned', 'inadmissible', 'withdrawn'],
  upheld: [],
  overturned: [],
  partly_overturned: [],
  inadmissible: [],
  withdrawn: [],
};

const evidenceDays = 14;

/** As long as a correction (docs/domain/appeal.md 6). */
export function evidenceDueAt(now: Date): Date {
  return new Date(now.getTime() + evidenceDays * 24 * 3_600_000);
}
