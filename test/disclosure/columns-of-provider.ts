import type { Tables } from './tables.ts';

const catalog = 'the catalogue: what a category asks for is the same for everybody';
const card = 'part of the public claim card (contract §5)';
const words = 'a word of a closed list';
const times = 'when something happened or ends; says nothing of whom';

export const columnsOfProvider: Tables = {
  availability: {
    private: { 'selection id': 'selection_id' },
    public: { 'state next_available_at': 'customers are to see it' },
    derived: { changed_at: times },
  },
  case_projection: {
    private: { 'case id': 'case_id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id awaited_keys': catalog },
    derived: { state: words, 'due_at opened_at next_case_at changed_at': times },
  },
  category: { public: { 'key label': catalog } },
  claim: {
    private: { 'provider id': 'provider_id' },
    public: {
      'claim_id category_key requirement_key type statement method source_kind status limitations policy_version checked_on valid_from valid_until superseded_by':
        card,
    },
    derived: { changed_at: times },
  },
  claim_version: {
    public: { 'claim_id status limitations valid_until at': card },
    derived: { position: 'a count' },
  },
  dispute: {
    private: {
      'dispute id': 'id',
      'interaction id': 'interaction_id',
      'provider id': 'provider_id',
      'person id': 'customer_id',
    },
    public: { category_key: catalog },
    derived: { 'opened_by reason_code state outcome': words, 'opened_at response_due_at ended_at': times },
  },
  dispute_statement: {
    private: { 'dispute id': 'dispute_id', statement: 'text', 'person id': 'author_id' },
    derived: { number: 'a count', side: words, made_at: times },
  },
  enquiry: {
    private: { 'enquiry id': 'id', 'provider id': 'provider_id', 'person id': 'customer_id' },
    public: { category_key: catalog },
    derived: { 'state ended_by decline_reason': words, 'sent_at answer_due_at answered_at ended_at': times },
  },
  enquiry_contact: {
    private: { 'enquiry id': 'enquiry_id', contact: 'identifier name' },
    public: { consent_version: 'which policies there are is public' },
    derived: { channel: words, consented_at: times },
  },
  enquiry_message: {
    private: { 'enquiry id': 'enquiry_id', message: 'text', 'person id': 'author_id' },
    derived: { id: 'shown to both sides only', number: 'a count', author: words, sent_at: times },
  },
  evidence_projection: {
    private: { 'version id': 'evidence_version_id', 'case id': 'case_id', 'provider id': 'provider_id' },
    public: { requirement_key: catalog },
    derived: { state: words, at: times },
  },
  gazetteer_place: { public: { 'id name search_name country_code population position': 'from GeoNames' } },
  interaction: {
    private: {
      'interaction id': 'id',
      'enquiry id': 'enquiry_id',
      'provider id': 'provider_id',
      'person id': 'customer_id recorded_by',
    },
    public: { category_key: catalog, consent_version: 'which policies there are is public' },
    derived: { 'consented_at recorded_at': times },
  },
  invitation: {
    private: {
      'representation id': 'id',
      'provider id': 'provider_id',
      contact: 'contact_key masked_identifier',
      'person id': 'invited_by',
    },
    derived: { 'role state': words, 'invited_at expires_at ended_at': times },
  },
  limitation_text: { public: { 'en fr': catalog } },
  moderation_request: {
    private: { 'provider id': 'provider_id', 'person id': 'requested_by', statement: 'statement' },
    public: { category_key: catalog },
    derived: {
      id: 'no response has it',
      subject_id: 'the id of a review, response, dispute or report, whose canary is there',
      involved: 'ids of persons, whose canaries are in the subjects',
      'kind reason_code state outcome decision_reason': words,
      'round is_appeal': 'a count',
      'requested_at ready_at ended_at': times,
    },
  },
  private_base: {
    private: { 'provider id': 'provider_id', coordinate: 'position', address: 'address_label' },
    derived: { changed_at: times },
  },
  provider: {
    private: { 'provider id': 'id' },
    public: {
      'public_provider_id display_name kind summary website languages operating_model':
        'the public profile: published with the provider',
      'state publication': words,
    },
    derived: { revision: 'a count', 'created_at changed_at': times },
  },
  provider_report: {
    private: { 'report id': 'id', 'provider id': 'provider_id', 'person id': 'reporter_id', statement: 'statement' },
    derived: { reason_code: words, reported_at: times },
  },
  provider_transition: {
    private: { 'transition id': 'id', 'provider id': 'provider_id', 'person id': 'actor_id' },
    derived: { 'transition acting_as reason_code': words, at: times },
  },
  public_media: {
    private: { 'intent id': 'media_id', 'provider id': 'provider_id' },
    public: { 'kind alt sizes': 'the public profile shows approved images' },
    derived: { published_at: times },
  },
  public_listing: {
    private: { 'provider id': 'provider_id' },
    derived: {
      'category_key area geog reach operating_model claim_types claim_expiries claim_ids live_until facets words available_from':
        'made of the public profile, the premises, the area, the claims and the availability; canaries are in those',
    },
  },
  public_premises: {
    private: { 'provider id': 'provider_id', premises: 'position address_label', 'person id': 'consented_by' },
    derived: { consented_at: times },
  },
  emergency_action: {
    private: { 'provider id': 'target_id' },
    derived: {
      'action_id kind started_at ends_at': 'that an emergency action hides or hid the listing or the claim',
    },
  },
  publication_hold: {
    private: { 'provider id': 'provider_id' },
    derived: {
      'hold_id state has_withheld changed_at': 'that an incident of operations holds or held the publication',
    },
  },
  publication_gate: { derived: { 'only_one state override_id changed_at': 'one row for the whole platform' } },
  representative: {
    private: { 'representation id': 'id', 'provider id': 'provider_id', 'person id': 'user_id' },
    derived: { role: words, 'assigned_at ended_at': times },
  },
  requirement_version: {
    public: {
      'id category_key number state policy_version requirements takes_effect_on activated_at retired_at': catalog,
    },
  },
  review: {
    private: {
      'review id': 'id',
      'interaction id': 'interaction_id',
      'provider id': 'provider_id',
      'person id': 'author_id',
    },
    public: { 'category_key is_recommended text': 'shown to everybody once it is published' },
    derived: { 'state is_hidden end_reason': words, 'submitted_at published_at ended_at': times },
  },
  review_flag: {
    private: { 'review id': 'review_id', 'person id': 'flagger_id' },
    derived: { reason_code: words, flagged_at: times },
  },
  review_response: {
    private: { 'response id': 'id', 'review id': 'review_id', 'person id': 'author_id' },
    public: { text: 'shown to everybody with the review' },
    derived: { 'state is_hidden': words, responded_at: times },
  },
  review_response_flag: {
    private: { 'response id': 'response_id', 'person id': 'flagger_id' },
    derived: { reason_code: words, flagged_at: times },
  },
  service_area: { private: { 'provider id': 'provider_id', 'service area': 'area' }, derived: { changed_at: times } },
  service_selection: {
    private: { 'selection id': 'id', 'provider id': 'provider_id' },
    public: { 'category_key requirement_version_id': catalog },
    derived: { state: words, 'selected_at removed_at': times },
  },
  signing_key: {
    public: { 'kid public_key': 'published as a JSON Web Key Set' },
    derived: {
      sealed: 'random bytes; sealed with a secret',
      is_compromised: words,
      replaces: 'a kid',
      'signs_from retired_at created_at': times,
    },
  },
  upload_consent: {
    private: { 'person id': 'person_id' },
    public: { 'policy_key version': 'which policies there are is public' },
    derived: { granted: words, changed_at: times },
  },
};
