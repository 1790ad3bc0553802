-- Devices that have signed in at a number or address: strangers cannot use up their allowance (promise A6, ADR 0031).

create table known_device (
  -- Keyed hash of the device id and the identity: the id itself is not stored, and a device that two people share cannot be matched.
  device_hash bytea primary key check (length(device_hash) = 32),
  channel text not null,
  identifier_index bytea not null,
  first_signed_in_at timestamptz not null,
  last_signed_in_at timestamptz not null check (last_signed_in_at >= first_signed_in_at),
  foreign key (channel, identifier_index) references contact_point on delete cascade
);
create index known_device_contact on known_device (channel, identifier_index);
create index known_device_age on known_device (last_signed_in_at);
grant select, insert, update (last_signed_in_at), delete on known_device to service_app;

-- The device that a session was opened on. When its owner ends the session, the device is forgotten.
alter table session add column device_hash bytea references known_device on delete set null;
create index session_known_device on session (device_hash) where device_hash is not null;

-- The device that requested the code; a network where the request had no device id. Null for older challenges.
alter table challenge add column device_hash bytea check (length(device_hash) = 32);
create index challenge_device on challenge (device_hash, created_at desc);

-- `identity`: strangers have used up what the identity gets in a day. That concerns e-mail as well.
alter table challenge
  drop constraint challenge_withheld_because_check,
  drop constraint challenge_check1,
  add constraint challenge_withheld_because_check
    check (withheld_because in ('country', 'range', 'prefix', 'budget', 'identity')),
  add constraint challenge_withheld_sms check (withheld_because is null or withheld_because = 'identity' or channel = 'sms');
