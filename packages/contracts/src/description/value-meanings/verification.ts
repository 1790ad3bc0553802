import { correctionReasons } from '../../reasons/correction-reasons.ts';
import { claimState } from './claims.ts';
import type { Vocabulary } from './vocabulary.ts';

export const caseState: Vocabulary = {
  awaiting_evidence: 'Waiting for evidence from the provider.',
  in_review: 'In review.',
  recommended: 'An outcome is recommended; the decision is pending.',
  awaiting_correction: 'Waiting for a correction by the provider.',
  decided: 'Decided. Only an appeal can change the outcome.',
  under_appeal: 'An appeal is being reviewed.',
  closed: 'Closed after an appeal. Final.',
  withdrawn: 'Withdrawn by the provider or an operator. Final.',
  expired: 'The correction period has ended. Final.',
};
export const caseKind: Vocabulary = {
  initial: 'First verification of a service, or a new attempt.',
  renewal: 'Renews claims that expire soon, have expired or follow an older requirement version.',
  review: 'Reviews an earlier decision. Opened by operators only.',
};
const outcome: Vocabulary = {
  verified: 'The case was verified.',
  verified_with_limitations: 'Verified, with the limitations in the claims.',
  not_verified: 'Not verified.',
  inconclusive: 'The evidence allows no conclusion.',
};
const method: Vocabulary = {
  document_review: 'A document was reviewed.',
  register_check: 'A public register was consulted.',
  field_visit: 'The provider was visited.',
};
const checkResult: Vocabulary = {
  clear: 'No concerns.',
  consider: 'Has points to consider.',
  failed: 'The requirement is not met.',
};
const requirementState: Vocabulary = {
  missing: 'No document yet.',
  submitted: 'A document was confirmed and is being scanned.',
  available: 'A document can be reviewed.',
};
const correctionReason: Vocabulary = Object.fromEntries(
  Object.entries(correctionReasons).map(([code, { text }]) => [code, text.en]),
);
const visitState: Vocabulary = {
  requested: 'Requested; operations has not planned it yet.',
  created: 'Operations plans it.',
  scheduled: 'Has a date.',
  accepted: 'Has an accepted submission. Final.',
  cannot_complete: 'Could not be completed. Final.',
  cancelled: 'Cancelled. Final.',
};
const visitEnd: Vocabulary = {
  cancelled_by_reviewer: 'The reviewer cancelled it.',
  case_withdrawn: 'The case was withdrawn.',
  case_expired: 'The case expired.',
  case_decided: 'The case was decided.',
  duplicate: 'Another work item covers it.',
  no_agent_available: 'No field agent is available.',
  not_needed: 'It is not needed.',
  access_refused: 'Access was refused.',
  nobody_present: 'Nobody was present.',
  place_not_found: 'The place was not found.',
  unsafe: 'The visit was not safe.',
};

const decisionState: Vocabulary = {
  in_force: 'The decision is in force.',
  under_appeal: 'An appeal against the decision is pending.',
  set_aside: 'A decision on an appeal replaced it.',
  superseded: 'The decision of a later case replaced it.',
};
const relation: Vocabulary = {
  sets_aside: 'It is the result of an appeal against the earlier decision.',
  supersedes: 'It decides a later case of the same provider and category.',
};

export const verificationValues: Record<string, Vocabulary> = {
  'VerificationDecision.status': decisionState,
  'DecisionReceipt.status': decisionState,
  'decision.status': decisionState,
  relation,
  caseOutcome: outcome,
  method,
  methods: method,
  outcome,
  'VerificationCase.view': { provider: 'For representatives of the provider.' },
  'OperatorCase.view': { operator: 'For operators.' },
  'VerificationCaseCreate.kind': caseKind,
  'VerificationCase.kind': caseKind,
  'OperatorCase.kind': caseKind,
  'case.kind': caseKind,
  'VerificationCase.state': caseState,
  'OperatorCase.state': caseState,
  'case.state': caseState,
  'history.state': { ...caseState, ...claimState },
  'requirements.state': requirementState,
  'CaseCheck.result': checkResult,
  'CheckCreate.result': checkResult,
  'ListedCheck.result': checkResult,
  'requirements.reasonCodes': correctionReason,
  'reasons.code': correctionReason,
  'CorrectionRequest.duty': {
    review: 'A reviewer requested it.',
    decide: 'A decider requested it and sent the case back.',
  },
  'CorrectionRequest.state': {
    open: 'Waits for the provider.',
    fulfilled: 'Every marked requirement has new evidence. Final.',
    withdrawn: 'Withdrawn by its duty. Final.',
    expired: 'The deadline has passed. Final.',
    cancelled: 'The case ended otherwise, or its review went on without the correction. Final.',
  },
  'FieldVisit.state': visitState,
  'PlannedVisit.state': visitState,
  'verification.field-visit.snapshot.v1.state': visitState,
  endReason: visitEnd,
  'verification.field-visit.cancelled.v1.reason': visitEnd,
  'operations.field-work.cancelled.v1.reason': visitEnd,
  'operations.field-work.not-completed.v1.reason': visitEnd,
  'observations.result': {
    confirmed: 'Seen and as expected.',
    not_confirmed: 'Seen and not as expected.',
    not_observed: 'Could not be seen.',
  },
  group: {
    case: 'The case was opened or changed.',
    evidence: 'Evidence was submitted or changed.',
    decision: 'A decision was recorded.',
    claim: 'A claim was granted or changed.',
  },
  'VerificationTimelineEntry.type': {
    case_opened: 'A case was opened.',
    case_in_review: 'The case went into review.',
    case_recommended: 'The reviewer recommended an outcome.',
    case_awaiting_correction: 'A correction was requested.',
    case_withdrawn: 'The case was withdrawn.',
    case_expired: 'The correction period has ended.',
    case_correction_requested: 'A requirement was marked to correct.',
    case_correction_withdrawn: 'A correction request was withdrawn.',
    case_deadline_extended: 'The deadline of a correction moved to a later time.',
    case_visit_requested: 'A visit on site was requested.',
    case_visit_scheduled: 'A visit on site has a date, or a new one.',
    case_visit_accepted: 'A visit on site is complete.',
    case_visit_ended: 'A visit on site was cancelled or could not be completed.',
    evidence_submitted: 'A document was confirmed.',
    evidence_available: 'A document can be reviewed.',
    evidence_rejected: 'A document was rejected by its scan.',
    evidence_withdrawn: 'A document was withdrawn.',
    evidence_lost: 'A document was lost in storage.',
    evidence_refused: 'The case refused a document.',
    decision_recorded: 'The case was decided.',
    case_closed: 'The case was closed after an appeal.',
    appeal_submitted: 'A representative appealed the decision.',
    appeal_in_review: 'Somebody examines the appeal.',
    appeal_upheld: 'The decision was confirmed.',
    appeal_overturned: 'A new decision replaces the appealed one.',
    appeal_partly_overturned: 'A new decision partly replaces the appealed one.',
    appeal_inadmissible: 'The appeal could not be examined.',
    appeal_withdrawn: 'The representative withdrew the appeal.',
    claim_granted: 'A claim was granted.',
    claim_refused: 'A claim was not granted.',
    claim_suspended: 'A claim was suspended.',
    claim_restored: 'A suspended claim was restored.',
    claim_revoked: 'A claim was revoked.',
    claim_superseded: 'A claim was replaced by a later one.',
    claim_expired: 'A claim is past its validity.',
    claim_withheld: 'An emergency action withholds a claim from the public.',
    claim_released: 'An emergency action on a claim ended.',
  },
};
