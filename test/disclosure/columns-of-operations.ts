import type { Tables } from './tables.ts';

const catalog = 'the catalogue: what a category asks for is the same for everybody';
const card = 'part of the public claim card (contract §5)';
const listing = 'shown to customers once the provider is published';
const codes = 'a word of a closed list';
const flags = 'a flag or a count, without a place or a document';
const times = 'when something happened or ends; says nothing of whom';

const requirement = 'category_key requirement_version_id requirement_key';
const opened = 'opened_by started_by resolved_by';

export const columnsOfOperations: Tables = {
  audit_checkpoint: {
    derived: { 'id size made_at has_tree': times, jws: 'signs the length and the last hash of the chain' },
  },
  audit_entry: {
    private: {
      'audit id': 'event_id object_id',
      'person id': 'actor_id',
      'provider id': 'provider_id',
      reason: 'entry',
      hash: 'previous_hash entry_hash',
    },
    derived: {
      seq: 'the order of entries',
      'action object_type outcome service': codes,
      occurred_at: times,
      request_id: 'a random id of a request',
    },
  },
  audit_tree_node: { private: { hash: 'hash' }, derived: { 'level position': 'a place in the tree of hashes' } },
  claim: {
    private: { 'case id': 'case_id', 'provider id': 'provider_id' },
    public: { 'claim_id category_key requirement_key type state valid_until': card },
  },
  emergency_action: {
    private: {
      'action id': 'id',
      'provider id': 'provider_id',
      'case id': 'target_id',
      'person id': 'acted_by lifted_by',
      reason: 'reason lift_reason',
    },
    derived: { kind: codes, 'started_at expires_at lifted_at review_due_at': times },
  },
  duplicate_review: {
    private: { 'duplicate id': 'duplicate_id', 'person id': 'reviewer_id', reason: 'reason' },
    derived: { outcome: codes, reviewed_at: times },
  },
  emergency_review: {
    private: { 'action id': 'action_id', 'person id': 'acted_by reviewer_id', reason: 'reason' },
    derived: { outcome: codes, reviewed_at: times },
  },
  escalation: {
    private: {
      'escalation id': 'id',
      'case id': 'case_id subject_id',
      'provider id': 'provider_id',
      'person id': opened,
      reason: 'reason resolution',
    },
    derived: { 'state subject_type reason_code': codes, 'opened_at started_at resolved_at due_at': times },
  },
  event_flow: {
    derived: {
      service: codes,
      reported_at: times,
      'unsent_events oldest_unsent_seconds consumer_lag dead_letters': 'numbers of events',
    },
  },
  evidence_version: {
    private: { 'version id': 'evidence_version_id', 'case id': 'case_id', 'provider id': 'provider_id' },
    public: { requirement_key: catalog },
    derived: { state: codes, 'changed_at due_at': times },
  },
  field_photo: {
    private: { 'photo id': 'photo_id', 'work item id': 'work_item_id', 'person id': 'agent_id' },
    derived: { state: codes },
  },
  field_submission: {
    private: {
      'photo id': 'photo_ids',
      'submission id': 'id',
      'work item id': 'work_item_id',
      'person id': 'agent_id',
      'visit summary': 'summary',
      observation: 'observations',
      reason: 'reason',
    },
    derived: {
      'is_final exposes_exact_location exposes_personal_data exposes_document_content exposes_other_persons': flags,
      'visited_on received_at': times,
      position: 'the order of arrival',
    },
  },
  field_submission_review: {
    private: {
      'submission id': 'submission_id',
      'work item id': 'work_item_id',
      'person id': 'agent_id reviewer_id',
      reason: 'reason',
    },
    derived: { outcome: codes, reviewed_at: times },
  },
  field_work_instruction: {
    private: { 'work item id': 'work_item_id', 'person id': 'given_by', instructions: 'text' },
    derived: { given_at: times, position: 'the order of instructions' },
  },
  field_work_item: {
    private: {
      'work item id': 'id',
      'visit id': 'field_visit_id',
      'case id': 'case_id',
      'provider id': 'provider_id',
      'person id': 'assignee_id opened_by',
    },
    public: { [requirement]: catalog },
    derived: {
      'state end_reason': codes,
      'starts_at ends_at due_at remaining_ms opened_at ended_at': times,
    },
  },
  incident: {
    private: {
      'incident id': 'id',
      'provider id': 'provider_id',
      'person id': opened,
      reason: 'title reason resolution',
    },
    derived: { 'severity state': codes, holds_publication: flags, 'opened_at started_at resolved_at due_at': times },
  },
  moderation: {
    private: { 'provider id': 'provider_id', 'person id': 'decided_by', reason: 'reason' },
    public: { category_key: catalog },
    derived: {
      id: 'of the request; shown to operators who decide',
      subject_id: 'the id of a review, dispute, report or image, whose canary is in provider or evidence',
      involved: 'ids of persons, whose canaries are in provider',
      'kind reason_code state outcome decision_reason': codes,
      'round is_appeal': flags,
      'requested_at ready_at due_at decided_at': times,
    },
  },
  operator: { private: { 'person id': 'user_id' }, derived: { permissions: codes, changed_at: times } },
  operator_presence: { private: { 'person id': 'user_id' }, derived: { 'present_until announced_at': times } },
  override_approval: {
    private: {
      'override id': 'id override_id',
      'person id': 'requester_id approver_id',
      reason: 'reason',
    },
    derived: { decision: codes, decided_at: times },
  },
  override_request: {
    private: {
      'override id': 'id',
      'person id': 'requester_id withdrawn_by',
      'provider id': 'provider_id',
      'case id': 'target_id',
      reason: 'reason',
    },
    derived: { 'kind action state': codes, 'approvals_needed days': flags, 'requested_at expires_at ended_at': times },
  },
  parked_event: {
    derived: { 'service type': codes, 'parked_at due_at': times, event_id: 'an id of the event bus' },
  },
  possible_duplicate: {
    private: { 'provider id': 'provider_id other_provider_id', 'duplicate id': 'id' },
    derived: { 'found_at due_at': times },
  },
  provider_label: {
    private: { 'provider id': 'provider_id' },
    public: { 'display_name search_words public_provider_id': listing },
    derived: {
      'state publication': codes,
      'is_closed is_complete has_profile private_base_configured public_premises_configured service_area_configured active_services':
        flags,
    },
  },
  provider_service: {
    private: { 'selection id': 'selection_id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id': catalog },
    derived: { is_active: flags },
  },
  publication_gate: {
    private: { 'override id': 'override_id' },
    derived: { 'position changed_at': times, state: codes },
  },
  representative: {
    private: { 'representation id': 'assignment_id', 'provider id': 'provider_id', 'person id': 'user_id' },
    derived: { ended_at: times },
  },
  requirement_version: { public: { 'id category_key category_label requirement_labels': catalog } },
  saved_view: {
    private: { 'person id': 'operator_id', reason: 'name' },
    derived: { 'key position filters': 'a filter of the queue, shown to its operator', saved_at: times },
  },
  triage_case: {
    private: {
      'case id': 'case_id',
      'provider id': 'provider_id',
      'person id': 'reviewer_id decider_id recommender_id appeal_reviewer_id holder_id excluded_ids',
    },
    public: { 'category_key requirement_version_id requirement_keys awaited_keys': catalog },
    derived: {
      'kind state outcome sla_stage': codes,
      'opened_at due_at remaining_ms correction_due_at': times,
    },
  },
  triage_claim: {
    private: { 'escalation id': 'subject_id', 'person id': 'operator_id' },
    derived: { subject_type: codes, 'claimed_at expires_at': times },
  },
  triage_note: {
    private: { 'escalation id': 'subject_id', 'person id': 'author_id', reason: 'text' },
    derived: { id: 'a random id of a note, shown with it', subject_type: codes, written_at: times },
  },
  triage_snooze: {
    private: { 'escalation id': 'subject_id', 'person id': 'operator_id', reason: 'reason' },
    derived: { subject_type: codes, 'snoozed_at snoozed_until': times },
  },
  upload_intent: {
    private: { 'intent id': 'intent_id', 'case id': 'case_id', 'provider id': 'provider_id' },
    derived: { state: codes },
  },
};
