import type { Vocabulary } from './vocabulary.ts';

const triageKind: Vocabulary = {
  case_review: 'A case has to be reviewed.',
  case_decision: 'A recommended case has to be decided.',
};
const gateAction: Vocabulary = { open: 'Open the publication gate.', close: 'Close the publication gate.' };
const overrideKind: Vocabulary = { 'publication-gate': 'Opens or closes publication for the whole platform.' };
const vote: Vocabulary = { approve: 'Approves the request.', reject: 'Rejects the request.' };

/** Triage, overrides, audit entries and notifications. */
export const operationsValues: Record<string, Vocabulary> = {
  'TriageItem.kind': triageKind,
  'query.kind': triageKind,
  'subject.type': { verification_case: 'A verification case.' },
  assignment: {
    unassigned: 'Nobody has it.',
    mine: 'The caller has it.',
    other: 'Another operator has it.',
  },
  slaStatus: {
    breached: 'The time has passed.',
    due_soon: 'The time passes soon.',
    on_track: 'There is time.',
    paused: 'The clock is stopped while the case waits for the provider.',
  },
  'components.name': { sla: 'From the service level.', age: 'From the age of the item.' },
  'Override.kind': overrideKind,
  'OverrideCreate.kind': overrideKind,
  action: gateAction,
  'Override.state': {
    pending: 'Awaits approvals.',
    approved: 'Approved by enough operators. Final.',
    rejected: 'Rejected by an operator. Final.',
    expired: 'Not approved within 72 hours. Final.',
    withdrawn: 'Withdrawn by its requester. Final.',
  },
  decision: vote,
  'operations.publication-gate.changed.v1.state': {
    open: 'Providers can be published.',
    closed: 'Nobody can be published.',
  },
  'audit.outcome': { done: 'The request was carried out.', refused: 'The request was refused.' },
  template: {
    case_opened: 'A case was opened.',
    evidence_available: 'A document can be reviewed.',
    evidence_rejected: 'A document was rejected.',
    evidence_refused: 'A document came too late.',
    evidence_lost: 'A document was lost.',
    evidence_renewal_due: 'A document has to be renewed.',
    case_decided: 'A case was decided.',
    new_sign_in: 'Somebody signed in on a new device.',
    contact_points_changed: 'A number or address was added or removed.',
  },
};
