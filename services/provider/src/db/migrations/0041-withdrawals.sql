-- A consent that is still being stored when its withdrawal arrives does not outlive it (docs/domain/erasure.md 28).
create table consent_withdrawal (
  person_id uuid not null,
  policy_key text not null,
  withdrawn_at timestamptz not null,
  primary key (person_id, policy_key)
);
grant select, insert, update (withdrawn_at), delete on consent_withdrawal to service_app;

-- A withdrawal goes with its person, and moves to a later time only.
create function guard_withdrawal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.withdrawn_at >= old.withdrawn_at then
    return new;
  elsif tg_op = 'DELETE' and exists (select from erased_person where person_id = old.person_id) then
    return old;
  end if;
  raise exception 'a withdrawal is kept until its person is erased' using errcode = 'restrict_violation';
end $$;
create trigger guard_withdrawal before update or delete on consent_withdrawal for each row execute function guard_withdrawal();
alter table consent_withdrawal enable always trigger guard_withdrawal;
create trigger refuse_truncate before truncate on consent_withdrawal for each statement execute function refuse_change();
alter table consent_withdrawal enable always trigger refuse_truncate;

-- Whoever stores a consent or its withdrawal takes this lock, before any lock of a provider.
create function lock_consent(person uuid, policy text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('consent ' || policy || ' ' || person, 0));
$$;

-- Whether the person has not withdrawn the policy at that time or later.
create function may_consent(person uuid, policy text, consents_at timestamptz) returns boolean language plpgsql as $$
begin
  perform lock_consent(person, policy);
  return not exists (
    select from consent_withdrawal w
    where w.person_id = person and w.policy_key = policy and w.withdrawn_at >= consents_at
  );
end $$;

create function guard_withdrawn_consent() returns trigger language plpgsql as $$
declare
  consent jsonb := to_jsonb(new);
  person uuid := coalesce(consent ->> 'person_id', consent ->> 'user_id');
begin
  if tg_table_name = 'enquiry_contact' then
    select customer_id into person from enquiry where id = new.enquiry_id;
  end if;
  if not may_consent(person, tg_argv[0], new.consented_at) then
    raise exception 'the person withdrew this consent' using errcode = 'restrict_violation', constraint = 'consent_not_withdrawn';
  end if;
  return new;
end $$;
create trigger guard_withdrawn_consent before insert or update of consented_at on premises_consent for each row
  execute function guard_withdrawn_consent('public-premises');
alter table premises_consent enable always trigger guard_withdrawn_consent;
create trigger guard_withdrawn_consent before update of consented_at on claim_subject for each row
  when (new.consented_at is not null) execute function guard_withdrawn_consent('public-name');
alter table claim_subject enable always trigger guard_withdrawn_consent;
create trigger guard_withdrawn_consent before insert on enquiry_contact for each row
  execute function guard_withdrawn_consent('contact-sharing');
alter table enquiry_contact enable always trigger guard_withdrawn_consent;
