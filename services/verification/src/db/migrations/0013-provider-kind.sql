-- Whether a business is one person or an organisation is part of what a reviewer confirms (docs/domain/claim-subject.md 24).
create type provider_kind as enum ('individual', 'organisation');

-- Of a registered name. Null: a person or premises, or an event of an earlier release.
alter table claim_subject add provider_kind provider_kind, add constraint kind_is_of_business check (provider_kind is null or about = 'business');
grant update (provider_kind) on claim_subject to service_app;
create or replace function guard_claim_subject() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null and new.ended_at is distinct from old.ended_at
    or old.person_id is not null and new.person_id is distinct from old.person_id then
    raise exception 'what a claim is about ends once and is kept' using errcode = 'restrict_violation';
  end if;
  if old.provider_kind is not null and new.provider_kind is distinct from old.provider_kind then
    raise exception 'a registered name keeps its kind' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What the reviewer found. Null: a claim about something else, or a check by an earlier release.
alter table case_check add provider_kind provider_kind;
create function require_kind_of_check() returns trigger language plpgsql as $$
begin
  if exists (select from claim_subject where id = new.subject_id and provider_kind is distinct from new.provider_kind and provider_kind is not null) then
    raise exception 'the check confirms another kind of provider' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger require_kind before insert on case_check for each row when (new.provider_kind is not null)
  execute function require_kind_of_check();
alter table case_check enable always trigger require_kind;
