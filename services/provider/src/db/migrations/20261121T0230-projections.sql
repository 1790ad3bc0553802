-- What the provider service knows of other services' facts, fed by their events alone.

create type gate_state as enum ('open', 'closed');

create table publication_gate (
  only_one boolean primary key default true check (only_one),
  state gate_state not null,
  override_id uuid,
  changed_at timestamptz not null
);
insert into publication_gate (state, changed_at) values ('closed', '-infinity');
grant select, update on publication_gate to service_app;

create type case_state as enum ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction', 'decided',
  'under_appeal', 'closed', 'withdrawn', 'expired');

create table case_projection (
  case_id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  state case_state not null,
  due_at timestamptz,
  changed_at timestamptz not null
);
create index case_of_provider on case_projection (provider_id);
grant select, insert, update on case_projection to service_app;

create type claim_status as enum ('active', 'suspended', 'revoked', 'superseded');
create type claim_method as enum ('document_review', 'register_check', 'field_visit');

-- What a claim card shows, and no more. Written by verification's events only.
create table claim (
  claim_id uuid primary key,
  provider_id uuid not null,
  category_key text not null,
  requirement_key text not null,
  type text not null,
  statement jsonb not null,
  method claim_method not null,
  source_kind text not null,
  status claim_status not null,
  limitations text[] not null check (cardinality(limitations) >= 1),
  policy_version text not null,
  checked_on date not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until > valid_from),
  changed_at timestamptz not null
);
create index claim_of_provider on claim (provider_id, category_key);
grant select, insert, update (status, limitations, valid_until, changed_at) on claim to service_app;

-- What a card said on a day (contract §5): every version of what may change about a claim.
create table claim_version (
  position bigint generated always as identity primary key,
  claim_id uuid not null references claim,
  at timestamptz not null,
  status claim_status not null,
  limitations text[] not null,
  valid_until timestamptz not null
);
create index claim_version_at on claim_version (claim_id, at desc, position desc);
grant select, insert on claim_version to service_app;
call make_immutable('claim_version');

-- Publication needs the open gate and a current claim, whatever code asks for it.
create function guard_publication() returns trigger language plpgsql as $$
begin
  if new.publication = 'published' and old.publication <> 'published' then
    if not exists (select from publication_gate where state = 'open') then
      raise exception 'the publication gate is closed' using errcode = 'restrict_violation';
    end if;
    if not exists (
      select from claim where provider_id = new.id and status = 'active' and valid_until > new.changed_at
    ) then
      raise exception 'no claim is current' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger guard_publication before update on provider for each row execute function guard_publication();
alter table provider enable always trigger guard_publication;
