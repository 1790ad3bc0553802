-- Messages to people, by text message, e-mail and push, and what their carriers report.

-- Partitioned by the week of the event, so that a repeated event finds its first delivery.
create table delivery (
  id uuid not null,
  event_id uuid not null,
  channel text not null check (channel in ('sms', 'email', 'push')),
  template text not null,
  -- A push goes to the devices of this person, any other message to the address in its sealed content.
  user_id uuid,
  -- Address and text, readable with the private key of this service only. A parked delivery keeps them, to be sent again until it
  -- expires; any other deletes them when it ends.
  sealed text,
  expires_at timestamptz,
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
  attempt_count smallint not null default 0 check (attempt_count between 0 and 12),
  -- Also the lease of the replica that sends: it sets the time of the next attempt before it begins one.
  next_try_at timestamptz,
  failure text check (failure in ('expired', 'attempts_used', 'refused', 'undelivered')),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- The W3C trace context of the event that caused the delivery. Sending continues that trace.
  traceparent text check (length(traceparent) <= 55),
  -- The id of the message at its carrier, which may report it as delivered or failed.
  provider_message_id text check (length(provider_message_id) <= 128),
  reported_at timestamptz,
  device_id uuid,
  notification_id uuid,
  redriven_at timestamptz,
  -- Deliveries wait only for others in their lane. One-time codes have lanes of their own.
  lane text check (lane in ('sms_code', 'email_code', 'sms', 'email', 'fcm', 'apns')),
  primary key (id, event_id),
  check ((state = 'queued') = (ended_at is null)),
  check ((state = 'queued') = (next_try_at is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (state <> 'queued' or lane is not null),
  constraint delivery_once unique nulls not distinct (event_id, channel, user_id, device_id),
  constraint delivery_content check (
    case when channel = 'push' then user_id is not null and sealed is null
    else user_id is null and (state <> 'queued' or sealed is not null)
      and (sealed is null or state = 'queued' or failure = 'attempts_used') end)
) partition by range (event_id);
create index delivery_push_queued on delivery (user_id) where state = 'queued' and user_id is not null;
create index delivery_provider_message on delivery (channel, provider_message_id) where provider_message_id is not null;
create index delivery_due on delivery (lane, next_try_at) where state = 'queued';
create index delivery_parked on delivery (ended_at) where failure = 'attempts_used';
insert into allowed_transition values
  ('delivery', 'queued', 'sent'), ('delivery', 'queued', 'failed'),
  ('delivery', 'sent', 'delivered'), ('delivery', 'sent', 'failed'),
  ('delivery', 'failed', 'queued');
call guard_transitions('delivery', 'delivery');
grant select, insert, update (state, attempt_count, next_try_at, failure, sealed, ended_at, provider_message_id,
  reported_at, redriven_at) on delivery to service_app;

-- A delivery that has ended changes only by the report of its carrier, or when a parked one is sent again or loses its content.
create function refuse_ended_delivery() returns trigger language plpgsql as $$
declare
  is_parked boolean := old.state = 'failed' and old.failure = 'attempts_used';
begin
  if old.state = 'sent' and new.state in ('delivered', 'failed')
    and new.reported_at is not null and new.ended_at = old.ended_at and new.attempt_count = old.attempt_count
    and new.provider_message_id is not distinct from old.provider_message_id
    and coalesce(new.failure, 'undelivered') = 'undelivered' then
    return new;
  end if;
  if is_parked and new.state = 'queued' and new.redriven_at is not null then
    return new;
  end if;
  if is_parked and new.state = 'failed' and new.sealed is null and new.attempt_count = old.attempt_count
    and new.failure = old.failure and new.ended_at = old.ended_at then
    return new;
  end if;
  if old.state <> 'queued' then
    raise exception 'a delivery that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_ended_delivery before update on delivery for each row execute function refuse_ended_delivery();
alter table delivery enable always trigger refuse_ended_delivery;

-- One row for each attempt. The reason is a code of this service or of the carrier, never a text of the carrier. No foreign key:
-- Postgres drops no partition that one refers to. An attempt is inserted by the statement that changes its delivery.
create table delivery_attempt (
  delivery_id uuid not null,
  event_id uuid not null,
  started_at timestamptz not null,
  attempt smallint not null check (attempt > 0),
  ended_at timestamptz not null check (ended_at >= started_at),
  outcome text not null check (outcome in ('sent', 'failed', 'refused')),
  reason text check (reason ~ '^[a-z0-9_]{1,64}$'),
  primary key (delivery_id, event_id, started_at, attempt),
  check ((outcome = 'sent') = (reason is null))
) partition by range (event_id);
call make_immutable('delivery_attempt');
grant select, insert on delivery_attempt to service_app;

insert into partitioned_table values ('delivery', 90, $$state = 'queued'$$), ('delivery_attempt', 90, null);

-- SMS and chat providers report these about a message. Reports may arrive in another order than they were made.
create table message_status (
  source text not null,
  message_ref text not null,
  status text not null,
  error_code text,
  reported_at timestamptz not null,
  primary key (source, message_ref, status)
);
create index message_status_reported on message_status (reported_at);
grant select, insert, delete on message_status to service_app;

-- In development: messages that would have been sent. In production nothing writes here.
create table dev_mailbox_message (
  id uuid primary key,
  channel text not null,
  recipient text not null,
  template text not null,
  text text not null,
  code text,
  sent_at timestamptz not null,
  contact text,
  -- The challenge of a one-time code.
  challenge_id uuid
);
create index dev_mailbox_newest on dev_mailbox_message (recipient, sent_at desc, id desc);
create index dev_mailbox_contact on dev_mailbox_message (contact);
create index dev_mailbox_newest_of_all on dev_mailbox_message (sent_at desc, id desc);
grant select, insert, delete on dev_mailbox_message to service_app;
