-- Plans, payments, their ledger, and differences from the payment provider. Only the differences leave this database.

-- What can be bought, and its price (promise T8). No version changes: a new price is a new version, which a migration inserts.
create table plan (
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  version integer not null check (version >= 1),
  label jsonb not null check (label ?& array['en', 'fr']),
  -- In minor units of the currency (ISO 4217).
  amount_minor bigint not null check (amount_minor between 1 and 99999999),
  currency text not null check (currency in ('CHF', 'EUR', 'GBP', 'USD')),
  period text not null check (period in ('month')),
  offered_from timestamptz not null,
  primary key (key, version),
  -- A payment refers to all of it, so it cannot have another price than its plan.
  unique (key, version, amount_minor, currency)
);
call make_immutable('plan');
grant select on plan to service_app;
insert into plan values
  ('subscription-monthly', 1, '{"en": "Monthly subscription", "fr": "Abonnement mensuel"}', 1900, 'EUR', 'month', '2026-01-01T00:00:00Z');

create table payment_intent (
  id uuid primary key,
  provider_id uuid not null,
  -- Null when the person is erased.
  user_id uuid,
  purpose text not null check (purpose in ('subscription')),
  plan_key text not null,
  plan_version integer not null,
  amount_minor bigint not null,
  currency text not null,
  state text not null default 'created'
    check (state in ('created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled')),
  adapter text not null check (adapter ~ '^[a-z][a-z0-9-]{1,30}$'),
  -- The id of the payment at its provider.
  reference text check (length(reference) between 1 and 255),
  -- Encrypted. With it the client confirms the payment.
  client_secret bytea,
  failure_code text check (length(failure_code) between 1 and 100),
  cancel_requested_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  attempt_count integer not null default 0,
  -- The provider is asked next at this time. It is also the lease of the replica that asks.
  next_check_at timestamptz,
  -- The request whose response was applied last began at this time. Responses to older requests are ignored.
  checked_at timestamptz,
  unique (adapter, reference),
  foreign key (plan_key, plan_version, amount_minor, currency) references plan (key, version, amount_minor, currency),
  check ((state in ('succeeded', 'failed', 'cancelled')) = (ended_at is not null)),
  check (state in ('created', 'failed', 'cancelled') or reference is not null)
);
create index payment_intent_due on payment_intent (next_check_at) where next_check_at is not null;
create index payment_intent_of_user on payment_intent (user_id, created_at desc, id desc);
create index payment_intent_of_provider on payment_intent (provider_id, ended_at desc) where state = 'succeeded';
create index payment_intent_created on payment_intent (adapter, created_at);
insert into allowed_transition values
  ('payment_intent', 'created', 'requires_action'), ('payment_intent', 'created', 'processing'),
  ('payment_intent', 'created', 'succeeded'), ('payment_intent', 'created', 'failed'),
  ('payment_intent', 'created', 'cancelled'),
  ('payment_intent', 'requires_action', 'processing'), ('payment_intent', 'requires_action', 'succeeded'),
  ('payment_intent', 'requires_action', 'failed'), ('payment_intent', 'requires_action', 'cancelled'),
  ('payment_intent', 'processing', 'requires_action'), ('payment_intent', 'processing', 'succeeded'),
  ('payment_intent', 'processing', 'failed'), ('payment_intent', 'processing', 'cancelled');
call guard_transitions('payment_intent', 'payment_intent');
grant select, insert, update (user_id, state, reference, client_secret, failure_code, cancel_requested_at, ended_at,
  attempt_count, next_check_at, checked_at) on payment_intent to service_app;

create function refuse_new_payment_facts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'created' then
      raise exception 'a new payment is created' using errcode = 'restrict_violation';
    end if;
  elsif (new.id, new.provider_id, new.purpose, new.plan_key, new.plan_version, new.amount_minor, new.currency, new.adapter,
      new.created_at)
      is distinct from (old.id, old.provider_id, old.purpose, old.plan_key, old.plan_version, old.amount_minor, old.currency,
      old.adapter, old.created_at)
    or (old.reference is not null and new.reference is distinct from old.reference)
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
    raise exception 'the facts of a payment are immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_new_payment_facts before insert or update on payment_intent
  for each row execute function refuse_new_payment_facts();
alter table payment_intent enable always trigger refuse_new_payment_facts;

-- Double entry, append-only (promise M5). A positive amount is a debit.
create table ledger_transaction (
  id uuid primary key,
  kind text not null check (kind in ('payment', 'refund')),
  payment_id uuid not null references payment_intent,
  adapter text not null,
  -- The id of the payment or refund at its provider. Each is booked once.
  reference text not null,
  booked_at timestamptz not null,
  unique (adapter, kind, reference)
);
create index ledger_transaction_of_payment on ledger_transaction (payment_id);
call make_immutable('ledger_transaction');
grant select, insert on ledger_transaction to service_app;

create function check_ledger_balance() returns trigger language plpgsql as $$
declare
  booked uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if (select count(*) < 2 or count(distinct currency) <> 1 or sum(amount_minor) <> 0 from ledger_entry where transaction_id = booked) then
    raise exception 'the entries of a ledger transaction must sum to zero in one currency' using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- Checked at commit, because the entries of a transaction are inserted one by one.
create constraint trigger check_ledger_balance after insert on ledger_transaction
  deferrable initially deferred for each row execute function check_ledger_balance('id');
alter table ledger_transaction enable always trigger check_ledger_balance;

create table ledger_entry (
  transaction_id uuid not null references ledger_transaction,
  account text not null check (account in ('payment_provider', 'subscription_income')),
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  primary key (transaction_id, account)
);
call make_immutable('ledger_entry');
grant select, insert on ledger_entry to service_app;

create constraint trigger check_ledger_balance after insert on ledger_entry
  deferrable initially deferred for each row execute function check_ledger_balance('transaction_id');
alter table ledger_entry enable always trigger check_ledger_balance;

-- What is booked of a payment is its price (promise T8); a refund is in its currency.
create function check_booked_price() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_transaction t join payment_intent p on p.id = t.payment_id
    where t.id = new.transaction_id
      and (new.currency <> p.currency or t.kind = 'payment' and abs(new.amount_minor) <> p.amount_minor)
  ) then
    raise exception 'a payment is booked at its price' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_booked_price after insert on ledger_entry
  deferrable initially deferred for each row execute function check_booked_price();
alter table ledger_entry enable always trigger check_booked_price;

create table payment_difference (
  id uuid primary key,
  kind text not null check (kind in ('unknown_payment', 'missing_payment', 'state', 'amount')),
  adapter text not null,
  reference text not null,
  found_at timestamptz not null,
  unique (adapter, reference, kind)
);
call make_immutable('payment_difference');
grant select, insert on payment_difference to service_app;

-- One row per scheduled time: the replica that inserts it leads that run.
create table reconciliation_run (
  scheduled_for timestamptz primary key,
  finished_at timestamptz,
  checked integer,
  differences integer
);
grant select, insert, update (finished_at, checked, differences) on reconciliation_run to service_app;

-- In development: the state of the sandbox, which stands in for a payment provider.
create table sandbox_payment (
  reference text primary key,
  payment_id uuid not null unique,
  amount_minor bigint not null,
  currency text not null,
  state text not null check (state in ('requires_action', 'processing', 'succeeded', 'failed', 'cancelled')),
  refunds jsonb not null default '[]',
  created_at timestamptz not null
);
grant select, insert, update (state, refunds) on sandbox_payment to service_app;
