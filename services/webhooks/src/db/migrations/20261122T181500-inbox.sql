-- The order of changes in the inbox of a person, for `?since=`, and the reports of carriers about deliveries.
-- checked against release 1: notifications of its replicas get change 0, which lists show and `since` skips; stop webhooks before this migration.
create table person_inbox (
  user_id uuid primary key,
  last_change bigint not null check (last_change > 0)
);
alter table notification add column change bigint not null default 0;
create index notification_change on notification (user_id, change, id);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_created on notification (created_at);
grant select, insert, update (last_change), delete on person_inbox to service_app;
grant update (read_at, change) on notification to service_app;

-- Identifier of the message at the carrier. A carrier may report a sent message as delivered or failed.
alter table delivery
  add column provider_message_id text check (length(provider_message_id) <= 128),
  add column reported_at timestamptz;
create unique index delivery_provider_message on delivery (channel, provider_message_id) where provider_message_id is not null;
alter table delivery drop constraint delivery_state_check;
alter table delivery add constraint delivery_state_check check (state in ('queued', 'sent', 'delivered', 'failed'));
alter table delivery drop constraint delivery_failure_check;
alter table delivery add constraint delivery_failure_check
  check (failure in ('expired', 'attempts_used', 'refused', 'undelivered'));
insert into allowed_transition values ('delivery', 'sent', 'delivered'), ('delivery', 'sent', 'failed');

create or replace function refuse_ended_delivery() returns trigger language plpgsql as $$
begin
  if old.state = 'sent' and new.state in ('delivered', 'failed')
    and new.reported_at is not null and new.ended_at = old.ended_at and new.attempt_count = old.attempt_count
    and new.provider_message_id is not distinct from old.provider_message_id
    and coalesce(new.failure, 'undelivered') = 'undelivered' then
    return new;
  end if;
  if old.state <> 'queued' then
    raise exception 'a delivery that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
grant update (provider_message_id, reported_at) on delivery to service_app;
