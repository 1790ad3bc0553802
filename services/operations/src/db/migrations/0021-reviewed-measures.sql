-- What operators did to providers, for its review by another operator (docs/domain/work-queue.md 6). The provider service owns it, and the
-- review too.
create table provider_measure (
  measure_id uuid primary key,
  provider_id uuid not null,
  taken_by uuid not null,
  taken_at timestamptz not null,
  review_due_at timestamptz not null,
  reviewed_at timestamptz
);
create index provider_measure_unreviewed on provider_measure (review_due_at) where reviewed_at is null;
grant select, insert, update (reviewed_at) on provider_measure to service_app;
