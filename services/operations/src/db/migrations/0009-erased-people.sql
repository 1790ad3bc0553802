-- Ids of erased persons: a request or an event of theirs that arrives late is refused (docs/domain/erasure.md 43).
create table erased_person (
  person_id uuid primary key,
  erased_at timestamptz not null
);
grant select, insert on erased_person to service_app;
