-- What goes out to people: deliveries, the notification inbox, and who represents whom.

-- Projection of the provider service's events. Ended ones stay: they tell a provider that nobody represents from an unknown one.
create table representative (
  assignment_id uuid primary key,
  provider_id uuid not null,
  user_id uuid not null,
  ended_at timestamptz
);
create index representative_provider on representative (provider_id);

-- One person's inbox. The text is rendered when read, in the reader's language.
create table notification (
  id uuid primary key,
  event_id uuid not null,
  user_id uuid not null,
  provider_id uuid,
  template text not null,
  data jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (event_id, user_id)
);
create index notification_inbox on notification (user_id, created_at desc, id desc);

create table delivery (
  id uuid primary key,
  event_id uuid not null,
  channel text not null check (channel in ('sms', 'email', 'push')),
  template text not null,
  -- To whom: a user's devices, or what the sealed content says.
  user_id uuid,
  -- Address and code of a one-time code, readable with this service's private key only, and gone once it has ended.
  sealed text,
  expires_at timestamptz,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempt_count smallint not null default 0 check (attempt_count between 0 and 12),
  -- Also the lease of whoever is trying: set to the next rung before the attempt begins.
  next_try_at timestamptz,
  failure text check (failure in ('expired', 'attempts_used', 'refused')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'queued') = (ended_at is null)),
  check ((state = 'queued') = (next_try_at is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (num_nonnulls(user_id, sealed) = case when state = 'queued' or channel = 'push' then 1 else 0 end),
  unique nulls not distinct (event_id, channel, user_id)
);
create index delivery_due on delivery (next_try_at) where state = 'queued';
insert into allowed_transition values ('delivery', 'queued', 'sent'), ('delivery', 'queued', 'failed');
call guard_transitions('delivery', 'delivery');

create function refuse_ended_delivery() returns trigger language plpgsql as $$
begin
  if old.state <> 'queued' then
    raise exception 'a delivery that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_ended_delivery before update on delivery for each row execute function refuse_ended_delivery();
alter table delivery enable always trigger refuse_ended_delivery;

-- Development only: what would have been sent. In production nothing writes here.
create table dev_mailbox_message (
  id uuid primary key,
  channel text not null,
  recipient text not null,
  template text not null,
  text text not null,
  code text,
  sent_at timestamptz not null
);
create index dev_mailbox_newest on dev_mailbox_message (recipient, sent_at desc, id desc);

grant select, insert, update (ended_at) on representative to service_app;
grant select, insert on notification, dev_mailbox_message to service_app;
grant select, insert, update (state, attempt_count, next_try_at, failure, sealed, ended_at) on delivery to service_app;
