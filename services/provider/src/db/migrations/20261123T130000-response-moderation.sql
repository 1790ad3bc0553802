-- Responses to reviews are flagged, examined and removed like reviews (ADR 0074).
-- checked against release 2: its replicas never write the state, so the new trigger does not concern them.
alter table review_response
  -- The subject of its moderation, whose rounds are not those of the review.
  add column id uuid not null default gen_random_uuid() unique,
  add column state text not null default 'published' check (state in ('published', 'flagged', 'removed')),
  -- Flagged as harmful or illegal: not shown until an operator has decided.
  add column is_hidden boolean not null default false;
grant update (state, is_hidden) on review_response to service_app;
insert into allowed_transition values
  ('review_response', 'published', 'flagged'),
  ('review_response', 'flagged', 'published'),
  ('review_response', 'flagged', 'removed');
call guard_transitions('review_response', 'review_response');

create table review_response_flag (
  response_id uuid not null references review_response (id) on delete cascade,
  flagger_id uuid not null,
  reason_code text not null check (reason_code in ('harmful', 'illegal', 'personal_data', 'not_genuine', 'off_topic')),
  flagged_at timestamptz not null,
  primary key (response_id, flagger_id)
);
create index review_response_flag_of_person on review_response_flag (flagger_id);
grant select, insert, delete on review_response_flag to service_app;

alter table moderation_request
  drop constraint moderation_request_kind_check,
  add constraint moderation_request_kind_check check (kind in ('review', 'review_response', 'dispute', 'report'));
