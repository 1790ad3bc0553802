-- What claims are about (docs/domain/claim-subject.md): the registered name of the business, the person responsible, or the premises. One
-- that changes is a new row, so a claim never moves to another name, person or place (promise T1).
create type claim_about as enum ('business', 'person', 'premises');
create table claim_subject (
  id uuid primary key,
  provider_id uuid not null references provider,
  about claim_about not null,
  -- Sealed: the registered name under the key of the provider, the names of the person as JSON under that of the person.
  sealed_name bytea,
  user_id uuid,
  named_at timestamptz not null,
  ended_at timestamptz check (ended_at >= named_at),
  end_reason text check (end_reason in ('replaced', 'left', 'removed', 'ended_by_operator')),
  -- The form in which the person lets everybody read their name. Without it nothing about the person is public.
  public_form text check (public_form in ('full_name', 'given_name_and_initial')),
  consented_at timestamptz,
  check ((about = 'person') = (user_id is not null)),
  check ((about = 'premises') = (sealed_name is null)),
  check ((ended_at is null) = (end_reason is null)),
  check ((public_form is null) = (consented_at is null)),
  check (public_form is null or about = 'person')
);
create unique index one_current_subject on claim_subject (provider_id, about) where ended_at is null;
create index claim_subject_of_person on claim_subject (user_id) where user_id is not null;
grant select, insert, update (ended_at, end_reason, public_form, consented_at) on claim_subject to service_app;

create function guard_claim_subject() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null and (
    (new.ended_at, new.end_reason) is distinct from (old.ended_at, old.end_reason)
    or new.public_form is not null and new.public_form is distinct from old.public_form
  ) then
    raise exception 'what a claim is about ends once and is kept' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_claim_subject before update or delete on claim_subject for each row execute function guard_claim_subject();
alter table claim_subject enable always trigger guard_claim_subject;
create trigger refuse_truncate before truncate on claim_subject for each statement execute function refuse_change();
alter table claim_subject enable always trigger refuse_truncate;

-- Who holds a duty of the case: they compare its subjects with the documents.
alter table case_projection add assignee_ids uuid[] not null default '{}';

-- Null: a claim whose check confirmed no subject, by an earlier release.
alter table claim add subject_id uuid;
create index claim_of_subject on claim (subject_id);

-- Who travels without an area and without checked premises is found, but has no place to rank by (docs/domain/publication-and-search.md 15).
alter table public_listing alter column geog drop not null;
