import type { Vocabulary } from './vocabulary.ts';

export const fieldWorkState: Vocabulary = {
  created: 'Waits for an agent and a time.',
  scheduled: 'An agent visits at a known time.',
  in_progress: 'In progress.',
  on_hold: 'Paused; the service level does not run.',
  submitted: 'Results wait for review.',
  returned: 'The results were returned to the agent.',
  accepted: 'The results were accepted. Final.',
  cancelled: 'Cancelled. Final.',
  cannot_complete: 'The visit was impossible. Final.',
};
const cancelReason: Vocabulary = {
  duplicate: 'Another visit covers it.',
  no_agent_available: 'No field agent is available.',
  not_needed: 'The visit is no longer needed.',
};
const obstacle: Vocabulary = {
  access_refused: 'The agent was not let in.',
  nobody_present: 'Nobody was present.',
  place_not_found: 'The place was not found.',
  unsafe: 'The place was not safe.',
};
const endReason: Vocabulary = {
  ...cancelReason,
  ...obstacle,
  visit_cancelled: 'The reviewer cancelled the visit, or the case ended.',
};

const photoState: Vocabulary = {
  pending_scan: 'Waiting for its malware scan.',
  available: 'Scanned; the assignees of the case can see it.',
  rejected: 'It cannot be shown: malware, or a damaged file. Final.',
  lost: 'Lost from storage. Final.',
};

export const fieldWorkValues: Record<string, Vocabulary> = {
  'field-photo.state': photoState,
  'photos.state': { awaited: 'The submission names it, and it has not been confirmed.', ...photoState },
  'FieldWorkItem.state': fieldWorkState,
  'FieldWorkSummary.state': fieldWorkState,
  'FieldWorkItem.endReason': endReason,
  'FieldWorkSummary.endReason': endReason,
  'FieldWorkTransition.obstacle': obstacle,
  'FieldWorkTransition.transition': {
    schedule: 'Sets or changes the time, and the agent if given. For managers.',
    start: 'Starts the visit. For the agent.',
    hold: 'Pauses the item.',
    resume: 'Continues an item that is on hold or was returned.',
    cannot_complete: 'Reports that the visit is impossible. Final.',
    accept: 'Accepts the last final submission. For managers other than its agent. Final.',
    return: 'Returns it to the agent. For managers other than its agent.',
  },
  'FieldWorkCancel.reasonCode': cancelReason,
  'FieldWorkSubmissionCreate.kind': { draft: 'Kept, and not reviewed.', final: 'Goes to review.' },
  'FieldWorkSubmission.state': {
    draft: 'A draft.',
    submitted: 'Waits for review.',
    accepted: 'Accepted. Final.',
    returned: 'Returned to the agent. Final.',
  },
};
