import { enquiryState } from './enquiries.ts';
import { fieldWorkState } from './field-work.ts';
import { opinionKinds, opinionStates } from './opinions.ts';
import { waitingKinds, waitingStates, waitingSubjects } from './queue.ts';
import { caseState } from './verification.ts';
import type { Vocabulary } from './vocabulary.ts';

const triageKind: Vocabulary = {
  case_review: 'Review a case.',
  case_decision: 'Decide a recommended case.',
  case_appeal: 'Hear an appeal.',
  escalation: 'Answer an escalation.',
  incident: 'Handle an incident.',
  emergency_review: 'Review an emergency action.',
  field_work: 'Plan or review a field visit.',
};
const overrideAction: Vocabulary = {
  open: 'Open the publication gate.',
  close: 'Close the publication gate.',
  extend: 'Extend the deadline.',
  block: 'Block reassignments.',
  lift: 'Lift the suspension.',
};
const overrideKind: Vocabulary = {
  'publication-gate': 'Opens or closes publication for the whole platform.',
  'deadline-extension': 'Gives the correction of a case more days.',
  'case-reassignment-block': 'Keeps the assignees of a case for some days.',
  'claim-suspension-lift': 'Makes a suspended claim active again.',
};
const vote: Vocabulary = { approve: 'Approves the request.', reject: 'Rejects the request.' };

const workState: Vocabulary = {
  open: 'Waits for an operator.',
  in_progress: 'An operator works on it.',
  resolved: 'Resolved. Final.',
};
const emergencyState: Vocabulary = {
  active: 'In force.',
  awaiting_review: 'Ended, and waits for the review of another operator.',
  reviewed: 'Reviewed by another operator. Final.',
};
const emergencyKind: Vocabulary = {
  suspend_provider_listing: 'Hides a provider from search, its public page and its claim cards.',
  withhold_claim: 'Hides a claim. Its verification answers `suspended`.',
  freeze_case: 'Refuses every change of a case by providers and operators.',
  revoke_sessions: 'Ends all sessions of an account and refuses new ones.',
};
const severity: Vocabulary = {
  critical: 'Due within 1 hour.',
  high: 'Due within 4 hours.',
  medium: 'Due within 1 business day.',
  low: 'Due within 5 business days.',
};

export const slaStatus: Vocabulary = {
  breached: 'Past its deadline.',
  due_soon: 'Close to its deadline.',
  on_track: 'Within its service level.',
  paused: 'Paused while the case waits for the provider.',
};

const subjectType: Vocabulary = {
  verification_case: 'A verification case.',
  provider: 'A provider.',
  override: 'An override request.',
  incident: 'An incident.',
  emergency_action: 'An emergency action.',
  escalation: 'An escalation.',
  field_work_item: 'A field work item.',
  review: 'A review.',
  dispute: 'A dispute.',
  report: 'A report of a provider.',
  review_response: 'A response to a review.',
  public_media: 'An image for a public profile.',
  ...waitingSubjects,
};

export const operationsValues: Record<string, Vocabulary> = {
  'TriageItem.kind': { ...triageKind, ...opinionKinds, ...waitingKinds },
  'query.kind': { ...triageKind, ...opinionKinds, ...waitingKinds, ...emergencyKind },
  'subject.type': subjectType,
  subjectType,
  reasonCode: {
    suspected_fraud: 'A document or a person may not be genuine.',
    evidence_conflict: 'Pieces of evidence contradict each other.',
    conflict_of_interest: 'An operator is not independent of the provider.',
    policy_unclear: 'The policy does not say what to do.',
    second_opinion: 'Another reviewer is asked for an opinion.',
    safety_concern: 'Somebody may be in danger.',
    legal_or_regulator: 'A court, a regulator or a lawyer is involved.',
    sla_breach: 'The service level was breached.',
    technical: 'The platform does not work as it should.',
  },
  'Escalation.state': workState,
  'EmergencyAction.state': emergencyState,
  'EmergencyAction.kind': emergencyKind,
  'EmergencyTarget.kind': emergencyKind,
  'EmergencyActionCreate.kind': emergencyKind,
  'emergency-action.kind': emergencyKind,
  'review.outcome': { justified: 'It was justified.', not_justified: 'It was not justified.' },
  'EmergencyActionReview.outcome': { justified: 'It was justified.', not_justified: 'It was not justified.' },
  'Incident.openedBy': {
    operator: 'The operator `openerId`.',
    platform: 'The platform, which found a difference with the payment provider. `openerId` is all zeros.',
  },
  'Incident.state': workState,
  'TriageItem.state': { ...waitingStates, ...fieldWorkState, ...caseState, ...workState, ...emergencyState },
  'query.state': {
    ...waitingStates,
    ...opinionStates,
    ...enquiryState,
    ...fieldWorkState,
    ...caseState,
    ...workState,
    ...emergencyState,
  },
  severity,
  'publication-hold.state': {
    held: 'The provider cannot be published.',
    released: 'The provider can be published again.',
  },
  assignment: {
    unassigned: 'Not assigned.',
    mine: 'Assigned to you.',
    other: 'Assigned to another operator.',
  },
  slaStatus,
  'claim.holder': { mine: 'You hold it.', other: 'Another operator holds it.' },
  'query.snoozed': { hidden: 'Without snoozed items.', only: 'Only snoozed items.' },
  'filters.kind': { ...triageKind, ...opinionKinds, ...waitingKinds },
  'filters.state': { ...waitingStates, ...fieldWorkState, ...caseState, ...workState, ...emergencyState },
  'filters.assignment': {
    unassigned: 'Not assigned.',
    mine: 'Assigned to you.',
    other: 'Assigned to another operator.',
  },
  'filters.due': slaStatus,
  'filters.sort': { priority: 'Most urgent first.', due: 'The next due time first.' },
  'path.subjectType': subjectType,
  'components.name': {
    safety: 'From an open escalation because of safety.',
    sla: 'From the service level.',
    age: 'From the age of the item.',
    appeal: 'From an appeal.',
    expiring_claim: 'From a claim that ends within 30 days, on a renewal.',
    escalations: 'From open escalations that you can see.',
  },
  'Override.kind': overrideKind,
  'OverrideCreate.kind': overrideKind,
  action: overrideAction,
  'override.kind': overrideKind,
  'Override.state': {
    pending: 'Waiting for approvals.',
    approved: 'Approved by enough operators. Final.',
    rejected: 'Rejected by an operator. Final.',
    expired: 'Not approved within 72 hours. Final.',
    withdrawn: 'Withdrawn by its requester. Final.',
  },
  decision: vote,
  'publication-gate.state': {
    open: 'Providers can be published.',
    closed: 'No provider can be published.',
  },
  'queues.kind': { ...triageKind, ...opinionKinds, ...waitingKinds },
  'states.state': { ...waitingStates, ...fieldWorkState, ...caseState, ...workState, ...emergencyState },
  'load.role': {
    reviewer: 'May review cases.',
    decider: 'May decide cases.',
    'field-agent': 'May visit providers.',
  },
  'measures.name': {
    cases_opened: 'Cases that were opened.',
    decisions: 'Decisions that were recorded.',
    corrections_requested: 'Corrections that were requested.',
    appeals: 'Appeals that were submitted.',
    escalations_opened: 'Escalations that were opened.',
    incidents_opened: 'Incidents that were opened.',
    field_visits_accepted: 'Field visits whose results were accepted.',
    overrides_requested: 'Overrides that were requested.',
    emergency_actions: 'Emergency actions that were taken.',
    emergency_hours: 'Hours that emergency actions of the month lasted, together.',
    refused_requests: 'Entries of writes that authorization refused.',
  },
  report: {
    cases: 'Opened and decided cases by category.',
    service_levels: 'Work that ended, on time and late, by kind.',
    separation_of_duties: 'Rules of separate duties, derived again from the audit log.',
  },
  'query.report': {
    cases: 'Opened and decided cases by category.',
    service_levels: 'Work that ended, on time and late, by kind.',
    separation_of_duties: 'Rules of separate duties, derived again from the audit log.',
  },
  'AuditEntry.outcome': { done: 'The request was carried out.', refused: 'The request was refused.' },
  'query.outcome': { done: 'The request was carried out.', refused: 'The request was refused.' },
  'audit.outcome': { done: 'The request was carried out.', refused: 'The request was refused.' },
};
