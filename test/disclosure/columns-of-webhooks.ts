import type { Tables } from './tables.ts';

const codes = 'a word of a closed list';
const counts = 'a number or a time, which says nothing of whom';
const carrier = 'an id of the carrier or the payment provider, which only their reports name';
const amounts = 'an amount, whose payment is named by its id';

export const columnsOfWebhooks: Tables = {
  delivery: {
    private: {
      'device id': 'device_id',
      'notification id': 'notification_id',
      'person id': 'user_id',
      machinery: 'sealed',
    },
    derived: {
      id: 'the id of a delivery, by which logs and `npm run deliveries` name it',
      event_id: 'the id of the event that caused it',
      'channel lane template state failure': codes,
      'attempt_count created_at ended_at expires_at next_try_at redriven_at reported_at': counts,
      provider_message_id: carrier,
      traceparent: 'the trace of the event',
    },
  },
  delivery_attempt: {
    derived: { delivery_id: 'the id of a delivery', 'outcome reason': codes, 'attempt started_at ended_at': counts },
  },
  dev_mailbox_message: {
    derived: {
      'id channel template sent_at challenge_id recipient contact code text':
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
      key_id: 'which secret wraps the key',
      session_id: 'the sign-in whose end removes the device',
      'locale push_service': codes,
      'registered_at updated_at': counts,
    },
  },
  inbound_event: {
    private: { hash: 'body_hash', machinery: 'content' },
    derived: {
      id: 'the id of the event on the bus',
      provider_event_id: carrier,
      'outcome source': codes,
      'conflict_count duplicate_count processed_at received_at': counts,
    },
  },
  ledger_entry: {
    private: { 'ledger id': 'transaction_id' },
    derived: { 'account currency': codes, amount_minor: amounts },
  },
  ledger_transaction: {
    private: { 'ledger id': 'id', 'payment id': 'payment_id' },
    derived: { 'adapter kind': codes, booked_at: counts, reference: carrier },
  },
  message_status: {
    derived: { message_ref: carrier, 'error_code source status': codes, reported_at: counts },
  },
  notification: {
    private: { 'notification id': 'id', 'person id': 'user_id', 'provider id': 'provider_id' },
    derived: {
      data: 'ids of cases and claims, which their services search for',
      event_id: 'the id of the event that caused it',
      template: codes,
      'change created_at read_at': counts,
    },
  },
  notification_preference: {
    private: { 'person id': 'user_id' },
    derived: {
      'groups locale quiet_end quiet_start time_zone': 'choices; no operation shows those of others',
      revision: counts,
    },
  },
  payment_difference: {
    derived: { 'id found_at': counts, 'adapter kind': codes, reference: carrier },
  },
  payment_intent: {
    private: {
      'payment id': 'id',
      'person id': 'user_id',
      'provider id': 'provider_id',
      machinery: 'client_secret',
    },
    derived: {
      'adapter currency failure_code purpose state': codes,
      amount_minor: amounts,
      'attempt_count cancel_requested_at checked_at created_at ended_at next_check_at': counts,
      reference: carrier,
    },
  },
  person_inbox: { private: { 'person id': 'user_id' }, derived: { last_change: counts } },
  reconciliation_run: { derived: { 'checked differences finished_at scheduled_for': counts } },
  representative: {
    private: { 'representation id': 'assignment_id', 'person id': 'user_id', 'provider id': 'provider_id' },
    derived: { ended_at: counts },
  },
  sandbox_payment: {
    private: { 'payment id': 'payment_id' },
    derived: { 'amount_minor refunds': amounts, 'currency state': codes, created_at: counts, reference: carrier },
  },
};
