import { impersonal, type Tables } from './tables.ts';

const policies = impersonal('which policies there are is public');
const ids = impersonal('a random id, or an id of another service');
const words = impersonal('a word of a closed list');

/** The database of people. No other service reads it, so only what the list of personal data needs is told apart. */
export const columnsOfIdentity: Tables = {
  access_token: { private: { hash: 'token_hash' }, derived: { session_id: ids } },
  assignment: { private: { 'representation id': 'id', 'provider id': 'provider_id', 'person id': 'user_id' } },
  audit_announced: {},
  challenge: {
    private: { 'person id': 'person_id', contact: 'identifier_index sealed_identifier sms_prefix', hash: 'code_hash' },
    derived: { id: ids, device_hash: 'a keyed hash of a device and an identity' },
  },
  consent_entry: {
    private: { 'person id': 'person_id' },
    public: { 'policy_key version': policies },
    derived: { id: ids },
  },
  contact_point: {
    private: { 'person id': 'person_id', contact: 'identifier_index sealed_identifier' },
    derived: { id: ids },
  },
  data_export: { private: { 'person id': 'person_id', machinery: 'sealed_key' }, derived: { id: ids } },
  data_export_part: { derived: { export_id: ids, service: words, sealed: 'a part, sealed to the key of its export' } },
  data_key: { private: { machinery: 'wrapped' }, derived: { subject_id: 'the id of a person or of a challenge' } },
  emergency_action: { private: { 'action id': 'action_id', 'person id': 'person_id' } },
  erasure: { private: { 'person id': 'person_id' } },
  invitation: {
    private: {
      'representation id': 'id',
      'provider id': 'provider_id',
      'person id': 'answered_by decided_by',
      contact: 'identifier_index',
      'sealed name': 'sealed_name',
      'own name': 'provider_name',
    },
  },
  known_device: {
    private: { contact: 'identifier_index' },
    derived: { device_hash: 'a keyed hash of a device and an identity', channel: words },
  },
  legal_hold: { private: { 'person id': 'person_id', reason: 'reason' }, derived: { id: ids } },
  operator_change: { private: { 'person id': 'person_id', 'work name': 'work_name' } },
  operator_duty: { private: { 'case id': 'case_id', 'person id': 'person_id' } },
  operator_grant: { private: { 'person id': 'person_id' }, derived: { request_id: ids } },
  passkey: {
    private: { 'person id': 'person_id', 'sealed name': 'sealed_name', machinery: 'credential_id public_key' },
    derived: { id: ids },
  },
  passkey_challenge: {
    private: { 'person id': 'person_id', machinery: 'challenge', hash: 'enrolment_hash' },
    derived: { id: ids },
  },
  passkey_enrolment: { private: { 'person id': 'person_id', hash: 'token_hash' } },
  person: { private: { 'person id': 'id', 'sealed name': 'sealed_display_name' } },
  refresh_reply: { private: { hash: 'token_hash key_hash', machinery: 'answer' } },
  refresh_token: { private: { hash: 'token_hash' }, derived: { session_id: ids } },
  representative_name: {
    private: { 'representation id': 'assignment_id', 'person id': 'person_id', 'sealed name': 'sealed_name' },
    derived: { contact_point_id: ids },
  },
  role_approval: {
    private: { 'person id': 'person_id requested_by approver_id', reason: 'reason' },
    derived: { request_id: ids },
  },
  role_request: {
    private: { 'person id': 'person_id requested_by', reason: 'reason', 'work name': 'work_name' },
    derived: { id: ids },
  },
  session: {
    private: { 'person id': 'person_id', 'sealed name': 'sealed_label', hash: 'device_hash' },
    derived: {
      'id passkey_id workspace_assignment_id': ids,
      'device_browser device_system': 'what the browser said of itself, as one of many',
    },
  },
  sign_in_reply: {
    private: { hash: 'request_hash', machinery: 'answer' },
    derived: { 'challenge_id session_id': ids },
  },
  sign_in_failure: { private: { contact: 'identifier_index' } },
};
