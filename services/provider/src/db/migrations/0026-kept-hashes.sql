-- Who closes, erases the account and registers again is found for a year (docs/domain/erasure.md 45, ADR 0119).

-- Keyed hash of each verified contact point, of an e-mail address without its tag: equal for two people who share a mailbox.
alter table verified_contacts add mailboxes text[] not null default '{}';
grant update (mailboxes) on verified_contacts to service_app;
create index verified_contacts_mailboxes on verified_contacts using gin (mailboxes);

-- The person and every other account of one of their mailboxes (docs/domain/enquiry.md 29).
create function accounts_of(person uuid) returns setof uuid language sql stable as $$
  select person
  union
  select other.person_id from verified_contacts own join verified_contacts other on other.mailboxes && own.mailboxes
  where own.person_id = person
$$;

-- Of an individual that operators had in question when its owner was erased: keyed hashes of its names and of the mailboxes of the owner.
create table kept_hash (
  provider_id uuid not null references provider,
  kind text not null check (kind in ('name', 'contact')),
  hash bytea not null,
  kept_until timestamptz not null,
  primary key (provider_id, kind, hash)
);
create index kept_hash_same on kept_hash (hash);
create index kept_hash_expiry on kept_hash (kept_until);
grant select, insert, delete on kept_hash to service_app;

-- Whether operators opened it to judge again what was granted.
alter table case_projection add is_review boolean not null default false;

create or replace function was_in_question(of_provider uuid) returns boolean language sql stable as $$
  select exists (select from case_projection where provider_id = of_provider and is_adverse)
    or exists (
      select from provider_transition s
      where s.provider_id = of_provider and s.transition in ('suspend', 'withhold') and not exists (
        select from provider_transition r
        where r.provider_id = of_provider and r.at > s.at
          and (s.transition, r.transition) in (('suspend', 'reinstate'), ('withhold', 'release'))))
    -- A review that is withdrawn after the closing was open until then.
    or exists (
      select from case_projection c left join provider_transition t on t.provider_id = of_provider and t.transition = 'close'
      where c.provider_id = of_provider and c.is_review
        and (c.state not in ('decided', 'closed', 'withdrawn', 'expired') or c.state = 'withdrawn' and c.changed_at >= t.at))
    or exists (
      select from provider where id = of_provider and name_refusal in ('claims_a_check', 'another_business'))
    or exists (select from kept_hash where provider_id = of_provider);
$$;
