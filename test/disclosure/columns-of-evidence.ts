import { impersonal, type Tables } from './tables.ts';

const catalog = impersonal('the catalogue: what a category asks for is the same for everybody');
const card = impersonal('part of the public claim card (docs/domain/claim-card.md 1)');
const words = impersonal('a word of a closed list');

export const columnsOfEvidence: Tables = {
  case_assignee: { private: { 'case id': 'case_id', 'person id': 'assignee_id', 'duty id': 'assignment_id' } },
  claim: {
    private: {
      'provider id': 'provider_id',
      'case id': 'case_id',
      'version id': 'evidence_version_id',
      'subject id': 'subject_id',
    },
    public: { 'id category_key requirement_key': card },
  },
  claim_reminder: { public: { claim_id: card } },
  ended_subject: { private: { 'subject id': 'id', 'provider id': 'provider_id' } },
  erased_provider: { private: { 'provider id': 'provider_id' } },
  evidence_item: {
    private: {
      'evidence id': 'id',
      'case id': 'case_id',
      'provider id': 'provider_id',
      'work item id': 'work_item_id',
    },
    public: { 'requirement_key document_kind': catalog },
  },
  evidence_preview: { private: { 'version id': 'version_id', 'object key': 'object_key' } },
  version_review: { private: { 'version id': 'version_id' } },
  evidence_processing: {
    private: { 'version id': 'version_id' },
    derived: { 'refusal case_refusal': words, traceparent: impersonal('random ids of a trace and a span') },
  },
  earlier_evidence: { private: { 'case id': 'case_id', 'version id': 'version_id' } },
  evidence_read: { private: { 'receipt id': 'id', 'grant id': 'grant_id' } },
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
    derived: { media_type: words },
  },
  field_work_assignment: {
    private: {
      'work item id': 'work_item_id',
      'case id': 'case_id',
      'provider id': 'provider_id',
      'person id': 'assignee_id',
    },
    public: { requirement_key: catalog },
  },
  legal_hold: { private: { 'person id': 'person_id' } },
  case_freeze: {
    private: { 'case id': 'case_id' },
    derived: { action_id: impersonal('that an emergency action freezes or froze the case') },
  },
  listing_suspension: {
    private: { 'provider id': 'provider_id' },
    derived: { action_id: impersonal('that an emergency action hides or hid the listing') },
  },
  media_rendition: {
    private: { 'intent id': 'media_id', 'object key': 'object_key' },
    public: { sha256: impersonal('the name in the public URL; of an image that is not published it fits nothing') },
  },
  provider_publication: { private: { 'provider id': 'provider_id' } },
  public_media: {
    private: { 'intent id': 'id', 'provider id': 'provider_id', 'person id': 'uploaded_by', alt: 'alt' },
    derived: { reason: words },
  },
  requirement: { public: { 'requirement_version_id key document_kinds media_types': catalog } },
  review_grant: {
    private: {
      'grant id': 'id',
      'version id': 'version_id',
      'case id': 'case_id',
      'duty id': 'assignment_id',
      'person id': 'reviewer_id uploaded_by',
      hash: 'token_hash',
    },
  },
  scan_turn: { private: { 'provider id': 'provider_id', machinery: 'holder_id' } },
  sent_part: {
    private: { 'receipt id': 'read_id', 'grant id': 'grant_id' },
    derived: { bytes: impersonal('positions in a file') },
  },
  service_selection: {
    private: { 'selection id': 'id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id': catalog },
  },
  store_claim: { private: { machinery: 'mark' } },
  store_sweep: { derived: { position: impersonal('the name of some object; canaries are in those that there are') } },
  upload_consent: {
    private: { 'person id': 'person_id' },
    public: { 'policy_key version': impersonal('which policies there are is public') },
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
    derived: { media_type: words },
  },
  upload_session: {
    private: {
      'session id': 'id',
      'intent id': 'intent_id',
      'provider id': 'provider_id',
      'person id': 'created_by',
      'object key': 'upload_ref',
    },
  },
  held_step_up: {
    private: { 'case id': 'case_id', 'person id': 'person_id' },
    derived: { session_id: impersonal('an identifier of a session, which opens nothing') },
  },
  whole_read: { private: { 'duty id': 'assignment_id', 'version id': 'version_id' } },
  verification_case: {
    private: { 'case id': 'id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id requirement_keys awaited_keys': catalog },
  },
};
