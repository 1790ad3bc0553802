import { impersonal, type Tables } from './tables.ts';

const catalog = impersonal('the catalogue: what a category asks for is the same for everybody');
const card = impersonal('part of the public claim card (docs/domain/claim-card.md 1)');
const codes = impersonal('a word of a closed list');
const times = impersonal('when something happened or ends; says nothing of whom');
const counts = impersonal('an order or a count');
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
    derived: { grounds: codes },
  },
  appeal_decision: {
    private: {
      'appeal id': 'appeal_id',
      'decision id': 'decision_id',
      'person id': 'appealed_decider_id decider_id',
      'audit id': 'audit_entry_id',
      reason: 'reason not_read_reason',
    },
    public: { policy_version: card },
    derived: { reason_codes: codes },
  },
  appeal_recommendation: {
    private: {
      'appeal id': 'appeal_id',
      'person id': 'recommender_id heard_by',
      'audit id': 'audit_entry_id',
      reason: 'reason',
    },
    public: { claims: card },
    derived: { reason_codes: codes },
  },
  case_assignment: {
    private: { 'duty id': 'id', 'case id': 'case_id', 'person id': 'assignee_id assigned_by', reason: 'reason' },
  },
  case_claim: {
    private: { 'case id': 'case_id', 'person id': 'operator_id' },
    derived: { claim_id: impersonal('a random id of a claim') },
  },
  case_check: {
    private: {
      'check id': 'id',
      'case id': 'case_id',
      'version id': 'evidence_version_id',
      'submission id': 'field_submission_id',
      'subject id': 'subject_id',
      'person id': 'checked_by',
      observation: 'observations',
      reason: 'reason earlier_document_reason earlier_subject_reason shared_content_reason',
    },
    public: { [requirement]: catalog, limitations: card },
  },
  case_evidence: {
    private: { 'case id': 'case_id', 'version id': 'evidence_version_id' },
    public: { requirement_key: catalog, claim_id: card },
  },
  case_requirement: {
    private: { 'case id': 'case_id', 'version id': 'evidence_version_id' },
    public: { [requirement]: catalog },
  },
  case_revision: { private: { 'case id': 'case_id' } },
  claim: {
    private: { 'decision id': 'decision_id', 'provider id': 'provider_id', 'subject id': 'subject_id' },
    public: {
      'id category_key requirement_key claim_type statement source_kind limitations policy_version checked_on superseded_by':
        card,
    },
  },
  claim_change: {
    private: { 'decision id': 'decision_id', 'appeal id': 'appeal_id' },
    public: { claim_id: card },
    derived: {
      id: counts,
      subject_id: impersonal('the id of a subject, whose canary is there'),
      'emergency_action_id override_id': impersonal('ids of acts of operations, which no answer of verification has'),
      reason: codes,
    },
  },
  operator_presence: { private: { 'person id': 'user_id' } },
  applied_override: { private: { 'case id': 'target_id' }, derived: { override_id: counts } },
  claim_change_reason: { public: { reason: impersonal('the closed list of reasons; no row is about anybody') } },
  claim_revocation: { private: { 'decision id': 'decision_id' }, public: { claim_id: card } },
  correction_item: {
    private: {
      'correction id': 'correction_request_id',
      'case id': 'case_id',
      'version id': 'evidence_version_id',
      correction: 'text',
    },
    public: { requirement_key: catalog },
  },
  correction_reminder: { private: { 'case id': 'case_id' } },
  correction_request: {
    private: { 'correction id': 'id', 'case id': 'case_id', 'person id': 'requested_by', reason: 'reason' },
  },
  decision: {
    private: {
      'decision id': 'id earlier_id',
      'case id': 'case_id',
      'recommendation id': 'recommendation_id',
      'person id': 'recommender_id decider_id earlier_decider_id',
      'audit id': 'audit_entry_id',
      reason: 'reason not_read_reason',
    },
    public: { requirement_version_id: catalog, policy_version: card },
    derived: { reason_codes: codes },
  },
  announced_refusals: {
    derived: { 'provider_id refusals waits': impersonal('a provider, types of claims and times, for events only') },
  },
  ended_with_doubt: { derived: { case_id: impersonal('a case that the next hourly job reads') } },
  claim_subject: {
    private: { 'subject id': 'id same_name_subject_id', 'provider id': 'provider_id', 'person id': 'person_id' },
  },
  decision_claim: {
    private: {
      'decision id': 'decision_id',
      'case id': 'case_id evidence_case_id checked_case_id',
      'check id': 'check_id',
      'version id': 'evidence_version_id',
    },
    public: { [requirement]: catalog, 'claim_type limitations': card },
    derived: { reason_codes: codes },
  },
  held_step_up: {
    private: { 'case id': 'case_id', 'person id': 'person_id' },
    derived: { session_id: impersonal('an identifier of a session, which opens nothing') },
  },
  document_reading: { private: { 'duty id': 'assignment_id', 'version id': 'evidence_version_id' } },
  emergency_action: { private: { 'case id': 'target_id' }, derived: { action_id: counts } },
  evidence_version: {
    private: { 'version id': 'id', 'evidence id': 'evidence_id', 'case id': 'case_id', 'person id': 'uploaded_by' },
    public: { 'requirement_key document_kind': catalog },
  },
  field_submission: {
    private: {
      'submission id': 'id',
      'visit id': 'field_visit_id',
      'case id': 'case_id',
      'person id': 'made_by accepted_by',
      'visit summary': 'public_summary',
    },
    public: { requirement_key: catalog },
    derived: { observations: impersonal('keys and results of closed lists'), visited_on: times },
  },
  field_visit: {
    private: {
      'visit id': 'id',
      'case id': 'case_id',
      'work item id': 'work_item_id',
      'subject id': 'subject_id',
      'person id': 'requested_by',
      reason: 'reason',
    },
    public: { [requirement]: catalog },
    derived: { end_reason: codes },
  },
  limitation_text: { public: { 'en fr': catalog } },
  free_sighting: { private: { 'case id': 'case_id', 'person id': 'operator_id' } },
  lost_duty: { private: { 'duty id': 'assignment_id' } },
  operator: { private: { 'person id': 'user_id', 'work name': 'work_name' }, derived: { permissions: codes } },
  provider: { private: { 'provider id': 'id' } },
  recommendation: {
    private: { 'recommendation id': 'id', 'case id': 'case_id', 'person id': 'recommender_id', reason: 'reason' },
    public: { limitations: card, refused_claims: catalog },
    derived: { reason_codes: codes },
  },
  representative: {
    private: { 'representation id': 'assignment_id', 'provider id': 'provider_id', 'person id': 'user_id' },
  },
  requirement: {
    public: {
      'requirement_version_id key label document_kinds media_types claim_type claim_statement claim_source_kind claim_limitations':
        catalog,
    },
  },
  requirement_method: { public: { 'requirement_version_id requirement_key': catalog } },
  requirement_version: { public: { 'id category_key policy_version': catalog } },
  service_selection: {
    private: { 'selection id': 'id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id': catalog },
  },
  subject_notice: { private: { 'duty id': 'assignment_id', 'case id': 'case_id' } },
  timeline_entry: {
    private: { 'case id': 'case_id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_key claim_type': catalog, claim_id: card },
    derived: { id: counts, 'status reason': codes },
  },
  verification_case: {
    private: {
      'case id': 'id reviewed_case_id',
      'provider id': 'provider_id',
      'selection id': 'selection_id',
      'recommendation id': 'recommendation_id',
      'person id': 'recommender_id opened_by',
    },
    public: { 'category_key requirement_version_id': catalog },
  },
};
