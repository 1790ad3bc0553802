import { impersonal, type Tables } from './tables.ts';

const codes = impersonal('a word of a closed list');
const counts = impersonal('a number or a time, which says nothing of whom');
const carrier = impersonal('an id of the carrier or the payment provider, which only their reports name');
const amounts = impersonal('an amount, whose payment is named by its id');

export const columnsOfWebhooks: Tables = {
  delivery: {
    private: {
      'device id': 'device_id',
      'notification id': 'notification_id',
      'person id': 'user_id',
      machinery: 'sealed',
    },
    derived: {
      id: impersonal('the id of a delivery, by which logs and `npm run deliveries` name it'),
      event_id: impersonal('the id of the event that caused it'),
      template: codes,
      provider_message_id: carrier,
      traceparent: impersonal('the trace of the event'),
    },
  },
  delivery_attempt: {
    derived: { 'delivery_id event_id': impersonal('the ids of a delivery and of its event'), reason: codes },
  },
  dev_mailbox_message: {
    derived: {
      'id channel template challenge_id recipient contact code text device_id push_service':
        'the mailbox of development; its identifiers are searched for, and production has no mailbox',
    },
  },
  device: {
    private: {
      'device id': 'id',
      'installation id': 'installation_id',
      'person id': 'user_id',
      machinery: 'sealed_token wrapped_key',
      hash: 'token_hash',
    },
    derived: {
      key_id: impersonal('which secret wraps the key'),
      session_id: impersonal('the sign-in whose end removes the device'),
    },
  },
  inbound_event: {
    private: { hash: 'body_hash', machinery: 'content' },
    derived: { id: impersonal('the id of the event on the bus'), provider_event_id: carrier, source: codes },
  },
  ledger_entry: { private: { 'ledger id': 'transaction_id' }, derived: { currency: codes } },
  ledger_transaction: {
    private: { 'ledger id': 'id', 'payment id': 'payment_id' },
    derived: { adapter: codes, reference: carrier },
  },
  message_status: { derived: { message_ref: carrier, 'error_code source status': codes } },
  notification: {
    private: { 'notification id': 'id', 'person id': 'user_id', 'provider id': 'provider_id' },
    derived: {
      data: 'ids of cases and claims, which their services search for',
      event_id: impersonal('the id of the event that caused it'),
      template: codes,
    },
  },
  notification_preference: {
    private: { 'person id': 'user_id' },
    derived: { 'groups quiet_end quiet_start time_zone': 'choices; no operation shows those of others' },
  },
  payment_difference: { derived: { id: counts, adapter: codes, reference: carrier } },
  payment_intent: {
    public: { plan_key: impersonal('a plan of the list of plans, which everybody reads') },
    private: { 'payment id': 'id', 'person id': 'user_id', 'provider id': 'provider_id', machinery: 'client_secret' },
    derived: { 'adapter currency failure_code purpose': codes, reference: carrier },
  },
  person_inbox: { private: { 'person id': 'user_id' } },
  plan: { public: { 'key label period': impersonal('the list of plans, which everybody reads') } },
  representative: {
    private: { 'representation id': 'assignment_id', 'person id': 'user_id', 'provider id': 'provider_id' },
  },
  sandbox_payment: {
    private: { 'payment id': 'payment_id' },
    derived: { refunds: amounts, currency: codes, reference: carrier },
  },
};
