-- Consecutive wrong codes for an identity, over all its challenges: at 100 unknown devices cannot sign in (promise A1, ADR 0031).

create table sign_in_failure (
  channel text not null check (channel in ('sms', 'email')),
  -- Of any number or address, known or not: it tells nothing of the account.
  identifier_index bytea not null check (length(identifier_index) = 32),
  failures integer not null check (failures >= 0),
  last_failed_at timestamptz not null,
  primary key (channel, identifier_index)
);
create index sign_in_failure_age on sign_in_failure (last_failed_at);
grant select, insert, update (failures, last_failed_at), delete on sign_in_failure to service_app;

alter table challenge
  drop constraint challenge_withheld_because_check,
  drop constraint challenge_withheld_sms,
  add constraint challenge_withheld_because_check
    check (withheld_because in ('country', 'range', 'prefix', 'budget', 'identity', 'stopped')),
  add constraint challenge_withheld_sms check (withheld_because is null or withheld_because in ('identity', 'stopped') or channel = 'sms');
