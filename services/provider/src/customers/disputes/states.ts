import type { DisputeState } from '@trust/contracts/events/customers';

/** docs/domain/reviews-and-disputes.md 31; `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<DisputeState, readonly DisputeState[]>> = {
  open: ['awaiting_response', 'withdrawn'],
  awaiting_response: ['under_review', 'withdrawn'],
  under_review: ['resolved', 'withdrawn'],
  resolved: [],
  withdrawn: [],
};

/** Without a response it is under review once that was due (promise M4). */
export function stateAt({ state, response_due_at }: { state: DisputeState; response_due_at: Date }, at: Date) {
  return state === 'awaiting_response' && response_due_at <= at ? 'under_review' : state;
}
