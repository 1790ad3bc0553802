import type { Vocabulary } from './vocabulary.ts';

const triageKind: Vocabulary = {
  case_review: 'Review a case.',
  case_decision: 'Decide a recommended case.',
};
const gateAction: Vocabulary = { open: 'Open the publication gate.', close: 'Close the publication gate.' };
const overrideKind: Vocabulary = { 'publication-gate': 'Opens or closes publication for the whole platform.' };
const vote: Vocabulary = { approve: 'Approves the request.', reject: 'Rejects the request.' };

export const operationsValues: Record<string, Vocabulary> = {
  'TriageItem.kind': triageKind,
  'query.kind': triageKind,
  'subject.type': { verification_case: 'A verification case.' },
  assignment: {
    unassigned: 'Not assigned.',
    mine: 'Assigned to you.',
    other: 'Assigned to another operator.',
  },
  slaStatus: {
    breached: 'Past its deadline.',
    due_soon: 'Close to its deadline.',
    on_track: 'Within its service level.',
    paused: 'Paused while the case waits for the provider.',
  },
  'components.name': { sla: 'From the service level.', age: 'From the age of the item.' },
  'Override.kind': overrideKind,
  'OverrideCreate.kind': overrideKind,
  action: gateAction,
  'Override.state': {
    pending: 'Waiting for approvals.',
    approved: 'Approved by enough operators. Final.',
    rejected: 'Rejected by an operator. Final.',
    expired: 'Not approved within 72 hours. Final.',
    withdrawn: 'Withdrawn by its requester. Final.',
  },
  decision: vote,
  'operations.publication-gate.changed.v1.state': {
    open: 'Providers can be published.',
    closed: 'No provider can be published.',
  },
  'audit.outcome': { done: 'The request was carried out.', refused: 'The request was refused.' },
  template: {
    case_opened: 'A case was opened.',
    evidence_available: 'A document can be reviewed.',
    evidence_rejected: 'A document was rejected.',
    evidence_refused: 'A document arrived too late.',
    evidence_lost: 'A document was lost.',
    evidence_renewal_due: 'A document must be renewed.',
    case_decided: 'A case was decided.',
    new_sign_in: 'Sign-in on a new device.',
    contact_points_changed: 'A contact point was added or removed.',
  },
};
