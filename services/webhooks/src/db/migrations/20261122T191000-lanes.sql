-- Deliveries to devices in lanes, every attempt, and parked deliveries that can be sent again.
-- checked against release 1: its replicas fail to queue a delivery, so stop webhooks before this migration.
alter table delivery
  add column device_id uuid,
  add column notification_id uuid,
  add column redriven_at timestamptz,
  -- Deliveries of one lane wait for each other only; codes have their own.
  add column lane text check (lane in ('sms_code', 'email_code', 'sms', 'email', 'fcm', 'apns'));
update delivery set lane = case
  when channel = 'push' then 'fcm'
  when template in ('one_time_code', 'contact_point_code') then channel || '_code'
  else channel end
  where state = 'queued';
alter table delivery add check (state <> 'queued' or lane is not null);
drop index delivery_due;
create index delivery_due on delivery (lane, next_try_at) where state = 'queued';
create index delivery_parked on delivery (ended_at) where failure = 'attempts_used';
alter table delivery drop constraint delivery_event_id_channel_user_id_key;
alter table delivery add constraint delivery_once unique nulls not distinct (event_id, channel, user_id, device_id);

-- A parked delivery keeps its sealed content, to be sent again until it expires.
alter table delivery drop constraint delivery_check3;
alter table delivery add constraint delivery_content check (
  case when channel = 'push' then user_id is not null and sealed is null
  else user_id is null and (state <> 'queued' or sealed is not null)
    and (sealed is null or state = 'queued' or failure = 'attempts_used') end);
insert into allowed_transition values ('delivery', 'failed', 'queued');

create or replace function refuse_ended_delivery() returns trigger language plpgsql as $$
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
grant update (redriven_at) on delivery to service_app;

-- One row for each attempt. The reason is a code of ours or of the carrier, never its text.
create table delivery_attempt (
  delivery_id uuid not null references delivery,
  started_at timestamptz not null,
  attempt smallint not null check (attempt > 0),
  ended_at timestamptz not null check (ended_at >= started_at),
  outcome text not null check (outcome in ('sent', 'failed', 'refused')),
  reason text check (reason ~ '^[a-z0-9_]{1,64}$'),
  primary key (delivery_id, started_at, attempt),
  check ((outcome = 'sent') = (reason is null))
);
call make_immutable('delivery_attempt');
grant select, insert on delivery_attempt to service_app;
