import type { Tables } from './tables.ts';

const catalog = 'the catalogue: what a category asks for is the same for everybody';
const card = 'part of the public claim card (contract §5)';
const codes = 'a word of a closed list';
const times = 'when something happened or ends; says nothing of whom';
const counts = 'an order or a count';
const requirement = 'requirement_version_id requirement_key';

export const columnsOfVerification: Tables = {
  appeal: {
    private: {
      'appeal id': 'id',
      'case id': 'case_id evidence_case_id',
      'decision id': 'decision_id',
      'person id': 'appealed_decider_id submitted_by',
      statement: 'statement',
    },
    derived: { 'state grounds': codes, 'submitted_at evidence_due_at': times },
  },
  appeal_decision: {
    private: {
      'appeal id': 'appeal_id',
      'decision id': 'decision_id',
      'person id': 'appealed_decider_id decider_id',
      'audit id': 'audit_entry_id',
      reason: 'reason',
    },
    public: { policy_version: card },
    derived: { 'outcome reason_codes': codes, decided_at: times },
  },
  case_assignment: {
    private: {
      'duty id': 'id',
      'case id': 'case_id',
      'person id': 'assignee_id assigned_by',
      reason: 'reason',
    },
    derived: { duty: codes, 'assigned_at ended_at': times },
  },
  case_check: {
    private: {
      'check id': 'id',
      'case id': 'case_id',
      'version id': 'evidence_version_id',
      'submission id': 'field_submission_id',
      'person id': 'checked_by',
      observation: 'observations',
      reason: 'reason',
    },
    public: { [requirement]: catalog, limitations: card },
    derived: { position: counts, 'method result': codes, checked_at: times },
  },
  case_evidence: {
    private: { 'case id': 'case_id', 'version id': 'evidence_version_id' },
    public: { requirement_key: catalog, claim_id: card },
  },
  case_requirement: {
    private: { 'case id': 'case_id', 'version id': 'evidence_version_id' },
    public: { [requirement]: catalog },
  },
  claim: {
    private: { 'decision id': 'decision_id', 'provider id': 'provider_id' },
    public: {
      'id category_key requirement_key claim_type statement method source_kind state limitations policy_version checked_on valid_from valid_until superseded_by':
        card,
    },
    derived: { result: codes },
  },
  claim_change: {
    private: { 'decision id': 'decision_id', 'appeal id': 'appeal_id' },
    public: { 'claim_id from_state to_state': card },
    derived: {
      'id position': counts,
      'emergency_action_id override_id': 'ids of acts of operations, which no answer of verification has',
      reason: codes,
      recorded_in: counts,
      changed_at: times,
    },
  },
  operator_presence: { private: { 'person id': 'user_id' }, derived: { 'present_until announced_at': times } },
  applied_override: {
    private: { 'case id': 'target_id' },
    derived: { 'override_id recorded_in': counts, kind: codes, 'ends_at approved_at': times },
  },
  claim_change_reason: { public: { 'to_state reason': 'the closed list of reasons; no row is about anybody' } },
  claim_revocation: { private: { 'decision id': 'decision_id' }, public: { claim_id: card } },
  correction_item: {
    private: {
      'correction id': 'correction_request_id',
      'case id': 'case_id',
      'version id': 'evidence_version_id',
      correction: 'text',
    },
    public: { requirement_key: catalog },
    derived: { 'reason_codes is_final': codes },
  },
  correction_reminder: { private: { 'case id': 'case_id' }, derived: { 'due_at sent_at': times, days_before: counts } },
  correction_request: {
    private: { 'correction id': 'id', 'case id': 'case_id', 'person id': 'requested_by', reason: 'reason' },
    derived: { 'duty state': codes, 'requested_at due_at ended_at': times },
  },
  decision: {
    private: {
      'decision id': 'id earlier_id',
      'case id': 'case_id',
      'recommendation id': 'recommendation_id',
      'person id': 'recommender_id decider_id earlier_decider_id',
      'audit id': 'audit_entry_id',
      reason: 'reason',
    },
    public: { requirement_version_id: catalog, policy_version: card },
    derived: {
      'outcome reason_codes relation claim_end_reason': codes,
      'decided_at appeal_ends_at': times,
      recorded_in: counts,
    },
  },
  decision_claim: {
    private: {
      'decision id': 'decision_id',
      'case id': 'case_id evidence_case_id checked_case_id',
      'check id': 'check_id',
      'version id': 'evidence_version_id',
    },
    public: { [requirement]: catalog, 'claim_type limitations valid_until': card },
    derived: { 'check_result result': codes },
  },
  emergency_action: {
    private: { 'case id': 'target_id' },
    derived: { action_id: counts, kind: codes, 'started_at ends_at': times },
  },
  evidence_version: {
    private: { 'version id': 'id', 'evidence id': 'evidence_id', 'case id': 'case_id', 'person id': 'uploaded_by' },
    public: { 'requirement_key document_kind': catalog },
    derived: { state: codes, confirmed_at: times },
  },
  field_submission: {
    private: {
      'submission id': 'id',
      'visit id': 'field_visit_id',
      'case id': 'case_id',
      'visit summary': 'public_summary',
    },
    public: { requirement_key: catalog },
    derived: { observations: 'keys and results of closed lists', 'accepted_at visited_on': times },
  },
  field_visit: {
    private: {
      'visit id': 'id',
      'case id': 'case_id',
      'work item id': 'work_item_id',
      'person id': 'requested_by',
      reason: 'reason',
    },
    public: { [requirement]: catalog },
    derived: { 'state method end_reason': codes, 'requested_at starts_at ends_at ended_at': times },
  },
  limitation_text: { public: { 'en fr': catalog } },
  operator: { private: { 'person id': 'user_id' }, derived: { permissions: codes, changed_at: times } },
  provider: { private: { 'provider id': 'id' }, derived: { 'state has_profile has_location': codes } },
  recommendation: {
    private: { 'recommendation id': 'id', 'case id': 'case_id', 'person id': 'recommender_id', reason: 'reason' },
    public: { limitations: card },
    derived: { 'outcome reason_codes': codes, recommended_at: times },
  },
  representative: {
    private: { 'representation id': 'assignment_id', 'provider id': 'provider_id', 'person id': 'user_id' },
    derived: { ended_at: times },
  },
  requirement: {
    public: {
      'requirement_version_id key label document_kinds media_types max_size_bytes claim_type claim_statement claim_source_kind claim_limitations claim_validity_days field_visit position':
        catalog,
    },
  },
  requirement_method: { public: { 'requirement_version_id requirement_key method': catalog } },
  requirement_version: { public: { 'id category_key number policy_version activated_at': catalog } },
  service_selection: {
    private: { 'selection id': 'id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id': catalog },
    derived: { state: codes },
  },
  timeline_entry: {
    private: { 'case id': 'case_id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_key claim_type': catalog, claim_id: card },
    derived: { 'id position': counts, 'type status reason': codes, at: times },
  },
  verification_case: {
    private: {
      'case id': 'id reviewed_case_id',
      'provider id': 'provider_id',
      'selection id': 'selection_id',
      'recommendation id': 'recommendation_id',
      'person id': 'recommender_id',
    },
    public: { 'category_key requirement_version_id': catalog },
    derived: { 'kind state outcome': codes, 'opened_at correction_due_at': times },
  },
};
