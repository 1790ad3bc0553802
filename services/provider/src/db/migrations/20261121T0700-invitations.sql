-- Somebody is invited to represent a provider. Whom, only identity can read: here is what is needed to see that they are invited
-- already, and a hint for those who invited them, both gone once it is over.
create table invitation (
  -- Of the assignment that comes of it.
  id uuid primary key,
  provider_id uuid not null references provider,
  role representative_role not null,
  contact_key bytea check (length(contact_key) = 32),
  masked_identifier text check (char_length(masked_identifier) <= 40),
  invited_by uuid not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > invited_at),
  state text not null default 'invited' check (state in ('invited', 'accepted', 'revoked', 'expired')),
  ended_at timestamptz check (ended_at >= invited_at),
  check ((state = 'invited') = (ended_at is null)),
  check ((state = 'invited') = (contact_key is not null)),
  check ((state = 'invited') = (masked_identifier is not null))
);
create unique index invitation_one_open on invitation (provider_id, contact_key) where state = 'invited';
create index invitation_open on invitation (provider_id, invited_at, id) where state = 'invited';
create index invitation_expiry on invitation (expires_at);
grant select, insert, update (state, ended_at, contact_key, masked_identifier), delete on invitation to service_app;

insert into allowed_transition values
  ('invitation', 'invited', 'accepted'),
  ('invitation', 'invited', 'revoked'),
  ('invitation', 'invited', 'expired');
call guard_transitions('invitation', 'invitation');

create function refuse_ended_invitation() returns trigger language plpgsql as $$
begin
  if old.state <> 'invited' then
    raise exception 'an invitation that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_ended_invitation before update on invitation for each row execute function refuse_ended_invitation();
alter table invitation enable always trigger refuse_ended_invitation;

-- An invitation gives nobody a second provider: they could use no workspace then. Assignments of one person begin one after the
-- other, so that of two at once the second sees the first.
create function invite_who_is_free() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('assignments of ' || new.user_id, 0));
  if exists (select from invitation where id = new.id)
    and exists (select from representative where user_id = new.user_id and ended_at is null) then
    raise exception 'an invited person represents nobody yet'
      using errcode = 'check_violation', constraint = 'invited_person_is_free';
  end if;
  return new;
end $$;
create trigger invite_who_is_free before insert on representative for each row execute function invite_who_is_free();
alter table representative enable always trigger invite_who_is_free;
