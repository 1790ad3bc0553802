import { writings as writingsOfIdentity } from '../../services/identity/src/export-and-erasure/exports/writings.ts';
import {
  act,
  andWritings,
  duty,
  idStays,
  ids,
  ofProvider,
  operatorRecord,
  type PersonalTables,
  representation,
  type WayOut,
  words,
  writing,
} from './ways-out.ts';

const sealed = 'and its key is destroyed';
const contactPoint = { exported: 'with profile', erased: `deleted, ${sealed}` };
const hashOfContact = { exported: 'no: a keyed hash; the contact itself is', erased: 'deleted' };
const code: WayOut = { exported: 'no: a code of some minutes', erased: `later: a day after its end; ${sealed}` };
const ofSession: WayOut = { exported: 'as sessions', erased: `later: 30 days after its end; ${sealed}` };
const role = { exported: 'as roles', erased: 'deleted' };
const invited = { exported: 'as invitations', erased: 'deleted' };
const givenName = { exported: 'as namesForProviders', erased: `deleted, ${sealed}` };
const ownKey = { exported: 'as passkeys', erased: 'deleted' };
const anExport = { exported: 'no: the export itself', erased: 'deleted' };

export const personalDataOfIdentity = andWritings(
  {
    assignment: [ids('representative', 'user_id', representation)],
    challenge: [
      ids('person', 'person_id', code),
      words('person', 'identifier_index sealed_identifier sms_prefix device_hash', null, code),
    ],
    consent_entry: [ids('person', 'person_id', { exported: 'as consents', erased: 'stays: proves a disclosure' })],
    contact_point: [
      ids('person', 'person_id', contactPoint),
      words('person', 'identifier_index sealed_identifier', 'person_id', contactPoint),
    ],
    data_export: [ids('person', 'person_id', anExport)],
    data_export_part: [
      words('person', 'sealed', '(select e.person_id from data_export e where e.id = export_id)', anExport),
    ],
    data_key: [ids('person', 'subject_id', { exported: 'no: the id of its key', erased: 'deleted' })],
    emergency_action: [ids('person', 'person_id', { exported: 'no: sessions that it ended are', erased: idStays })],
    erasure: [
      ids('person', 'person_id', { exported: 'no: after it there is nothing', erased: 'stays: says that it was done' }),
    ],
    invitation: [
      ids('person', 'answered_by', invited),
      ids('operator', 'decided_by', act),
      words('person', 'sealed_name', 'answered_by', invited),
      words('person', 'identifier_index', null, { ...invited, exported: 'no: a keyed hash; the invitation is' }),
      words('provider', 'provider_name', null, {
        exported: 'no: a name that the public reads',
        erased: 'later: with the invitation, after 7 days',
      }),
    ],
    known_device: [words('person', 'identifier_index device_hash', null, hashOfContact)],
    legal_hold: [
      ids('person', 'person_id', {
        exported: 'no: the person is not told',
        erased: 'stays: proves why nothing was erased',
      }),
      words('operator', 'reason', null, {
        exported: 'no: typed at the command line by nobody',
        erased: 'stays: a file number',
      }),
    ],
    operator_change: [
      ids('operator', 'person_id', { exported: 'with the work name', erased: idStays }),
      words('operator', 'work_name', 'person_id', { exported: 'as workName', erased: 'deleted' }),
    ],
    operator_duty: [ids('operator', 'person_id', duty)],
    operator_grant: [ids('operator', 'person_id', role)],
    passkey: [ids('operator', 'person_id', ownKey), words('operator', 'sealed_name', 'person_id', ownKey)],
    passkey_challenge: [
      ids('operator', 'person_id', { exported: 'no: lasts five minutes', erased: 'later: after five minutes' }),
    ],
    passkey_enrolment: [
      ids('operator', 'person_id', { exported: 'no: lasts some minutes', erased: 'later: at its end' }),
    ],
    person: [
      ids('person', 'id', { exported: 'with profile', erased: 'stays: ids in records of others must not dangle' }),
      words('person', 'sealed_display_name', 'id', { exported: 'with profile', erased: `deleted, ${sealed}` }),
    ],
    representative_name: [
      ids('representative', 'person_id', givenName),
      words('representative', 'sealed_name', 'person_id', givenName),
    ],
    role_approval: [ids('operator', 'person_id requested_by approver_id', act)],
    role_request: [
      ids('operator', 'person_id requested_by', act),
      words('operator', 'work_name', 'person_id', writing('deleted')),
    ],
    session: [
      ids('person', 'person_id', ofSession),
      words('person', 'sealed_label device_browser device_system', 'person_id', ofSession),
    ],
    sign_in_failure: [words('person', 'identifier_index', null, hashOfContact)],
  },
  writingsOfIdentity,
);

const enquiry = { exported: 'as enquiries', erased: 'deleted' };
const ofEnquiry = '(select e.customer_id from enquiry e where e.id = enquiry_id)';
const opinion = (exported: string, erased = 'deleted') => ({ exported, erased });
const named = { exported: 'as responsibleFor', erased: 'stays: unreadable, because its key is deleted' };
const waiting = { exported: 'as namedToAnswerFor', erased: 'deleted' };
const registered = {
  exported: 'with the representation of an owner',
  erased: 'stays: unreadable, because its key is deleted; that of an organisation is not personal',
};
const base = { exported: 'with the representation, while it lasts', erased: 'deleted' };
const premises = { exported: 'with the representation', erased: 'deleted, unless colleagues consent too' };
const ofPremises = `(select min(c.person_id::text)::uuid from premises_consent c where c.provider_id = public_premises.provider_id)`;

/** Whoever learns who blocked them finds another way. */
const blockOf = { exported: 'no: it protects the other side', erased: 'deleted' };
const keptHash = {
  exported: 'no: begins with the erasure',
  erased: 'later: a year after it; a keyed hash of an individual whom operators had in question',
};

export const personalDataOfProvider: PersonalTables = {
  awaiting_representative: [ids('operator', 'user_id', { exported: 'by identity, as invitations', erased: 'deleted' })],
  case_projection: [ids('operator', 'assignee_ids', duty)],
  operator_name: operatorRecord,
  visit_agent: [ids('operator', 'assignee_id', duty)],
  claim_subject: [
    ids('representative', 'user_id accepted_by', { ...named, erased: idStays }),
    ids('representative', 'shown_by', { exported: 'no: names nobody; the consent is by identity', erased: idStays }),
    words('representative', 'sealed_name', 'user_id', named),
    words('provider', 'sealed_name', 'provider_id', registered),
    ids('operator', 'ended_by', act),
    words('operator', 'sealed_end_reason', null, { ...act, erased: 'stays: its key goes with that of the name' }),
  ],
  display_name: [ofProvider('sealed sealed_summary sealed_website')],
  dispute: [
    ids('customer', 'customer_id', opinion('as disputeStatements', 'stays: its states and ids keep counts true')),
  ],
  dispute_statement: [
    ids('person', 'author_id', opinion('as disputeStatements')),
    words('person', 'text', 'author_id', opinion('as disputeStatements')),
  ],
  enquiry: [ids('customer', 'customer_id', { exported: 'as enquiries', erased: `${idStays}; it is closed` })],
  enquiry_contact: [
    words('customer', 'identifier name', ofEnquiry, enquiry),
    words('customer', 'contact_hash', ofEnquiry, { exported: 'no: a keyed hash; the contact is', erased: 'deleted' }),
  ],
  enquiry_message: [ids('person', 'author_id', enquiry), words('person', 'text', 'author_id', enquiry)],
  interaction: [
    ids('person', 'customer_id recorded_by', {
      exported: 'as enquiries',
      erased: 'stays: a review of others may rest on it',
    }),
  ],
  invitation: [
    ids('representative', 'invited_by', act),
    words('person', 'contact_key masked_identifier', null, {
      exported: 'no: a digest, and a masked contact that its inviter typed',
      erased: 'later: 7 days after it was sent',
    }),
  ],
  customer_block: [
    ids('customer', 'customer_id', blockOf),
    words('customer', 'hashes', null, {
      ...blockOf,
      erased: 'later: made by the erasure, deleted a year after it',
    }),
  ],
  kept_hash: [words('representative', 'hash', null, keptHash), ids('representative', 'provider_id', keptHash)],
  lost_standing: [ids('person', 'person_id', opinion('as flagsHideNothingSince'))],
  moderation_request: [
    ids('person', 'requested_by', opinion('as appeals', idStays)),
    ids('person', 'involved', opinion('with what they wrote', idStays)),
    words('person', 'statement', 'requested_by', opinion('as appeals')),
  ],
  name_key: [ids('person', 'owner_id', { exported: 'no: the id of its key', erased: 'deleted' })],
  person_naming: [
    ids('representative', 'user_id', waiting),
    words('representative', 'sealed_name', 'user_id', waiting),
    ids('representative', 'named_by', { ...act, erased: 'later: 30 days after the end of the naming' }),
  ],
  private_base: [
    ids('representative', 'entered_by', base),
    words('representative', 'position address_label', 'entered_by', base),
  ],
  provider: [
    ofProvider(
      'display_name public_provider_id public_name summary public_summary website public_website languages',
      undefined,
      'id',
    ),
  ],
  provider_report: [
    ids('customer', 'reporter_id', opinion('as providerReports', idStays)),
    words('customer', 'statement', 'reporter_id', opinion('as providerReports')),
  ],
  measure_review: [ids('operator', 'acted_by reviewer_id', act), words('operator', 'reason', 'reviewer_id', act)],
  provider_transition: [
    ids('person', 'actor_id', act),
    ids('operator', 'ends_measure_of', act),
    words('operator', 'reason', 'actor_id', act),
  ],
  service_selection: [ids('operator', 'removed_by ends_removal_of', act)],
  public_area: [ofProvider('area', 'no: made of the service area')],
  public_listing: [
    ofProvider('category_key area geog reach claim_types claim_ids facets words', 'no: made of the profile'),
  ],
  public_media: [
    ids('representative', 'uploader_id', { exported: 'by evidence, as media', erased: idStays }),
    ofProvider('alt sizes', 'by evidence, which owns the image'),
  ],
  premises_consent: [ids('representative', 'person_id', premises)],
  public_premises: [words('representative', 'position address_label', ofPremises, premises)],
  representative: [
    ids('representative', 'user_id', { exported: 'as representations', erased: 'stays: ended; its id names nobody' }),
  ],
  review: [
    ids('customer', 'author_id', opinion('as reviews', idStays)),
    words('customer', 'text', 'author_id', opinion('as reviews')),
  ],
  review_flag: [ids('person', 'flagger_id', opinion('as reviewFlags'))],
  review_response: [
    ids('representative', 'author_id', opinion('as reviewResponses')),
    words('representative', 'text', 'author_id', opinion('as reviewResponses')),
  ],
  review_response_flag: [ids('person', 'flagger_id', opinion('as reviewFlags'))],
  service_area: [
    ids('representative', 'set_by', { ...base, erased: idStays }),
    words('representative', 'area', 'set_by', {
      ...base,
      erased: 'stays: the public sees it moved; that of an individual goes with the provider',
    }),
  ],
  consent_withdrawal: [ids('person', 'person_id', { exported: 'by identity, which owns consents', erased: 'deleted' })],
  upload_consent: [ids('person', 'person_id', { exported: 'by identity, which owns consents', erased: 'deleted' })],
  used_name: [
    words('representative', 'key', 'provider_id', {
      exported: 'no: a keyed hash; the names are',
      erased: 'deleted with an owner of an individual; of an organisation stays: no person',
    }),
  ],
  verified_contacts: [
    ids('person', 'person_id', hashOfContact),
    words('person', 'hashes mailboxes', 'person_id', hashOfContact),
  ],
};
