import { stepUpHeld } from '@trust/contracts/events/evidence';
import { projection } from '../app.ts';

/** Not in order: the hold that ends last counts. */
export const onStepUpHeld = projection({
  of: [stepUpHeld],
  table: 'held_step_up',
  key: ['session_id', 'case_id'],
  changes: ['ends_at'],
  newest: 'ends_at',
  row: ({ sessionId, caseId, reviewerId, endsAt }) => ({
    session_id: sessionId,
    case_id: caseId,
    person_id: reviewerId,
    ends_at: endsAt,
  }),
});
