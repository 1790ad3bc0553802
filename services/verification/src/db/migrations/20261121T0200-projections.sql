-- What verification knows of providers and of what categories ask for: fed by the provider service's events.

create function keep_facts() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - tg_argv is distinct from to_jsonb(old) - tg_argv then
    raise exception 'of % only % may change', tg_table_name, tg_argv using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A record of which only the named columns ever change, and which is never deleted (promise M2).
create procedure make_record(target regclass, variadic changing text[]) language plpgsql as $$
begin
  execute format('create trigger keep_facts before update on %s for each row execute function keep_facts(%s)', target,
    (select string_agg(quote_literal(name), ', ') from unnest(changing) name));
  execute format('create trigger refuse_delete before delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger refuse_truncate before truncate on %s for each statement execute function refuse_change()', target);
  execute format('alter table %s enable always trigger keep_facts', target);
  execute format('alter table %s enable always trigger refuse_delete', target);
  execute format('alter table %s enable always trigger refuse_truncate', target);
end $$;

create type provider_state as enum ('draft', 'active', 'suspended', 'closed');

create table provider (
  id uuid primary key,
  state provider_state not null
);

create table representative (
  assignment_id uuid primary key,
  provider_id uuid not null,
  user_id uuid not null,
  ended_at timestamptz
);
create index representative_person on representative (provider_id, user_id);
call make_record('representative', 'ended_at');

create table requirement_version (
  id uuid primary key,
  category_key text not null,
  number integer not null check (number > 0),
  policy_version text not null,
  activated_at timestamptz not null,
  unique (id, category_key)
);
call make_immutable('requirement_version');

create type check_method as enum ('document_review', 'register_check', 'field_visit');

create table requirement (
  requirement_version_id uuid not null references requirement_version,
  key text not null,
  position smallint not null,
  label jsonb not null,
  document_kinds text[] not null check (cardinality(document_kinds) > 0),
  media_types text[] not null check (cardinality(media_types) > 0),
  max_size_bytes integer not null check (max_size_bytes > 0),
  field_visit boolean not null,
  claim_type text not null,
  claim_statement jsonb not null,
  claim_method check_method not null,
  claim_source_kind text not null,
  claim_limitations text[] not null check (cardinality(claim_limitations) > 0),
  claim_validity_days smallint not null check (claim_validity_days between 1 and 365),
  primary key (requirement_version_id, key),
  -- A decision names what it grants by type, so a type stands for one requirement of its version.
  unique (requirement_version_id, claim_type),
  unique (requirement_version_id, key, claim_type)
);
call make_immutable('requirement');

create type selection_state as enum ('active', 'removed');

-- It may arrive before its requirement version, which is another aggregate.
create table selection (
  id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  requirement_version_id uuid not null,
  state selection_state not null default 'active'
);
create unique index one_active_selection on selection (provider_id, category_key) where state = 'active';
create index selection_of_version on selection (requirement_version_id) where state = 'active';
call make_record('selection', 'state');
insert into allowed_transition values ('selection', 'active', 'removed');
call guard_transitions('selection', 'selection');

grant select, insert, update (state) on provider, selection to service_app;
grant select, insert, update (ended_at) on representative to service_app;
grant select, insert on requirement_version, requirement to service_app;
