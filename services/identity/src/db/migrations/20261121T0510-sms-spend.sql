-- What an SMS costs, and to whom it goes (promise A6).

alter table challenge
  -- The number without its last four digits: enough to see a range that only asks and never answers.
  add column sms_prefix text,
  -- The answer is the same, but nothing was sent.
  add column withheld_because text check (withheld_because in ('country', 'range', 'prefix', 'budget')),
  add check ((channel = 'sms') = (sms_prefix is not null)),
  add check (withheld_because is null or channel = 'sms');
create index challenge_expiry on challenge (expires_at);

grant delete on challenge to service_app;
