-- Operators sign in with passkeys beside one-time codes (ADR 0081).

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

-- WebAuthn, section 7.2, step 22: a counter that does not grow shows a copied authenticator. Some authenticators always send zero.
create function guard_sign_count() returns trigger language plpgsql as $$
begin
  if new.sign_count <= old.sign_count and greatest(new.sign_count, old.sign_count) > 0 then
    raise exception 'the signature counter of a passkey only grows' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_sign_count before update on passkey for each row execute function guard_sign_count();
alter table passkey enable always trigger guard_sign_count;

-- Deleted by its first use.
create table passkey_challenge (
  id uuid primary key,
  challenge text not null,
  -- Who registers a passkey; null for a sign-in.
  person_id uuid references person,
  enrolment_hash bytea,
  expires_at timestamptz not null,
  check (enrolment_hash is null or person_id is not null)
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
create index passkey_challenge_person on passkey_challenge (person_id) where person_id is not null;
grant select, insert, delete on passkey_challenge to service_app;

-- At most one for a person; deleted when the first passkey is registered.
create table passkey_enrolment (
  person_id uuid primary key references person,
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null
);
create index passkey_enrolment_expiry on passkey_enrolment (expires_at);
grant select, insert, update (token_hash, expires_at), delete on passkey_enrolment to service_app;

alter table session
  add column authenticated_by text not null default 'one_time_code' check (authenticated_by in ('one_time_code', 'passkey')),
  add column passkey_id uuid references passkey on delete set null,
  drop constraint session_revoked_because_check,
  add constraint session_revoked_because_check check (revoked_because in
    ('logout', 'refresh_reuse', 'ended_by_owner', 'signed_in_again', 'role_granted', 'erased', 'emergency', 'passkey_revoked')),
  add constraint session_passkey check (passkey_id is null or authenticated_by = 'passkey');
create index session_passkey on session (passkey_id) where passkey_id is not null;
