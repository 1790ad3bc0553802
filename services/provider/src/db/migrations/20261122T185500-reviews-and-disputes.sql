-- Reviews, disputes and reports, and what an operator has to decide about them (ADR 0074).

-- A question to operations; its answer comes by event. Rounds of one subject follow each other.
create table moderation_request (
  id uuid primary key,
  subject_id uuid not null,
  kind text not null check (kind in ('review', 'dispute', 'report')),
  round smallint not null check (round between 1 and 100),
  is_appeal boolean not null,
  provider_id uuid not null references provider,
  category_key text references category,
  reason_code text not null,
  -- Persons who cannot decide: those whom the subject concerns.
  involved uuid[] not null,
  requested_by uuid not null,
  statement text check (char_length(statement) between 1 and 2000),
  requested_at timestamptz not null,
  ready_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'decided', 'withdrawn')),
  outcome text,
  decision_reason text,
  ended_at timestamptz,
  unique (subject_id, round),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'decided') = (outcome is not null))
);
create unique index moderation_one_open on moderation_request (subject_id) where state = 'open';
create unique index moderation_one_appeal on moderation_request (subject_id) where is_appeal;
create index moderation_of_requester on moderation_request (requested_by);
grant select, insert, update (state, outcome, decision_reason, ended_at, ready_at, statement) on moderation_request to service_app;
insert into allowed_transition values ('moderation_request', 'open', 'decided'), ('moderation_request', 'open', 'withdrawn');
call guard_transitions('moderation_request', 'moderation_request');

create table review (
  id uuid primary key,
  interaction_id uuid not null unique references interaction,
  author_id uuid not null,
  provider_id uuid not null references provider,
  category_key text not null,
  is_recommended boolean not null,
  -- Null once its author is erased.
  text text check (char_length(text) between 1 and 2000),
  state text not null default 'pending' check (state in ('pending', 'published', 'flagged', 'removed', 'rejected')),
  -- Flagged as harmful or illegal: not shown until an operator has decided.
  is_hidden boolean not null default false,
  submitted_at timestamptz not null,
  published_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  check ((state in ('removed', 'rejected')) = (ended_at is not null and end_reason is not null))
);
create index review_of_provider on review (provider_id, published_at desc, id desc) where state in ('published', 'flagged');
create index review_counts on review (provider_id, state, end_reason);
create index review_of_author on review (author_id);
grant select, insert, update (text, state, is_hidden, published_at, ended_at, end_reason) on review to service_app;

insert into allowed_transition values
  ('review', 'pending', 'published'),
  ('review', 'pending', 'rejected'),
  ('review', 'published', 'flagged'),
  ('review', 'flagged', 'published'),
  ('review', 'flagged', 'removed'),
  -- Only with a decided appeal.
  ('review', 'published', 'removed'),
  ('review', 'removed', 'published'),
  ('review', 'rejected', 'published');
call guard_transitions('review', 'review');

create function guard_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from interaction i where i.id = new.interaction_id and i.customer_id = new.author_id
        and i.provider_id = new.provider_id and i.recorded_at > new.submitted_at - interval '12 months'
    ) then
      raise exception 'a review needs an own interaction of the last 12 months'
        using errcode = 'check_violation', constraint = 'review_of_own_interaction';
    end if;
    return new;
  elsif tg_op <> 'UPDATE' then
    raise exception 'a review is never deleted' using errcode = 'restrict_violation';
  end if;
  if new.text is distinct from old.text and new.text is not null then
    raise exception 'the text of a review is immutable' using errcode = 'restrict_violation';
  end if;
  if new.state is distinct from old.state and (old.state, new.state) in
      (('published', 'removed'), ('removed', 'published'), ('rejected', 'published'))
    and not exists (select from moderation_request where subject_id = new.id and is_appeal and state = 'decided') then
    raise exception 'a decided review changes by an appeal only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_review before insert or update or delete on review for each row execute function guard_review();
create trigger guard_reviews before truncate on review for each statement execute function guard_review();
alter table review enable always trigger guard_review;
alter table review enable always trigger guard_reviews;

create table review_response (
  review_id uuid primary key references review,
  author_id uuid not null,
  text text not null check (char_length(text) between 1 and 2000),
  responded_at timestamptz not null
);
create index review_response_of_author on review_response (author_id);
grant select, insert, update (author_id, text, responded_at), delete on review_response to service_app;

create table review_flag (
  review_id uuid not null references review,
  flagger_id uuid not null,
  reason_code text not null check (reason_code in ('harmful', 'illegal', 'personal_data', 'not_genuine', 'off_topic')),
  flagged_at timestamptz not null,
  primary key (review_id, flagger_id)
);
create index review_flag_of_person on review_flag (flagger_id);
grant select, insert, delete on review_flag to service_app;

create table dispute (
  id uuid primary key,
  interaction_id uuid not null references interaction,
  customer_id uuid not null,
  provider_id uuid not null references provider,
  category_key text not null,
  opened_by text not null check (opened_by in ('customer', 'provider')),
  reason_code text not null check (reason_code in ('no_show', 'quality', 'price', 'damage', 'conduct', 'other')),
  state text not null default 'open' check (state in ('open', 'awaiting_response', 'under_review', 'resolved', 'withdrawn')),
  opened_at timestamptz not null,
  response_due_at timestamptz not null check (response_due_at > opened_at),
  ended_at timestamptz,
  outcome text check (outcome in ('for_customer', 'for_provider', 'no_finding')),
  check ((state in ('resolved', 'withdrawn')) = (ended_at is not null)),
  check ((state = 'resolved') = (outcome is not null))
);
create unique index dispute_one_open on dispute (interaction_id) where state in ('open', 'awaiting_response', 'under_review');
create index dispute_of_customer on dispute (customer_id, opened_at desc, id desc);
create index dispute_of_provider on dispute (provider_id, opened_at desc, id desc);
grant select, insert, update (state, ended_at, outcome) on dispute to service_app;

insert into allowed_transition values
  ('dispute', 'open', 'awaiting_response'),
  ('dispute', 'awaiting_response', 'under_review'),
  ('dispute', 'under_review', 'resolved'),
  ('dispute', 'open', 'withdrawn'),
  ('dispute', 'awaiting_response', 'withdrawn'),
  ('dispute', 'under_review', 'withdrawn');
call guard_transitions('dispute', 'dispute');

create function guard_dispute() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.ended_at is not null then
    raise exception 'a dispute that has ended is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_dispute before update or delete on dispute for each row execute function guard_dispute();
create trigger guard_disputes before truncate on dispute for each statement execute function guard_dispute();
alter table dispute enable always trigger guard_dispute;
alter table dispute enable always trigger guard_disputes;

create table dispute_statement (
  dispute_id uuid not null references dispute,
  number smallint not null check (number between 1 and 10),
  side text not null check (side in ('customer', 'provider')),
  author_id uuid not null,
  text text not null check (char_length(text) between 1 and 4000),
  made_at timestamptz not null,
  primary key (dispute_id, number)
);
create index dispute_statement_of_author on dispute_statement (author_id);
grant select, insert, delete on dispute_statement to service_app;

create table provider_report (
  id uuid primary key,
  provider_id uuid not null references provider,
  reporter_id uuid not null,
  reason_code text not null check (reason_code in ('unsafe', 'fraud', 'impersonation', 'wrong_information', 'other')),
  -- Null once its reporter is erased.
  statement text check (char_length(statement) between 1 and 2000),
  reported_at timestamptz not null
);
create index provider_report_of_reporter on provider_report (reporter_id);
grant select, insert, update (statement) on provider_report to service_app;
