import type { Tables } from './tables.ts';

const catalog = 'the catalogue: what a category asks for is the same for everybody';
const card = 'part of the public claim card (contract §5)';
const words = 'a word of a closed list';
const times = 'when something happened or ends; says nothing of whom';
const sizes = 'a size or a count; fits any number of documents';

export const columnsOfEvidence: Tables = {
  case_assignee: { private: { 'case id': 'case_id', 'person id': 'assignee_id' }, derived: { duty: words } },
  claim: {
    private: { 'provider id': 'provider_id', 'case id': 'case_id', 'version id': 'evidence_version_id' },
    public: { 'id category_key requirement_key state valid_from valid_until': card },
  },
  claim_reminder: { public: { claim_id: card }, derived: { days_before: sizes, sent_at: times } },
  erased_provider: { private: { 'provider id': 'provider_id' }, derived: { erased_at: times } },
  evidence_item: {
    private: {
      'evidence id': 'id',
      'case id': 'case_id',
      'provider id': 'provider_id',
      'work item id': 'work_item_id',
    },
    public: { 'requirement_key document_kind': catalog },
    derived: { purpose: words },
  },
  evidence_preview: {
    private: { 'version id': 'version_id', 'object key': 'object_key' },
    derived: { size_bytes: sizes, made_at: times },
  },
  version_review: {
    private: { 'version id': 'version_id' },
    derived: { review: words, reviewed_at: times },
  },
  evidence_processing: {
    private: { 'version id': 'version_id' },
    derived: {
      'state refusal case_refusal redacted_from': words,
      'scan_attempts out_of_time cpu_ms': sizes,
      'next_scan_at missing_since changed_at': times,
      traceparent: 'random ids of a trace and a span',
    },
  },
  earlier_evidence: { private: { 'case id': 'case_id', 'version id': 'version_id' } },
  evidence_read: { private: { 'receipt id': 'id', 'grant id': 'grant_id' }, derived: { at: times } },
  evidence_version: {
    private: {
      'version id': 'id',
      'evidence id': 'evidence_id',
      'intent id': 'intent_id',
      'session id': 'upload_session_id',
      'person id': 'uploaded_by',
      'object key': 'object_key',
      hash: 'sha256 content_index',
    },
    derived: { media_type: words, 'number size_bytes': sizes, confirmed_at: times },
  },
  field_work_assignment: {
    private: {
      'work item id': 'work_item_id',
      'case id': 'case_id',
      'provider id': 'provider_id',
      'person id': 'assignee_id',
    },
    public: { requirement_key: catalog },
    derived: { is_open: words },
  },
  legal_hold: { private: { 'person id': 'person_id' }, derived: { 'placed_at lifted_at': times } },
  case_freeze: {
    private: { 'case id': 'case_id' },
    derived: { 'action_id ends_at': 'that an emergency action freezes or froze the case' },
  },
  listing_suspension: {
    private: { 'provider id': 'provider_id' },
    derived: { 'action_id ends_at': 'that an emergency action hides or hid the listing' },
  },
  media_rendition: {
    private: { 'intent id': 'media_id', 'object key': 'object_key' },
    public: { sha256: 'the name in the public URL; of an image that is not published it fits nothing' },
    derived: { 'size width height size_bytes': sizes },
  },
  provider_publication: { private: { 'provider id': 'provider_id' }, derived: { is_public: words } },
  public_media: {
    private: { 'intent id': 'id', 'provider id': 'provider_id', 'person id': 'uploaded_by', alt: 'alt' },
    derived: { 'kind state reason': words, 'created_at changed_at placed_at published_at': times },
  },
  requirement: {
    public: { 'requirement_version_id key document_kinds media_types max_size_bytes': catalog },
  },
  review_grant: {
    private: {
      'grant id': 'id',
      'version id': 'version_id',
      'case id': 'case_id',
      'person id': 'reviewer_id uploaded_by',
      hash: 'token_hash',
    },
    derived: { duty: words, 'created_at expires_at ended_at': times },
  },
  scan_turn: {
    private: { 'provider id': 'provider_id', machinery: 'holder_id' },
    derived: { turn_number: 'the order of scans', 'held_until out_of_time_at': times },
  },
  service_selection: {
    private: { 'selection id': 'id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id': catalog },
    derived: { state: words },
  },
  store_claim: {
    private: { machinery: 'mark' },
    derived: { 'is_ours claimed_at marked_at': 'one row of the whole store' },
  },
  store_sweep: {
    derived: {
      position: 'the name of some object; canaries are in those that there are',
      'area pass_began_at compared': 'how far the sweep of the whole store is',
    },
  },
  upload_consent: {
    private: { 'person id': 'person_id' },
    public: { 'policy_key version': 'which policies there are is public' },
    derived: { granted: words, changed_at: times },
  },
  upload_intent: {
    private: {
      'intent id': 'id replaces_intent_id',
      'provider id': 'provider_id',
      'person id': 'created_by',
      'intent key': 'client_intent_key',
      'case id': 'case_id',
      hash: 'sha256',
      label: 'label',
      'session id': 'current_session_id',
      'work item id': 'work_item_id',
    },
    public: { 'requirement_key document_kind': catalog },
    derived: {
      'purpose media_type state': words,
      'size_bytes attempt_count': sizes,
      'created_at retryable_since': times,
    },
  },
  upload_session: {
    private: {
      'session id': 'id',
      'intent id': 'intent_id',
      'provider id': 'provider_id',
      'person id': 'created_by',
      'object key': 'upload_ref',
    },
    derived: { state: words, size_limit_bytes: sizes, 'created_at expires_at': times },
  },
  verification_case: {
    private: { 'case id': 'id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id requirement_keys awaited_keys': catalog },
    derived: { state: words, 'due_at known_at': times },
  },
};
