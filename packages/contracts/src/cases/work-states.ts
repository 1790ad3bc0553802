import type { z } from 'zod';
import type { CaseDuty, CaseState } from '../events/verification.ts';

type Duty = z.output<typeof CaseDuty>;
type State = z.output<typeof CaseState>;

const workStates: Record<Duty, readonly State[]> = {
  review: ['awaiting_evidence', 'in_review', 'awaiting_correction', 'recommended'],
  decide: ['recommended'],
  // The case is under appeal, or was opened for the new evidence of the appeal.
  appeal: ['under_appeal', 'awaiting_evidence', 'in_review', 'awaiting_correction'],
};

/** A decision ends no duty. Its holder opens documents and reads declared names in these states only (promise Z4). */
export function hasWork(duty: Duty, state: State): boolean {
  return workStates[duty].includes(state);
}
