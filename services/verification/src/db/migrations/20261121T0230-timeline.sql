-- What a representative is told of their verification. No column for who reviewed, why, or what was stored where.

create type timeline_type as enum ('case_opened', 'case_in_review', 'case_recommended', 'case_awaiting_correction',
  'case_withdrawn', 'case_expired', 'evidence_submitted', 'evidence_available', 'evidence_rejected', 'evidence_refused',
  'decision_recorded', 'claim_granted', 'claim_refused', 'claim_superseded');

create table timeline_entry (
  id uuid primary key,
  position bigint generated always as identity unique,
  provider_id uuid not null references provider,
  case_id uuid not null references verification_case,
  type timeline_type not null,
  category_key text not null,
  requirement_key text,
  claim_type text,
  status text not null,
  at timestamptz not null
);
create index timeline_of_provider on timeline_entry (provider_id, position desc);
call make_immutable('timeline_entry');

grant select, insert on timeline_entry to service_app;
