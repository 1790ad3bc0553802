-- Providers, who represents them, and what was done to them.

create type provider_kind as enum ('individual', 'organisation');
create type operating_model as enum ('travels', 'premises', 'remote');
create type provider_state as enum ('draft', 'active', 'suspended', 'closed');
create type publication_state as enum ('unpublished', 'published', 'withheld');

create table provider (
  id uuid primary key,
  -- Random and base58: nothing internal or temporal shows in public.
  public_provider_id text not null unique check (public_provider_id ~ '^[1-9A-HJ-NP-Za-km-z]{22}$'),
  display_name text not null check (char_length(display_name) between 2 and 120),
  kind provider_kind not null,
  operating_model operating_model not null,
  summary text check (char_length(summary) between 1 and 2000),
  website text check (website ~ '^https?://' and char_length(website) <= 500),
  languages text[] not null default '{}' check (cardinality(languages) <= 20),
  state provider_state not null default 'draft',
  publication publication_state not null default 'unpublished',
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint published_means_active check (publication <> 'published' or state in ('active', 'suspended'))
);
grant select, insert, update on provider to service_app;

insert into allowed_transition values
  ('provider', 'draft', 'active'),
  ('provider', 'active', 'suspended'),
  ('provider', 'suspended', 'active'),
  ('provider', 'draft', 'closed'),
  ('provider', 'active', 'closed'),
  ('provider', 'suspended', 'closed'),
  ('publication', 'unpublished', 'published'),
  ('publication', 'published', 'unpublished'),
  ('publication', 'published', 'withheld'),
  ('publication', 'withheld', 'published');
call guard_transitions('provider', 'provider');

create function guard_provider() returns trigger language plpgsql as $$
begin
  if old.state = 'closed' then
    raise exception 'a closed provider cannot change' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.public_provider_id, new.kind, new.created_at)
    is distinct from (old.id, old.public_provider_id, old.kind, old.created_at) then
    raise exception 'a provider keeps its identity' using errcode = 'restrict_violation';
  end if;
  if new.revision <> old.revision + 1 then
    raise exception 'a change of a provider is a new revision' using errcode = 'restrict_violation';
  end if;
  if new.publication is distinct from old.publication and not exists (
    select from allowed_transition
    where thing = 'publication' and from_state = old.publication::text and to_state = new.publication::text
  ) then
    raise exception 'publication cannot go from % to %', old.publication, new.publication using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_provider before update on provider for each row execute function guard_provider();
alter table provider enable always trigger guard_provider;
create trigger refuse_delete before delete on provider for each row execute function refuse_change();
alter table provider enable always trigger refuse_delete;

create type representative_role as enum ('owner', 'manager', 'contributor');

create table representative (
  id uuid primary key,
  provider_id uuid not null references provider,
  user_id uuid not null,
  role representative_role not null,
  assigned_at timestamptz not null,
  ended_at timestamptz check (ended_at >= assigned_at)
);
create unique index one_active_assignment on representative (provider_id, user_id) where ended_at is null;
create index representative_active on representative (user_id) where ended_at is null;
grant select, insert, update (ended_at) on representative to service_app;

create function guard_representative() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null or new.ended_at is null
    or (new.id, new.provider_id, new.user_id, new.role, new.assigned_at)
      is distinct from (old.id, old.provider_id, old.user_id, old.role, old.assigned_at) then
    raise exception 'an assignment can only end, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_representative before update or delete on representative for each row execute function guard_representative();
alter table representative enable always trigger guard_representative;

create type provider_transition_kind as enum
  ('publish', 'unpublish', 'close', 'suspend', 'reinstate', 'withhold', 'release');
create type transition_party as enum ('owner', 'operator');

-- Every transition that somebody asked for, and as what. The reason is in the audit entry.
create table provider_transition (
  id uuid primary key,
  provider_id uuid not null references provider,
  transition provider_transition_kind not null,
  acting_as transition_party not null,
  actor_id uuid not null,
  at timestamptz not null
);
create index provider_transition_history on provider_transition (provider_id, at);
grant select, insert on provider_transition to service_app;
call make_immutable('provider_transition');

-- Separation of duties: an operator who represents a provider can touch nothing of it (contract §3).
create function separate_duties() returns trigger language plpgsql as $$
begin
  if new.acting_as = 'operator' and exists (
    select from representative where provider_id = new.provider_id and user_id = new.actor_id and ended_at is null
  ) then
    raise exception 'an operator cannot act on a provider they represent'
      using errcode = 'check_violation', constraint = 'operator_is_no_representative';
  end if;
  return new;
end $$;
create trigger separate_duties before insert on provider_transition for each row execute function separate_duties();
alter table provider_transition enable always trigger separate_duties;
