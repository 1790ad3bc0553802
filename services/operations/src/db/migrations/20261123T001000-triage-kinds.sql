-- Possible duplicates and documents as work in the queue (ADR 0082).

-- Both rows of a pair have one id: a UUID of version 8.
alter table possible_duplicate
  add column id uuid not null generated always as (overlay(overlay(
    md5(least(provider_id, other_provider_id)::text || greatest(provider_id, other_provider_id)::text)
    placing '8' from 13) placing '8' from 17)::uuid) stored,
  add column found_at timestamptz not null default now(),
  add column due_at timestamptz not null default now() + interval '3 days';
create index possible_duplicate_of_id on possible_duplicate (id);

create table duplicate_review (
  duplicate_id uuid primary key,
  outcome text not null check (outcome in ('distinct', 'duplicate')),
  reviewer_id uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  reviewed_at timestamptz not null
);
call make_immutable('duplicate_review');
grant select, insert on duplicate_review to service_app;

-- `changed_at`: when the version reached its state. `due_at`: of its scan.
alter table evidence_version
  add column changed_at timestamptz not null default now(),
  add column due_at timestamptz not null default now() + interval '1 day';
grant update (changed_at) on evidence_version to service_app;
create index evidence_version_waiting on evidence_version (changed_at) where state = 'pending_scan';
create index evidence_version_failed on evidence_version (case_id, requirement_key) where state in ('rejected', 'lost');
