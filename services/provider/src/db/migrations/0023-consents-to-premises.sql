-- Everybody who agreed that the public premises are shown (docs/domain/provider-record.md 24). The place goes with the last consent.
create table premises_consent (
  provider_id uuid not null references public_premises on delete cascade,
  person_id uuid not null,
  consented_at timestamptz not null,
  primary key (provider_id, person_id)
);
create index premises_consent_of_person on premises_consent (person_id);
grant select, insert, update (consented_at), delete on premises_consent to service_app;

insert into premises_consent (provider_id, person_id, consented_at)
select provider_id, consented_by, consented_at from public_premises;
alter table public_premises drop consented_by, drop consented_at;

-- Checked at commit. The provider is locked first: of two consents that end at once, the second sees the first.
create function keep_a_consent() returns trigger language plpgsql as $$
declare
  changed constant uuid := case when tg_op = 'DELETE' then old.provider_id else new.provider_id end;
begin
  perform from provider where id = changed for update;
  if exists (select from public_premises where provider_id = changed)
    and not exists (select from premises_consent where provider_id = changed)
  then
    raise exception 'public premises are shown with a consent only'
      using errcode = 'check_violation', constraint = 'premises_have_consent';
  end if;
  return null;
end $$;
create constraint trigger keep_a_consent after insert on public_premises deferrable initially deferred
  for each row execute function keep_a_consent();
alter table public_premises enable always trigger keep_a_consent;
create constraint trigger keep_a_consent after delete on premises_consent deferrable initially deferred
  for each row execute function keep_a_consent();
alter table premises_consent enable always trigger keep_a_consent;
create trigger refuse_truncate before truncate on premises_consent for each statement execute function refuse_change();
alter table premises_consent enable always trigger refuse_truncate;

-- Whose consent alone showed the premises at their end: documents about them end with that person (docs/domain/erasure.md 20).
alter table claim_subject add shown_by uuid, add constraint shown_until_the_end
  check (shown_by is null or about = 'premises' and ended_at is not null);
create index claim_subject_shown_by on claim_subject (shown_by) where shown_by is not null;
grant update (shown_by) on claim_subject to service_app;

-- Operations announces who is sent to which visit: they read where the public premises are (docs/domain/field-work.md 14).
create table visit_agent (
  work_item_id uuid primary key,
  provider_id uuid not null,
  assignee_id uuid,
  is_open boolean not null
);
grant select, insert, update (provider_id, assignee_id, is_open) on visit_agent to service_app;
