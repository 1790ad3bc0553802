-- What representatives may know of the reason of an operator, as a code.
alter table provider_transition add column reason_code text check (reason_code in ('under_investigation', 'safety_concern',
  'suspected_fraud', 'wrong_information', 'rule_breach', 'legal_or_regulator', 'resolved', 'mistake', 'other'));
