-- A service that operators removed is selected again by operators only (docs/domain/provider-record.md 19).
alter table service_selection
  add column removed_by_operators boolean not null default false,
  add column removal_reason_code text check (removal_reason_code in ('under_investigation', 'safety_concern',
    'suspected_fraud', 'wrong_information', 'rule_breach', 'legal_or_regulator', 'resolved', 'mistake', 'other')),
  add constraint reason_of_operators check (removed_by_operators or removal_reason_code is null),
  add constraint removed_by_operators_is_removed check (not removed_by_operators or state = 'removed');
grant update (removed_by_operators, removal_reason_code) on service_selection to service_app;
