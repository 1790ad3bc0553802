-- How people sign in: one-time codes, the devices that they used before, and passkeys of operators.

-- Devices that have signed in at a number or address. They have an allowance of codes that strangers cannot use up (promise A6,
-- ADR 0031).
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

create table challenge (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  code_hash bytea not null,
  -- Counted by a statement that commits before the code is compared (promise A1).
  attempts smallint not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  identifier_index bytea not null check (length(identifier_index) = 32),
  sealed_identifier bytea not null,
  -- The number without its last four digits: enough to find ranges that request codes and never use them (promise A6).
  sms_prefix text,
  -- Why no code was sent. The response is the same. `identity`: strangers used up what the identity gets in a day. `stopped`: too many
  -- wrong codes.
  withheld_because text check (withheld_because in ('country', 'range', 'prefix', 'budget', 'identity', 'stopped')),
  -- This person adds the number or address to their account. Null for a code that signs somebody in.
  person_id uuid references person,
  -- The device that requested the code, or its network if the request had no device id.
  device_hash bytea check (length(device_hash) = 32),
  check ((channel = 'sms') = (sms_prefix is not null)),
  constraint challenge_withheld_sms check (withheld_because is null or withheld_because in ('identity', 'stopped') or channel = 'sms')
);
create index challenge_newest on challenge (channel, identifier_index, created_at desc);
create index challenge_expiry on challenge (expires_at);
create index challenge_person on challenge (person_id) where person_id is not null;
create index challenge_device on challenge (device_hash, created_at desc);
grant select, insert, update, delete on challenge to service_app;

-- Consecutive wrong codes for an identity, over all its challenges: after 100, unknown devices cannot sign in (promise A1, ADR 0031).
create table sign_in_failure (
  channel text not null check (channel in ('sms', 'email')),
  -- Every number or address has one, known or not, so a row does not show whether there is an account.
  identifier_index bytea not null check (length(identifier_index) = 32),
  failures integer not null check (failures >= 0),
  last_failed_at timestamptz not null,
  primary key (channel, identifier_index)
);
create index sign_in_failure_age on sign_in_failure (last_failed_at);
grant select, insert, update (failures, last_failed_at), delete on sign_in_failure to service_app;

-- Operators sign in with one-time codes or passkeys (ADR 0081).
create table passkey (
  id uuid primary key,
  person_id uuid not null references person,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- COSE (RFC 9052).
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  -- The authenticator can copy it to other devices of the person.
  is_synced boolean not null,
  sealed_name bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz check (last_used_at >= created_at)
);
create index passkey_person on passkey (person_id);
grant select, insert, update (sign_count, last_used_at), delete on passkey to service_app;

-- WebAuthn, section 7.2, step 22: a counter that does not grow is a sign of a copied authenticator. Some authenticators always send 0.
create function guard_sign_count() returns trigger language plpgsql as $$
begin
  if new.sign_count <= old.sign_count and greatest(new.sign_count, old.sign_count) > 0 then
    raise exception 'the signature counter of a passkey only grows' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_sign_count before update on passkey for each row execute function guard_sign_count();
alter table passkey enable always trigger guard_sign_count;

-- A challenge is deleted when it is used first.
create table passkey_challenge (
  id uuid primary key,
  challenge text not null,
  -- This person registers a passkey. Null for a sign-in.
  person_id uuid references person,
  enrolment_hash bytea,
  expires_at timestamptz not null,
  check (enrolment_hash is null or person_id is not null)
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
create index passkey_challenge_person on passkey_challenge (person_id) where person_id is not null;
grant select, insert, delete on passkey_challenge to service_app;

-- Permission to register the first passkey. At most one for a person; deleted when that passkey is registered.
create table passkey_enrolment (
  person_id uuid primary key references person,
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null
);
create index passkey_enrolment_expiry on passkey_enrolment (expires_at);
grant select, insert, update (token_hash, expires_at), delete on passkey_enrolment to service_app;
