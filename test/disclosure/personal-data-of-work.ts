import { writings as writingsOfOperations } from '../../services/operations/src/queue/personal-data/writings.ts';
import { writings as writingsOfVerification } from '../../services/verification/src/outcome/personal-data/writings.ts';
import {
  act,
  andWritings,
  duty,
  heldStepUp,
  idStays,
  ids,
  ofDocument,
  ofProvider,
  operatorRecord,
  representation,
  short,
  words,
  writing,
} from './ways-out.ts';

export const personalDataOfVerification = andWritings(
  {
    appeal: [
      ids('representative', 'submitted_by', { exported: 'as appeals', erased: idStays }),
      ids('operator', 'appealed_decider_id', act),
      words('representative', 'statement', 'submitted_by', writing('deleted')),
    ],
    appeal_decision: [ids('operator', 'appealed_decider_id decider_id', act)],
    appeal_recommendation: [ids('operator', 'recommender_id heard_by', act)],
    case_assignment: [ids('operator', 'assignee_id assigned_by', act)],
    case_check: [ids('operator', 'checked_by', act)],
    case_claim: [ids('operator', 'operator_id', short)],
    claim_subject: [
      ids('representative', 'person_id', { exported: 'by provider, as responsibleFor', erased: idStays }),
    ],
    correction_request: [ids('operator', 'requested_by', act)],
    decision: [ids('operator', 'recommender_id decider_id earlier_decider_id', act)],
    evidence_version: [ids('person', 'uploaded_by', ofDocument)],
    field_submission: [
      ids('operator', 'made_by accepted_by', act),
      words('operator', 'public_summary', null, {
        exported: 'by operations, which owns it',
        erased: 'stays: what a visit showed is evidence of the provider',
      }),
    ],
    field_visit: [ids('operator', 'requested_by', act)],
    free_sighting: [ids('operator', 'operator_id', short)],
    held_step_up: [ids('operator', 'person_id', heldStepUp)],
    operator: operatorRecord,
    operator_presence: [ids('operator', 'user_id', duty)],
    recommendation: [ids('operator', 'recommender_id', act)],
    representative: [ids('representative', 'user_id', representation)],
    verification_case: [ids('operator', 'recommender_id opened_by', act)],
  },
  writingsOfVerification,
);

const ownTool = writing('deleted');

export const personalDataOfOperations = andWritings(
  {
    audit_entry: [
      ids('person', 'actor_id', { ...act, exported: 'as actions' }),
      words('operator', 'entry', 'actor_id', {
        exported: 'in actions: what was done, and the reason',
        erased: 'stays: ids, flags and the reason of an act, in a chain that never changes (docs/domain/erasure.md 23)',
      }),
    ],
    case_claim: [ids('operator', 'operator_id', short)],
    duplicate_review: [ids('operator', 'reviewer_id', act)],
    emergency_action: [ids('operator', 'acted_by lifted_by', act)],
    emergency_review: [ids('operator', 'acted_by reviewer_id', act)],
    escalation: [ids('operator', 'opened_by started_by resolved_by', act)],
    field_photo: [ids('operator', 'agent_id', act)],
    field_submission: [ids('operator', 'agent_id', act)],
    field_submission_read: [ids('operator', 'reader_id', act)],
    field_submission_review: [ids('operator', 'agent_id reviewer_id', act)],
    field_work_instruction: [ids('operator', 'given_by', act)],
    field_work_item: [ids('operator', 'assignee_id opened_by', act)],
    free_sighting: [ids('operator', 'operator_id', short)],
    incident: [ids('operator', 'opened_by started_by resolved_by', act)],
    lost_duty: [ids('operator', 'operator_id', short)],
    moderation: [
      ids('operator', 'decided_by', act),
      ids('person', 'involved', { exported: 'by provider, with what they wrote', erased: idStays }),
    ],
    moderation_read: [ids('operator', 'reader_id', act)],
    operator: operatorRecord,
    operator_presence: [ids('operator', 'user_id', duty)],
    provider_measure: [ids('operator', 'taken_by', act)],
    override_approval: [ids('operator', 'requester_id approver_id', act)],
    override_request: [ids('operator', 'requester_id withdrawn_by', act)],
    provider_label: [ofProvider('display_name search_words', 'by provider, which owns it')],
    representative: [ids('representative', 'user_id', representation)],
    saved_view: [
      ids('operator', 'operator_id', ownTool),
      words('operator', 'key name filters', 'operator_id', ownTool),
    ],
    triage_case: [
      ids('operator', 'reviewer_id decider_id recommender_id appeal_reviewer_id holder_id excluded_ids', duty),
    ],
    triage_claim: [ids('operator', 'operator_id', duty)],
    triage_note: [ids('operator', 'author_id', act)],
    triage_snooze: [ids('operator', 'operator_id', ownTool), words('operator', 'reason', 'operator_id', ownTool)],
  },
  writingsOfOperations,
);
