import { impersonal, type Tables } from './tables.ts';

const catalog = impersonal('the catalogue: what a category asks for is the same for everybody');
const card = impersonal('part of the public claim card (docs/domain/claim-card.md 1)');
const words = impersonal('a word of a closed list');

export const columnsOfProvider: Tables = {
  area_key: { private: { 'provider id': 'provider_id', 'area key': 'key' } },
  availability: { private: { 'selection id': 'selection_id' } },
  visit_agent: {
    private: { 'work item id': 'work_item_id', 'provider id': 'provider_id', 'person id': 'assignee_id' },
  },
  awaiting_representative: {
    derived: {
      user_id: 'the id of an operator, which no response shows',
      'invitation_id provider_id': impersonal(
        'an invitation that identity and this service have in tables of their own',
      ),
    },
  },
  operator_name: { private: { 'person id': 'user_id', 'work name': 'work_name' } },
  case_projection: {
    private: { 'case id': 'case_id', 'provider id': 'provider_id' },
    public: {
      'category_key requirement_version_id awaited_keys requirement_keys': catalog,
    },
    derived: { assignee_ids: 'ids of persons, whose canaries are in verification' },
  },
  category: { public: { 'key label': catalog } },
  category_hold: {
    derived: { provider_id: impersonal('a provider, and when the public saw nothing of a category') },
    public: { category_key: catalog },
  },
  claim: {
    private: { 'provider id': 'provider_id', 'subject id': 'subject_id' },
    public: {
      'claim_id category_key requirement_key type statement source_kind limitations policy_version checked_on superseded_by':
        card,
    },
    derived: { change_reason: impersonal('a code; what was revoked as false is in no card') },
  },
  claim_version: { public: { 'claim_id limitations': card } },
  claim_subject: {
    private: {
      'subject id': 'id key_owner_id same_name_subject_id',
      'provider id': 'provider_id',
      'person id': 'user_id shown_by ended_by accepted_by',
    },
    derived: {
      sealed_name: 'sealed: the name in it is a canary of its own',
      sealed_end_reason: 'sealed: the reason in it is a canary of its own',
    },
  },
  customer_block: {
    private: { 'enquiry id': 'enquiry_id', 'provider id': 'provider_id' },
    derived: { customer_id: 'the id of a person, which no response shows', hashes: 'keyed hashes of keyed hashes' },
  },
  display_name: {
    private: {
      'name id': 'id',
      'provider id': 'provider_id',
      'sealed name': 'sealed sealed_summary sealed_website',
      'subject id': 'premises_id',
    },
  },
  dispute: {
    private: {
      'dispute id': 'id',
      'interaction id': 'interaction_id',
      'provider id': 'provider_id',
      'person id': 'customer_id',
    },
    public: { category_key: catalog },
  },
  dispute_statement: { private: { 'dispute id': 'dispute_id', statement: 'text', 'person id': 'author_id' } },
  enquiry: {
    private: { 'enquiry id': 'id', 'provider id': 'provider_id', 'person id': 'customer_id' },
    public: { category_key: catalog },
  },
  enquiry_contact: {
    private: { 'enquiry id': 'enquiry_id', contact: 'identifier name' },
    public: { consent_version: impersonal('which policies there are is public') },
    derived: { contact_hash: 'a keyed hash' },
  },
  enquiry_message: {
    private: { 'enquiry id': 'enquiry_id', message: 'text', 'person id': 'author_id' },
    derived: { id: impersonal('shown to both sides only') },
  },
  evidence_projection: {
    private: { 'version id': 'evidence_version_id', 'case id': 'case_id', 'provider id': 'provider_id' },
    public: { requirement_key: catalog },
  },
  gazetteer_place: { public: { 'name search_name country_code position': impersonal('from GeoNames') } },
  interaction: {
    private: {
      'interaction id': 'id',
      'enquiry id': 'enquiry_id',
      'provider id': 'provider_id',
      'person id': 'customer_id recorded_by',
    },
    public: { category_key: catalog, consent_version: impersonal('which policies there are is public') },
  },
  invitation: {
    private: {
      'representation id': 'id',
      'provider id': 'provider_id',
      contact: 'contact_key masked_identifier',
      'person id': 'invited_by',
    },
  },
  limitation_text: { public: { 'en fr': catalog } },
  // Standing needs an interaction of the day before, which no request of the tests has.
  kept_hash: {
    derived: {
      hash: 'a keyed hash of keyed hashes',
      provider_id: 'an erased provider, whose canaries are in other tables',
    },
  },
  lost_standing: { derived: { person_id: 'the id of a person, whose canaries are in other tables' } },
  moderation_request: {
    private: { 'provider id': 'provider_id', 'person id': 'requested_by', statement: 'statement' },
    public: { category_key: catalog },
    derived: {
      id: impersonal('no response has it'),
      subject_id: impersonal('the id of a review, response, dispute, report or name, whose canary is there'),
      involved: 'ids of persons, whose canaries are in the subjects',
      earlier_subjects: impersonal('ids of disputes, whose canaries are there'),
      'reason_code outcome decision_reason': words,
    },
  },
  name_key: {
    private: { 'name key': 'wrapped' },
    derived: { owner_id: 'the id of a provider or a person, whose canaries are there' },
  },
  person_naming: {
    private: { 'subject id': 'id', 'provider id': 'provider_id', 'person id': 'user_id named_by' },
    public: { ends_claim_ids: card },
    derived: { sealed_name: 'sealed: the name in it is a canary of its own' },
  },
  private_base: {
    private: {
      'provider id': 'provider_id',
      coordinate: 'position',
      address: 'address_label',
      'person id': 'entered_by',
    },
  },
  provider: {
    // Public once an operator accepted them: then they are `public_name` and so on.
    private: {
      'provider id': 'id',
      'name id': 'public_name_id',
      'own name': 'display_name',
      'own summary': 'summary',
      'own website': 'website',
    },
    public: {
      'public_provider_id public_name public_summary public_website languages':
        'the public profile: published with the provider',
    },
    derived: { name_refusal: words },
  },
  provider_report: {
    private: { 'report id': 'id', 'provider id': 'provider_id', 'person id': 'reporter_id', statement: 'statement' },
  },
  measure_review: { private: { 'transition id': 'measure_id', 'person id': 'acted_by reviewer_id', reason: 'reason' } },
  provider_transition: {
    private: {
      'transition id': 'id',
      'provider id': 'provider_id',
      'person id': 'actor_id ends_measure_of',
      reason: 'reason',
    },
  },
  public_area: {
    private: { 'provider id': 'provider_id' },
    derived: { area: 'what the public sees of the service area, whose canary is there' },
  },
  public_media: {
    private: { 'intent id': 'media_id', 'provider id': 'provider_id', 'person id': 'uploader_id' },
    public: { 'alt sizes': 'the public profile shows approved images' },
  },
  public_listing: {
    private: { 'provider id': 'provider_id' },
    derived: {
      'category_key area geog reach claim_types claim_ids facets words':
        'made of the public profile, the premises, the area, the claims and the availability; canaries are in those',
    },
  },
  premises_consent: { private: { 'provider id': 'provider_id', 'person id': 'person_id' } },
  public_premises: {
    private: { 'provider id': 'provider_id', premises: 'position address_label' },
  },
  emergency_action: {
    private: { 'provider id': 'target_id' },
    derived: { action_id: impersonal('that an emergency action hides or hid the listing or the claim') },
  },
  publication_hold: {
    private: { 'provider id': 'provider_id' },
    derived: { hold_id: impersonal('that an incident of operations holds or held the publication') },
  },
  refusal_projection: {
    derived: { 'provider_id refusals waits': impersonal('types of claims and times; a hidden category says nothing') },
  },
  publication_gate: { derived: { override_id: impersonal('one row for the whole platform') } },
  representative: { private: { 'representation id': 'id', 'provider id': 'provider_id', 'person id': 'user_id' } },
  requirement_version: { public: { 'id category_key policy_version requirements takes_effect_on': catalog } },
  review: {
    private: {
      'review id': 'id',
      'interaction id': 'interaction_id',
      'provider id': 'provider_id',
      'person id': 'author_id',
    },
    public: { category_key: catalog, text: 'shown to everybody once it is published' },
    derived: { end_reason: words },
  },
  review_flag: { private: { 'review id': 'review_id', 'person id': 'flagger_id' } },
  review_response: {
    private: { 'response id': 'id', 'review id': 'review_id', 'person id': 'author_id' },
    public: { text: 'shown to everybody with the review' },
  },
  review_response_flag: { private: { 'response id': 'response_id', 'person id': 'flagger_id' } },
  service_area: { private: { 'provider id': 'provider_id', 'service area': 'area', 'person id': 'set_by' } },
  service_selection: {
    private: { 'selection id': 'id', 'provider id': 'provider_id', 'person id': 'removed_by ends_removal_of' },
    public: { 'category_key requirement_version_id': catalog },
  },
  signing_key: {
    public: { 'kid public_key': impersonal('published as a JSON Web Key Set') },
    derived: { sealed: impersonal('random bytes; sealed with a secret'), replaces: impersonal('a kid') },
  },
  consent_withdrawal: {
    private: { 'person id': 'person_id' },
    public: { policy_key: impersonal('which policies there are is public') },
  },
  upload_consent: {
    private: { 'person id': 'person_id' },
    public: { 'policy_key version': impersonal('which policies there are is public') },
  },
  used_name: {
    private: { 'provider id': 'provider_id', 'subject id': 'subject_id' },
    derived: { key: 'a keyed hash' },
  },
  verified_contacts: {
    private: { 'person id': 'person_id' },
    derived: { hashes: 'keyed hashes', mailboxes: 'keyed hashes' },
  },
};
