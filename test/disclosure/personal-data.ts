import type { DeclaredService } from './columns.ts';
import { personalDataOfIdentity, personalDataOfProvider } from './personal-data-of-people.ts';
import { personalDataOfOperations, personalDataOfVerification } from './personal-data-of-work.ts';
import {
  act,
  duty,
  heldStepUp,
  idStays,
  ids,
  ofDocument,
  type PersonalTables,
  representation,
  words,
} from './ways-out.ts';

const repeated = { exported: 'no: repeats a response for 24 hours', erased: 'deleted' };

const personalDataOfKit: PersonalTables = {
  aggregate_sequence: [ids('person', 'aggregate_id', { exported: 'no: counts events', erased: idStays })],
  idempotency_key: [
    ids('person', 'actor', repeated),
    // Words of the person themselves: stored-answers.test.ts.
    words('person', 'answer', 'actor', repeated),
  ],
  inbox_position: [ids('person', 'aggregate_id', { exported: 'no: counts events', erased: idStays })],
  open_refusal: [
    words('person', 'actor_id session_id operation slug permission object_id request_id', 'actor_id', {
      exported: 'by operations, in the audit entries of the person',
      erased: 'later: after a minute, as an audit entry',
    }),
  ],
  outbox: [
    words('person', 'id type aggregate aggregate_id payload headers', null, {
      exported: 'no: ids, what is sealed, and reasons of operators, which their services export',
      erased: 'later: with the stream, after 14 days (docs/domain/erasure.md 24)',
    }),
  ],
};

/** Identity keeps the row of the person instead. */
const personalDataOfErased: PersonalTables = {
  erased_person: [
    ids('person', 'person_id', {
      exported: 'no: after it there is nothing',
      erased: 'stays: refuses what arrives late, with an id that names nobody',
    }),
  ],
};

const upload = { exported: 'as uploads', erased: idStays };
const consent = {
  exported: 'by identity, which owns consents',
  erased: 'stays: only what was withdrawn, so that nobody opens those documents; its id names nobody',
};

const personalDataOfEvidence: PersonalTables = {
  case_assignee: [ids('operator', 'assignee_id', duty)],
  evidence_version: [ids('person', 'uploaded_by', { ...ofDocument, exported: 'as uploads' })],
  field_work_assignment: [ids('operator', 'assignee_id', duty)],
  held_step_up: [ids('operator', 'person_id', heldStepUp)],
  legal_hold: [
    ids('person', 'person_id', {
      exported: 'no: the person is not told',
      erased: 'stays: nobody under a hold is erased',
    }),
  ],
  public_media: [
    ids('representative', 'uploaded_by', { ...ofDocument, exported: 'as uploads' }),
    words('representative', 'alt', 'uploaded_by', {
      exported: 'as uploads',
      erased: 'stays: describes an image of the provider, and goes with it',
    }),
  ],
  review_grant: [ids('operator', 'reviewer_id', act), ids('person', 'uploaded_by', ofDocument)],
  upload_consent: [ids('person', 'person_id', consent)],
  upload_intent: [
    ids('person', 'created_by', upload),
    words('person', 'label', 'created_by', { exported: 'as uploads', erased: 'deleted' }),
  ],
  upload_session: [ids('person', 'created_by', upload)],
};

const payment = { exported: 'as payments', erased: 'deleted; accounting law keeps the payment without its payer' };
const notification = { exported: 'as notifications', erased: 'deleted' };
const preference = { exported: 'in preferences', erased: 'deleted' };
const device = { exported: 'as devices', erased: 'deleted' };

const personalDataOfWebhooks: PersonalTables = {
  delivery: [
    ids('person', 'user_id', {
      exported: 'with its notification',
      erased: 'stays: without content; queued pushes end',
    }),
  ],
  dev_mailbox_message: [
    words('person', 'id channel template challenge_id recipient contact code text device_id push_service', null, {
      exported: 'no: production has no mailbox',
      erased: 'deleted, by the digests of contacts in the event',
    }),
  ],
  device: [ids('person', 'user_id', device), words('person', 'installation_id', 'user_id', device)],
  notification: [ids('person', 'user_id', notification), words('person', 'data', 'user_id', notification)],
  notification_preference: [
    ids('person', 'user_id', preference),
    words('person', 'groups quiet_end quiet_start time_zone', 'user_id', preference),
  ],
  payment_intent: [ids('representative', 'user_id', payment)],
  person_inbox: [ids('person', 'user_id', { exported: 'no: a counter', erased: 'deleted' })],
  representative: [ids('representative', 'user_id', representation)],
};

/** Every column with the words or the id of a person, and how it leaves the platform (docs/domain/erasure.md). */
export const personalData: Record<DeclaredService, PersonalTables> = {
  identity: { ...personalDataOfKit, ...personalDataOfIdentity },
  provider: { ...personalDataOfKit, ...personalDataOfErased, ...personalDataOfProvider },
  evidence: { ...personalDataOfKit, ...personalDataOfErased, ...personalDataOfEvidence },
  verification: { ...personalDataOfKit, ...personalDataOfErased, ...personalDataOfVerification },
  operations: { ...personalDataOfKit, ...personalDataOfErased, ...personalDataOfOperations },
  webhooks: { ...personalDataOfKit, ...personalDataOfErased, ...personalDataOfWebhooks },
};
