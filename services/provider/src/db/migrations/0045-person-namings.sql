-- Whom somebody else names answers for the provider once they accept it (docs/domain/claim-subject.md 3). Until then they are no subject:
-- nothing is announced, and nothing public reads this table.
create table person_naming (
  -- Becomes the id of the subject.
  id uuid primary key,
  provider_id uuid not null unique references provider,
  user_id uuid not null,
  -- As in `claim_subject`: the names as JSON, under the key of the person.
  sealed_name bytea not null,
  named_by uuid not null,
  named_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > named_at),
  -- The current claims that the namer read, which end with the acceptance.
  ends_claim_ids uuid[] not null,
  -- Known to the person alone: everybody else sees a naming that waits.
  declined_at timestamptz check (declined_at between named_at and expires_at),
  constraint named_by_somebody_else check (named_by <> user_id)
);
create index person_naming_of_person on person_naming (user_id);
create index person_naming_expiry on person_naming (expires_at);
grant select, insert, update (declined_at), delete on person_naming to service_app;

create function guard_naming() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'a naming is declined once' using errcode = 'restrict_violation';
  end if;
  perform from provider where id = new.provider_id for update;
  if not exists (
    select from representative where provider_id = new.provider_id and user_id = new.user_id and ended_at is null
  ) then
    raise exception 'only a representative is named' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_naming before insert on person_naming for each row execute function guard_naming();
alter table person_naming enable always trigger guard_naming;
create trigger guard_declined before update on person_naming for each row
  when (old.declined_at is not null) execute function guard_naming();
alter table person_naming enable always trigger guard_declined;

-- Who agreed by their own sign-in to answer for the provider. Null: a business or premises, or a person named in an earlier release.
alter table claim_subject add column accepted_by uuid check (accepted_by is null or accepted_by = user_id);

create function guard_acceptance() returns trigger language plpgsql as $$
begin
  perform from provider where id = new.provider_id for update;
  if new.accepted_by is null or exists (
    select from person_naming n where n.id = new.id
      and (n.provider_id <> new.provider_id or n.user_id <> new.user_id or n.declined_at is not null or n.expires_at <= new.named_at)
  ) then
    raise exception 'nobody answers for a provider who has not accepted it' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_acceptance before insert on claim_subject for each row
  when (new.about = 'person') execute function guard_acceptance();
alter table claim_subject enable always trigger guard_acceptance;
