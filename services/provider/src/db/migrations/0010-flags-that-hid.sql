-- Who hid what an operator then kept hides nothing more (docs/domain/reviews-and-disputes.md 15).

alter table review_flag add has_hidden boolean not null default false;
alter table review_response_flag add has_hidden boolean not null default false;

-- Not on the flag, which goes with a response that is replaced.
create table lost_standing (
  person_id uuid primary key,
  lost_at timestamptz not null
);
grant select, insert, delete on lost_standing to service_app;
