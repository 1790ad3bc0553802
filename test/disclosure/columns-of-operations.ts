import { impersonal, type Tables } from './tables.ts';

const catalog = impersonal('the catalogue: what a category asks for is the same for everybody');
const card = impersonal('part of the public claim card (docs/domain/claim-card.md 1)');
const listing = 'shown to customers once the provider is published';
const codes = impersonal('a word of a closed list');
const times = impersonal('when something happened or ends; says nothing of whom');

const requirement = 'category_key requirement_version_id requirement_key';
const opened = 'opened_by started_by resolved_by';

export const columnsOfOperations: Tables = {
  audit_checkpoint: { derived: { jws: impersonal('signs the length and the last hash of the chain') } },
  audit_entry: {
    private: {
      'audit id': 'event_id object_id',
      'person id': 'actor_id',
      'provider id': 'provider_id',
      reason: 'entry',
      hash: 'previous_hash entry_hash',
    },
    derived: { 'action object_type outcome service': codes, request_id: impersonal('a random id of a request') },
  },
  audit_tree_node: { private: { hash: 'hash' } },
  case_claim: {
    private: { 'case id': 'case_id', 'person id': 'operator_id' },
    derived: { claim_id: impersonal('a random id of a claim') },
  },
  free_sighting: { private: { 'case id': 'case_id', 'person id': 'operator_id' } },
  lost_duty: {
    private: { 'duty id': 'assignment_id', 'case id': 'case_id', 'person id': 'operator_id' },
    derived: { because: codes },
  },
  claim: {
    private: { 'case id': 'case_id', 'provider id': 'provider_id', 'version id': 'evidence_version_id' },
    public: { 'claim_id category_key requirement_key type': card },
  },
  emergency_action: {
    private: {
      'action id': 'id',
      'provider id': 'provider_id',
      'case id': 'target_id',
      'person id': 'acted_by lifted_by',
      reason: 'reason lift_reason',
    },
  },
  duplicate_review: {
    private: { 'duplicate id': 'duplicate_id', 'person id': 'reviewer_id', reason: 'reason' },
    derived: { same: impersonal('what two providers have in common, as codes') },
  },
  provider_measure: {
    private: { 'transition id': 'measure_id', 'provider id': 'provider_id', 'person id': 'taken_by' },
  },
  emergency_review: { private: { 'action id': 'action_id', 'person id': 'acted_by reviewer_id', reason: 'reason' } },
  escalation: {
    private: {
      'escalation id': 'id',
      'case id': 'case_id subject_id',
      'provider id': 'provider_id',
      'person id': opened,
      reason: 'reason resolution',
    },
  },
  event_flow: { derived: { service: codes } },
  evidence_version: {
    private: { 'version id': 'evidence_version_id', 'case id': 'case_id', 'provider id': 'provider_id' },
    public: { requirement_key: catalog },
  },
  field_photo: { private: { 'photo id': 'photo_id', 'work item id': 'work_item_id', 'person id': 'agent_id' } },
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
    derived: { visited_on: times },
  },
  field_submission_read: { private: { 'submission id': 'submission_id', 'person id': 'reader_id' } },
  field_submission_review: {
    private: {
      'submission id': 'submission_id',
      'work item id': 'work_item_id',
      'person id': 'agent_id reviewer_id',
      reason: 'reason',
    },
  },
  field_work_instruction: {
    private: { 'work item id': 'work_item_id', 'person id': 'given_by', instructions: 'text' },
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
    derived: { end_reason: codes },
  },
  incident: {
    private: {
      'incident id': 'id',
      'provider id': 'provider_id',
      'person id': opened,
      reason: 'title reason resolution',
    },
  },
  moderation: {
    private: { 'provider id': 'provider_id', 'person id': 'decided_by', reason: 'reason' },
    public: { category_key: catalog },
    derived: {
      id: impersonal('of the request; shown to operators who decide'),
      subject_id: impersonal('the id of a review, dispute, report or image, whose canary is in provider or evidence'),
      involved: 'ids of persons, whose canaries are in provider',
      earlier_subjects: impersonal('ids of disputes, whose canaries are in provider'),
      'reason_code outcome decision_reason': codes,
    },
  },
  moderation_read: {
    private: { 'person id': 'reader_id' },
    derived: { subject_id: impersonal('as in moderation') },
  },
  operator: { private: { 'person id': 'user_id', 'work name': 'work_name' }, derived: { permissions: codes } },
  operator_presence: { private: { 'person id': 'user_id' } },
  override_approval: {
    private: { 'override id': 'id override_id', 'person id': 'requester_id approver_id', reason: 'reason' },
  },
  override_request: {
    private: {
      'override id': 'id',
      'person id': 'requester_id withdrawn_by',
      'provider id': 'provider_id',
      'case id': 'target_id',
      reason: 'reason',
    },
    derived: { 'kind action': codes },
  },
  parked_event: { derived: { 'service type': codes, event_id: impersonal('an id of the event bus') } },
  possible_duplicate: {
    private: { 'provider id': 'provider_id other_provider_id', 'duplicate id': 'id' },
    derived: { same: impersonal('as duplicate_review') },
  },
  provider_label: {
    private: { 'provider id': 'provider_id' },
    public: {
      'display_name search_words': listing,
      public_provider_id: impersonal('in the URL of a published provider'),
    },
  },
  provider_service: {
    private: { 'selection id': 'selection_id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id': catalog },
  },
  publication_gate: { private: { 'override id': 'override_id' } },
  representative: {
    private: { 'representation id': 'assignment_id', 'provider id': 'provider_id', 'person id': 'user_id' },
  },
  requirement_version: {
    public: { 'id category_key category_label requirement_labels field_visit_keys premises_keys': catalog },
  },
  saved_view: {
    private: { 'person id': 'operator_id', reason: 'name' },
    derived: { 'key filters': 'a filter of the queue, shown to its operator' },
  },
  triage_case: {
    private: {
      'case id': 'case_id',
      'provider id': 'provider_id',
      'person id': 'reviewer_id decider_id recommender_id appeal_reviewer_id holder_id excluded_ids',
    },
    public: { 'category_key requirement_version_id requirement_keys awaited_keys': catalog },
  },
  triage_claim: {
    private: { 'escalation id': 'subject_id', 'person id': 'operator_id' },
    derived: { subject_type: codes },
  },
  triage_note: {
    private: { 'escalation id': 'subject_id', 'person id': 'author_id', reason: 'text' },
    derived: { id: impersonal('a random id of a note, shown with it'), subject_type: codes },
  },
  triage_snooze: {
    private: { 'escalation id': 'subject_id', 'person id': 'operator_id', reason: 'reason' },
    derived: { subject_type: codes },
  },
  upload_intent: { private: { 'intent id': 'intent_id', 'case id': 'case_id', 'provider id': 'provider_id' } },
};
